"""The page of 12 vendors by 60 lines, as served, against the same table in plain form.

The peer reads the same lines in one query, multiplies floats and writes one number a
cell: no currency, tax, tier, mark, sum by group, permission or frame of the page.
"""

import os
import platform
import sys
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from catalog.models import Tender

VENDORS, LINES, ROUNDS = 12, 60, 15
GROUPS = ("server", "network", "storage", "software", "support", "freight")
QUERIES = 12


def main() -> int:
    """Measure in a database of its own; fail when the totals or the queries differ."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ.setdefault("DEBUG", "true")
    django.setup()
    from django.conf import settings

    settings.DEBUG = False  # the log of queries, and slower templates
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    made = runner.setup_databases()
    try:
        return measured()
    finally:
        runner.teardown_databases(made)


def measured() -> int:
    """Print both times, their ratio, and what the page took."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    tender = made_tender()
    client = Client()
    client.force_login(tender.created_by)
    address = f"/evaluations/{tender.reference}/quotes/"

    def ours() -> bytes:
        answer = client.get(address)
        return answer.content

    ours()  # what a process does once
    with CaptureQueriesContext(connection) as caught:
        page = ours()
    queries = len(caught)  # before the next request empties the log
    page_times, plain_times = timed(ours), timed(lambda: plain(tender))
    ratio = median(page_times) / median(plain_times)
    print(
        f"Comparison of {VENDORS} vendors by {LINES} lines, {ROUNDS} rounds of "
        f"processor time, Python {platform.python_version()}"
    )
    print(line("page (ours)", page_times))
    print(line("plain table", plain_times))
    print(f"  the page takes {ratio:.1f} times, with {queries} queries")
    total = f"{exact_total():,.2f}".encode()
    return 0 if total in page and queries <= QUERIES else 1


def made_tender() -> "Tender":
    """Twelve quotes, every third in euros."""
    from procurement.clock import database_now
    from procurement.permissions import Role
    from tests.factories import make_quote, make_tender, make_user

    officer = make_user("Officer", Role.PROCUREMENT_OFFICER)
    tender = make_tender(
        officer=officer, quote_deadline=database_now() - timedelta(days=1)
    )
    tender.rates.create(currency="EUR", rate="1.0842", on="2026-11-16", source="ECB")
    for vendor in range(VENDORS):
        make_quote(
            tender,
            currency="USD" if vendor % 3 else "EUR",
            offers=[{"lines": [drawn(vendor, n) for n in range(LINES)]}],
        )
    return tender


def drawn(vendor: int, number: int) -> dict[str, object]:
    """One line, the same in every run."""
    return {
        "key": f"k{number}",
        "category": GROUPS[number % len(GROUPS)],
        "label": f"Line {number}",
        "unit_price": Decimal(1000 + 7 * number + vendor),
    }


def exact_total() -> Decimal:
    """The total of the second vendor, which quotes in dollars: 16 of each line."""
    return sum((16 * Decimal(1001 + 7 * n) for n in range(LINES)), Decimal(0))


def plain(tender: "Tender") -> str:
    """What one would write without a care."""
    from catalog.models import QuoteLine

    rows: dict[str, list[float]] = defaultdict(list)
    found = QuoteLine.objects.filter(offer__quote__tender=tender)
    for label, quantity, price in found.order_by("offer_id", "position").values_list(
        "label", "quantity", "unit_price"
    ):
        rows[label].append(float(quantity) * float(price or 0))
    return "".join(
        f"<tr><th>{label}</th>" + "".join(f"<td>{each:,.2f}</td>" for each in cells)
        for label, cells in rows.items()
    )


def timed(work: Callable[[], object]) -> list[float]:
    """The milliseconds of processor time of each round, after one not counted."""
    times = []
    work()
    for _ in range(ROUNDS):
        start = process_time()
        work()
        times.append(1000 * (process_time() - start))
    return times


def line(name: str, times: list[float]) -> str:
    """Median and spread of one way."""
    return (
        f"  {name:<12} {median(times):8.2f} ms"
        f"  (fastest {min(times):.2f}, slowest {max(times):.2f})"
    )


if __name__ == "__main__":
    sys.exit(main())
