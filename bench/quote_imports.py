"""The import of 50,000 checked quote lines, against Django's way to check and write.

Ours is what an import calls once the file is read: the rules of an offer in words, each
column checked by the values that tell of it, rows written by COPY under the constraints
of the table. The peers build a model for each row and write with ``bulk_create``: one
checks by ``full_clean()`` in whole, which asks the database for each constraint, on a
share of the lines that is then multiplied; the other leaves the constraints to the
table as we do. All leave the same rows, and refuse the same row in the same column.
"""

import gc
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from catalog.models import Quote
    from catalog.services.quote_terms import LineTerms

QUOTES, LINES, SHARE, GOAL = 10, 5_000, 50, 2.5
GROUPS = ("server", "network", "storage", "software", "support", "freight")

type Write = Callable[["Quote", tuple["LineTerms", ...]], None]


def main() -> int:
    """Measure in a database of its own; fail when ours and a peer's answer differ."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ.setdefault("DEBUG", "true")
    django.setup()
    from django.conf import settings

    settings.DEBUG = False  # the log of queries
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    made = runner.setup_databases()
    try:
        return measured()
    finally:
        runner.teardown_databases(made)


def measured() -> int:
    """Print each way with its ratio to ours; tell whether they agree."""
    quotes = made_quotes()
    lines = tuple(drawn(number) for number in range(LINES))
    ours_rows, ours_times = timed(ours, quotes, lines)
    rows, times = timed(columns_only, quotes, lines)
    part, part_times = timed(in_full, quotes[:2], lines[: LINES // SHARE])
    whole_times = [SHARE * each for each in part_times]
    print(
        f"Import of {QUOTES * LINES:,} quote lines in {QUOTES} quotes, processor time "
        f"of a quote, Python {platform.python_version()}, Django {django.__version__}"
    )
    print(line("ours", ours_times, ours_times))
    print(line("full_clean of columns, bulk_create", times, ours_times))
    print(line(f"full_clean, bulk_create ({SHARE} × a part)", whole_times, ours_times))
    ratio = median(whole_times) / median(ours_times)
    word = "reached" if ratio >= GOAL else "missed"
    print(f"  ours is {ratio:.0f} times as fast; the goal of {GOAL} is {word}")
    are_same = ours_rows == rows and part == rows[: len(part)] and len(rows) == LINES
    return 0 if are_same and refusals_agree(quotes[0], lines[0]) else 1


def made_quotes() -> list["Quote"]:
    """Quotes that have no offer yet."""
    from catalog.models import Offer
    from procurement.permissions import Role
    from tests.factories import make_quote, make_tender, make_user

    tender = make_tender(officer=make_user("Officer", Role.PROCUREMENT_OFFICER))
    quotes = [make_quote(tender) for _ in range(QUOTES)]
    Offer.objects.all().delete()
    return quotes


def drawn(number: int) -> "LineTerms":
    """One line, the same in every run; every tenth has a price tier."""
    from catalog.pricing.tiers import PriceBreak
    from catalog.services.quote_terms import LineTerms

    price = Decimal(100_000 + 7 * number) / 100
    tier = PriceBreak(from_quantity=Decimal(64), unit_price=price / 2)
    return LineTerms(
        key=f"k{number}",
        category=GROUPS[number % len(GROUPS)],
        label=f"Line {number} of the quote",
        unit="node",
        quantity=Decimal(1 + number % 40),
        unit_price=price,
        discount=Decimal("0.05") if number % 5 == 0 else Decimal(0),
        breaks=() if number % 10 else (tier,),
    )


def ours(quote: "Quote", lines: tuple["LineTerms", ...]) -> None:
    """As an import does."""
    from catalog.services.quote_rows import save_offers
    from catalog.services.quote_terms import OfferTerms

    terms = OfferTerms(name="Base", nodes=16, gpus_per_node=8, lines=lines)
    save_offers(quote, (terms,))


def in_full(quote: "Quote", lines: tuple["LineTerms", ...]) -> None:
    """With everything that Django checks, row by row."""
    cleaned_one_by_one(quote, lines, asks_for_constraints=True)


def columns_only(quote: "Quote", lines: tuple["LineTerms", ...]) -> None:
    """With the columns that Django checks, row by row."""
    cleaned_one_by_one(quote, lines, asks_for_constraints=False)


def cleaned_one_by_one(
    quote: "Quote", lines: tuple["LineTerms", ...], *, asks_for_constraints: bool
) -> None:
    """Check each row, then write all."""
    from catalog.models import LineBreak, Offer, QuoteLine

    rules = {"validate_unique": asks_for_constraints}
    rules["validate_constraints"] = asks_for_constraints
    skipped = [] if asks_for_constraints else ["offer", "line"]
    offer = Offer(quote=quote, position=1, name="Base", nodes=16, gpus_per_node=8)
    offer.full_clean()
    offer.save()
    rows = [QuoteLine(offer=offer, **columns(at, each)) for at, each in numbered(lines)]
    for row in rows:
        row.full_clean(exclude=skipped, **rules)
    QuoteLine.objects.bulk_create(rows)
    tiers = [
        LineBreak(
            line=row, from_quantity=tier.from_quantity, unit_price=tier.unit_price
        )
        for row, each in zip(rows, lines, strict=True)
        for tier in each.breaks
    ]
    for tier in tiers:
        tier.full_clean(exclude=skipped, **rules)
    LineBreak.objects.bulk_create(tiers)


def numbered(lines: tuple["LineTerms", ...]) -> "enumerate[LineTerms]":
    """Lines with their places."""
    return enumerate(lines, start=1)


def columns(position: int, terms: "LineTerms") -> dict[str, object]:
    """The values of a line by column."""
    values = {name: getattr(terms, name) for name in terms.__dataclass_fields__}
    del values["breaks"]
    return values | {"position": position}


def timed(
    write: Write, quotes: list["Quote"], lines: tuple["LineTerms", ...]
) -> tuple[list[object], list[float]]:
    """The rows of the last quote, and the milliseconds of each; none is kept."""
    from catalog.models import Offer

    times, rows = [], []
    for quote in quotes:
        gc.collect()
        start = process_time()
        write(quote, lines)
        times.append(1000 * (process_time() - start))
        rows = written(quote)
        Offer.objects.filter(quote=quote).delete()
    return rows, times


def written(quote: "Quote") -> list[object]:
    """The lines of a quote as they are read, with their tiers."""
    from catalog.models import QuoteLine

    left_out = {"id", "offer"}
    names = [each.name for each in QuoteLine._meta.fields if each.name not in left_out]  # noqa: SLF001  # documented
    found = QuoteLine.objects.filter(offer__quote=quote).order_by("position")
    return list(found.values_list(*names, "break_starts", "break_prices"))


def refusals_agree(quote: "Quote", sound: "LineTerms") -> bool:
    """Whether both ways refuse the same lines, in the same column."""
    other = replace(sound, key="other")
    wrong = (
        replace(sound, category="rubbish"),
        replace(sound, label="x" * 201),
        replace(sound, unit_price=Decimal("0.0000001")),
        replace(sound, tax_rate=Decimal(2)),
    )
    return all(
        refused(ours, quote, (other, each)) == refused(columns_only, quote, (each,))
        for each in wrong
    )


def refused(write: Write, quote: "Quote", lines: tuple["LineTerms", ...]) -> str | None:
    """The column that is refused; nothing is left behind."""
    from django.core.exceptions import ValidationError
    from django.db import transaction

    from procurement.errors import RuleBrokenError

    try:
        with transaction.atomic():
            write(quote, lines)
    except RuleBrokenError as refusal:
        return refusal.field
    except ValidationError as refusal:
        return next(iter(refusal.message_dict))
    return "nothing"


def line(name: str, times: list[float], ours: list[float]) -> str:
    """Median and spread of one way, and how many times ours takes less."""
    return (
        f"  {name:<36} {median(times):9.0f} ms"
        f"  (fastest {min(times):.0f}, slowest {max(times):.0f})"
        f"  {median(times) / median(ours):.1f} times ours"
    )


if __name__ == "__main__":
    sys.exit(main())
