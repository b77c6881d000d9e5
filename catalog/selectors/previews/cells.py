"""What was read from which cell, for the preview: nothing is imported unseen."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from catalog.imports.columns import HEADER_FIELDS, OFFER_COLUMNS, PAYMENT_COLUMNS
from catalog.imports.errors import column_letters
from catalog.imports.labels import Field, Language
from catalog.imports.own_sheets.plans import SheetPlan
from catalog.imports.own_sheets.words import MATCHABLE
from catalog.imports.quotes import QuoteReading
from catalog.imports.records import Record
from catalog.imports.spreadsheets.grid import Cell, Row
from catalog.imports.template_values import shown_text
from catalog.selectors.cell_errors import HIDDEN
from procurement.languages import CHINESE, reader_language

SECRET: Final = frozenset(
    {
        "payment_terms",
        "notes",
        "buy_back_share",
        "buy_back_month",
        "buy_back_conditions",
        "discount_label",
        "discount_share",
        "discount_amount",
        "share",
        "milestone",
        "days",
    }
)
"""What a sealed quote keeps to itself, besides the prices of its lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCell:
    """A value as it was read, and the cell it was read from.

    ``place`` is empty for what a person typed beside the file.
    """

    part: str
    label: str
    value: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutRow:
    """A row of a vendor's own sheet that is no line."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedColumn:
    """A column of a vendor's own sheet and the field it was read as, if any."""

    heading: str
    field: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPlan:
    """How a vendor's own sheet was read, in words."""

    sheet: str
    columns: tuple[MatchedColumn, ...]
    has_comma: bool
    is_extended: bool
    left_out: tuple[LeftOutRow, ...]


def template_language() -> Language:
    """The language of the template's labels for the reader."""
    is_chinese = reader_language() == CHINESE
    return Language.CHINESE if is_chinese else Language.ENGLISH


def read_cells(reading: QuoteReading, *, hides_amounts: bool) -> tuple[ReadCell, ...]:
    """All that was read besides the lines: terms, offers, payments, in their order."""
    records = reading.records
    if records is None:
        return ()
    parts: list[tuple[str, tuple[Field, ...], Record]]
    parts = [(_("Quote"), HEADER_FIELDS, records.header)]
    parts += [
        (str(offer.values["name"]), OFFER_COLUMNS, offer) for offer in records.offers
    ]
    parts += [
        (_("Payment %(number)s") % {"number": number}, PAYMENT_COLUMNS, step)
        for number, step in enumerate(records.payments, start=1)
    ]
    return tuple(
        cell
        for part, fields, record in parts
        for cell in _of_record(part, fields, record, hides_amounts=hides_amounts)
    )


def line_places(reading: QuoteReading) -> list[str]:
    """Where each line stands: its sheet and row."""
    if reading.records is None:
        return []
    return [_row_of(line.cells["label"]) for line in reading.records.lines]


def read_plan(
    plan: SheetPlan, reading: QuoteReading, *, hides_amounts: bool
) -> ReadPlan:
    """How a vendor's own sheet was read."""
    language = template_language()
    labels = {field.key: field.label.to(language) for field in MATCHABLE}
    return ReadPlan(
        sheet=plan.sheet,
        columns=tuple(
            MatchedColumn(heading=heading, field=labels.get(key, ""))
            for heading, key in plan.columns.items()
        ),
        has_comma=plan.number_style == "comma",
        is_extended=plan.is_extended,
        left_out=tuple(
            LeftOutRow(number=row.number, text=shown_row(row, hides=hides_amounts))
            for row in reading.left_out
        ),
    )


def shown_row(row: Row, *, hides: bool) -> str:
    """The texts of a row, one after the other."""
    return " · ".join(shown_cell(cell, hides=hides) for cell in row)


def shown_cell(cell: Cell, *, hides: bool) -> str:
    """What stands in a cell; of a sealed quote nothing with a digit."""
    text = str(cell.value if cell.value is not None else "")[:120]
    return HIDDEN if hides and any(sign.isdigit() for sign in text) else text


def _of_record(
    part: str, fields: tuple[Field, ...], record: Record, *, hides_amounts: bool
) -> Iterator[ReadCell]:
    language = template_language()
    for field in fields:
        is_read = field.key in record.values
        if is_read and not (field.key == "number_style" and not _place(record, field)):
            is_hidden = hides_amounts and field.key in SECRET
            value = shown_text(field, record.values[field.key], language)
            yield ReadCell(
                part=part,
                label=field.label.to(language),
                value=HIDDEN if is_hidden else value,
                place=_place(record, field),
            )


def _place(record: Record, field: Field) -> str:
    cell = record.cells[field.key]
    if not cell.row:
        return ""
    return f"{cell.sheet} {column_letters(cell.column)}{cell.row}".strip()


def _row_of(cell: Cell) -> str:
    if not cell.sheet:
        return _("row %(row)s") % {"row": cell.row}
    return _("%(sheet)s, row %(row)s") % {"sheet": cell.sheet, "row": cell.row}
