"""All quoted lines that a person may read, as a CSV file."""

import csv
import io
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from catalog.imports.texts import guarded
from catalog.models import Tender
from catalog.pricing.amounts import gap, quoted_total, stated_total
from catalog.pricing.quoted import Basis, QuotedLine
from catalog.selectors.amounts import basis_of
from catalog.selectors.quotes import ReadOffer, readable_offers
from procurement.accounts.models import User
from procurement.canonical import plain_text

BYTE_ORDER_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
COLUMNS: Final = (
    "evaluation",
    "vendor",
    "product",
    "offer",
    "is_base",
    "round",
    "version",
    "received_at",
    "is_late",
    "valid_until",
    "nodes",
    "gpus",
    "category",
    "key",
    "item",
    "first_year",
    "last_year",
    "unit",
    "quantity",
    "unit_price",
    "discount",
    "state",
    "quote_currency",
    "quote_tax_basis",
    "tax_rate",
    "quoted_total",
    "exchange_rate",
    "currency",
    "tax_basis",
    "total",
)

type Value = str | int | Decimal | None


def quotes_csv(tender: Tender, user: User, day: date) -> bytes:
    """Write one row a line; UTF-8 with a mark, plain numbers, formulas disarmed.

    A line that is not offered, or whose amount can't be stated, has empty amounts and
    says so in ``state``.
    """
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    writer.writerow(COLUMNS)
    basis = basis_of(tender)
    for offer in readable_offers(tender, user, day):
        for row in _rows(tender, offer, basis):
            writer.writerow([_written(value) for value in row])
    return f"{BYTE_ORDER_MARK}{target.getvalue()}".encode()


def _rows(tender: Tender, offer: ReadOffer, basis: Basis) -> Iterator[list[Value]]:
    head = offer.head
    front: list[Value] = [
        tender.reference,
        head.vendor,
        head.product,
        head.offer_name,
        _yes(head.is_base),
        head.round,
        head.version,
        head.received_at.isoformat(),
        _yes(head.late_by is not None),
        head.valid_until.isoformat() if head.valid_until else None,
        head.nodes,
        head.gpus,
    ]
    for line in offer.quoted.lines:
        yield [*front, *_line(line), *_amounts(line, offer, basis)]


def _line(line: QuotedLine) -> list[Value]:
    return [
        line.category,
        line.key,
        line.label,
        line.first_year,
        line.last_year,
        line.unit,
        line.quantity,
        line.unit_price,
        line.discount,
    ]


def _amounts(line: QuotedLine, offer: ReadOffer, basis: Basis) -> list[Value]:
    terms = offer.quoted
    missing = gap(terms, basis)
    quoted = quoted_total(line, terms)
    stated = None if missing else stated_total(line, terms, basis)
    rates = {rate.base: rate.quote_per_base for rate in basis.rates}
    return [
        _state(line, missing.code if missing else ""),
        terms.currency,
        terms.tax_basis.value,
        terms.tax_rate,
        quoted.amount if quoted else None,
        rates.get(terms.currency),
        basis.currency,
        basis.tax_basis.value,
        stated.amount if stated else None,
    ]


def _state(line: QuotedLine, missing: str) -> str:
    if line.unit_price is None:
        return "not_offered"
    return missing or ("included" if line.is_included else "priced")


def _yes(answer: bool) -> str:  # noqa: FBT001  # the answer itself
    return "yes" if answer else "no"


def _written(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return plain_text(value)
    return guarded(str(value)) if isinstance(value, str) else str(value)
