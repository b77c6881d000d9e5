"""An uploaded quote template, XLSX or text table, to a quote or to its errors."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalog.imports.columns import (
    HEADER_FIELDS,
    LINE_COLUMNS,
    OFFER_COLUMNS,
    PAYMENT_COLUMNS,
    TIERS,
)
from catalog.imports.errors import CellError, ErrorList, ImportRefusedError
from catalog.imports.labels import Field, Section
from catalog.imports.line_rules import check_lines_in_offers
from catalog.imports.numbers import NumberStyle
from catalog.imports.quote_sheet import (
    BuyBack,
    Payment,
    QuoteHeader,
    QuoteLine,
    QuoteOffer,
    QuoteSheet,
    Tier,
)
from catalog.imports.records import (
    Record,
    checked_record,
    labelled_cells,
    table_rows,
)
from catalog.imports.rules import (
    check_header,
    check_lines,
    check_offers,
    check_payments,
)
from catalog.imports.sections import quote_sections
from catalog.imports.spreadsheets.grid import Cell, Grid, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteRecords:
    """The cells and values of a quote's parts."""

    header: Record
    offers: list[Record]
    lines: list[Record]
    payments: list[Record]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteReading:
    """What an uploaded quote gave: the whole quote, or its errors and nothing else.

    ``records`` tell from which cells a whole quote was read; ``left_out`` are rows of a
    vendor's own sheet that are no lines.
    """

    sheet: QuoteSheet | None = None
    errors: tuple[CellError, ...] = ()
    records: QuoteRecords | None = None
    left_out: tuple[Row, ...] = ()


def read_quote(content: bytes) -> QuoteReading:
    """Read an uploaded quote; a single error means that no quote is returned.

    Errors of the file, then of labels and columns, then of cells: each step is only
    taken when the one before found nothing.
    """
    try:
        grids = quote_sections(content)
    except ImportRefusedError as refusal:
        return QuoteReading(errors=(refusal.error,))
    errors = ErrorList()
    parts = _Parts.found_in(grids, errors)
    if errors:
        return QuoteReading(errors=errors.in_order())
    return reading_of(_records(parts, errors), errors)


def reading_of(records: QuoteRecords, errors: ErrorList) -> QuoteReading:
    """Check what must hold between the cells, and make the quote of them."""
    check_header(records.header, errors)
    check_offers(records.offers, records.lines, errors)
    check_lines(records.lines, records.offers, errors)
    check_lines_in_offers(records.lines, records.header, errors)
    check_payments(records.payments, errors)
    if errors:
        return QuoteReading(errors=errors.in_order())
    sheet = QuoteSheet(
        header=_quote_header(records.header.values),
        offers=tuple(QuoteOffer(**offer.values) for offer in records.offers),
        lines=tuple(_quote_line(line) for line in records.lines),
        payments=tuple(Payment(**step.values) for step in records.payments),
    )
    return QuoteReading(sheet=sheet, records=records)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """The cells of the sections by field, not read yet."""

    header: dict[str, Cell]
    offers: list[dict[str, Cell]]
    lines: list[dict[str, Cell]]
    payments: list[dict[str, Cell]]

    @classmethod
    def found_in(cls, grids: Mapping[Section, Grid], errors: ErrorList) -> "_Parts":
        return cls(
            header=labelled_cells(grids[Section.QUOTE], HEADER_FIELDS, errors),
            offers=table_rows(grids[Section.OFFERS], OFFER_COLUMNS, errors),
            lines=table_rows(grids[Section.LINES], LINE_COLUMNS, errors),
            payments=table_rows(
                grids.get(Section.PAYMENTS, Grid(rows=())),
                PAYMENT_COLUMNS,
                errors,
                may_be_empty=True,
            ),
        )


def _records(parts: _Parts, errors: ErrorList) -> QuoteRecords:
    style = _number_style(parts.header)
    return QuoteRecords(
        header=checked_record(parts.header, HEADER_FIELDS, style, errors),
        offers=_checked_rows(parts.offers, OFFER_COLUMNS, style, errors),
        lines=_checked_rows(parts.lines, LINE_COLUMNS, style, errors),
        payments=_checked_rows(parts.payments, PAYMENT_COLUMNS, style, errors),
    )


def _checked_rows(
    rows: list[dict[str, Cell]],
    fields: tuple[Field, ...],
    style: NumberStyle | None,
    errors: ErrorList,
) -> list[Record]:
    return [checked_record(row, fields, style, errors) for row in rows]


def _number_style(header: dict[str, Cell]) -> NumberStyle | None:
    fields = [field for field in HEADER_FIELDS if field.key == "number_style"]
    found = checked_record(header, fields, None, ErrorList())
    style: NumberStyle | None = found.values.get("number_style")
    return style


def _quote_header(values: Mapping[str, Any]) -> QuoteHeader:
    terms = dict(values)
    del terms["number_style"]
    clause = {
        name.removeprefix("buy_back_"): terms.pop(name)
        for name in list(terms)
        if name.startswith("buy_back_")
    }
    return QuoteHeader(**terms, buy_back=BuyBack(**clause) if clause else None)


def _quote_line(line: Record) -> QuoteLine:
    values = dict(line.values)
    tiers = tuple(
        Tier(
            from_quantity=values.pop(f"tier_{number}_from"),
            unit_price=values.pop(f"tier_{number}_price"),
        )
        for number in range(1, TIERS + 1)
        if f"tier_{number}_from" in values
    )
    if values.get("included_in"):
        values["unit_price"] = None
    return QuoteLine(**values, tiers=tiers)
