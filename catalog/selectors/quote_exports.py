"""All quoted lines that a person may read, as a CSV file."""

import csv
import io
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from catalog.imports.texts import guarded
from catalog.models import Tender
from catalog.pricing.amounts import (
    discount_total,
    document_basis,
    gap,
    line_gap,
    quoted_total,
    stated_total,
    tax_of,
)
from catalog.pricing.quoted import Basis, QuotedLine, QuotedOffer, TotalDiscount
from catalog.selectors.amounts import basis_of
from catalog.selectors.quotes import ReadOffer, readable_offers
from procurement.accounts.models import User
from procurement.canonical import plain_text
from procurement.money import Money, TaxBasis

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
    "base_price",
    "tier_from",
    "unit_price",
    "discount",
    "state",
    "included_in",
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

    A discount on the total is a row of its own, so that the rows that count sum to the
    total; an option that was not chosen has the state ``option``. A line that is not
    offered, or whose amount can't be stated, has empty amounts and says so in
    ``state``.
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
    if offer.quoted.discount is not None:
        yield [*front, *_discount(offer.quoted.discount), *_reduction(offer, basis)]


def _discount(discount: TotalDiscount) -> list[Value]:
    return [
        *("total_discount", None, discount.label, None, None, None),
        *(None, None, None, None, discount.share),
    ]


def _reduction(offer: ReadOffer, basis: Basis) -> list[Value]:
    terms = offer.quoted
    missing, own = gap(terms, basis), document_basis(terms)
    quoted = None if gap(terms, own) else discount_total(terms, own)
    stated = None if missing else discount_total(terms, basis)
    tax = terms.tax_basis, terms.tax_rate
    return [
        missing.code if missing else "discount",
        None,
        *_bases(terms, tax, basis, -quoted if quoted else None),
        -stated.amount if stated else None,
    ]


def _line(line: QuotedLine) -> list[Value]:
    return [
        line.category,
        line.key,
        line.label,
        line.first_year,
        line.last_year,
        line.unit,
        line.quantity,
        line.base_price,
        line.tier,
        line.unit_price,
        line.discount,
    ]


def _amounts(line: QuotedLine, offer: ReadOffer, basis: Basis) -> list[Value]:
    terms = offer.quoted
    missing = line_gap(line, terms, basis)
    stated = None if missing else stated_total(line, terms, basis)
    tax = tax_of(line, terms)
    return [
        _state(line, missing.code if missing else ""),
        line.included_in,
        *_bases(terms, tax, basis, quoted_total(line, terms)),
        stated.amount if stated else None,
    ]


def _bases(
    terms: QuotedOffer,
    tax: tuple[TaxBasis, Decimal | None],
    basis: Basis,
    quoted: Money | None,
) -> list[Value]:
    rates = {rate.base: rate.quote_per_base for rate in basis.rates}
    return [
        terms.currency,
        tax[0].value,
        tax[1],
        quoted.amount if quoted else None,
        rates.get(terms.currency),
        basis.currency,
        basis.tax_basis.value,
    ]


def _state(line: QuotedLine, missing: str) -> str:
    if line.is_bundled:
        return "bundled"
    if line.unit_price is None:
        return "not_offered"
    if missing:
        return missing
    if not line.counts:
        return "option"
    return "included" if line.is_included else "priced"


def _yes(answer: bool) -> str:  # noqa: FBT001  # the answer itself
    return "yes" if answer else "no"


def _written(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return plain_text(value)
    return guarded(str(value)) if isinstance(value, str) else str(value)
