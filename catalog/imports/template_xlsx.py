"""The quote template as a workbook: four sheets with lists to choose from."""

import io
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from catalog.imports.columns import (
    HEADER_FIELDS,
    LINE_COLUMNS,
    OFFER_COLUMNS,
    PAYMENT_COLUMNS,
)
from catalog.imports.errors import column_letters
from catalog.imports.kinds import (
    ChoiceKind,
    CodeKind,
    DayKind,
    Kind,
    NumberKind,
    PercentKind,
    PriceKind,
    WholeKind,
    YesNoKind,
)
from catalog.imports.labels import (
    NO_LABEL,
    SECTION_LABELS,
    TEMPLATE_LABEL,
    VERSION,
    YES_LABEL,
    Field,
    Language,
    Section,
)
from catalog.imports.numbers import fits_a_cell
from catalog.imports.template_values import TemplateValues, shown_text

EMPTY_ROWS: Final = 200
"""Rows below the last filled one that carry formats and lists."""


def workbook(values: TemplateValues, title: str, language: Language) -> bytes:
    """Write a template, empty or filled: the same input gives the same bytes."""
    target = io.BytesIO()
    book = Workbook(target, _OPTIONS)
    book.set_properties({"created": _CREATED, "title": title})
    writer = _Writer(book, language)
    writer.write_header(values.header, title)
    writer.write_table(Section.OFFERS, OFFER_COLUMNS, values.offers)
    writer.write_table(Section.LINES, LINE_COLUMNS, values.lines)
    writer.write_table(Section.PAYMENTS, PAYMENT_COLUMNS, values.payments)
    writer.write_lists()
    book.close()
    return target.getvalue()


_OPTIONS: Final = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_CREATED: Final = datetime(2026, 1, 1)  # noqa: DTZ001 (the library takes naive times)
_LISTS: Final = "Lists"
_HEADING: Final = {"bold": True, "bg_color": "#E8EDF3", "bottom": 1, "text_wrap": True}
_WIDTHS: Final = {
    "name": 30,
    "sku": 28,
    "offer": 24,
    "category": 16,
    "label": 44,
    "unit_price": 18,
}


class _Writer:
    """Write the sheets of one workbook with shared formats and lists."""

    def __init__(self, book: Workbook, language: Language) -> None:
        self._book = book
        self._language = language
        self._formats: dict[str, Format] = {}
        self._lists: dict[str, tuple[str, ...]] = {}
        self._heading = book.add_format(_HEADING)
        self._note = book.add_format({"font_color": "#5B6675", "italic": True})

    def write_header(self, values: Mapping[str, Any], title: str) -> None:
        sheet = self._sheet(Section.QUOTE)
        sheet.set_column(0, 0, 28)
        sheet.set_column(1, 1, 44)
        sheet.set_column(2, 2, 70)
        sheet.freeze_panes(1, 1)
        sheet.write_string(0, 0, TEMPLATE_LABEL.to(self._language), self._heading)
        sheet.write_string(0, 1, VERSION, self._heading)
        sheet.write_string(1, 0, title)
        for row, field in enumerate(HEADER_FIELDS, start=2):
            sheet.write_string(row, 0, self._label(field), self._heading)
            self._write(sheet, (row, 1), field, values.get(field.key))
            sheet.write_string(row, 2, field.note.to(self._language), self._note)
            self._add_list(sheet, (row, 1, row, 1), field)

    def write_table(
        self,
        section: Section,
        fields: tuple[Field, ...],
        rows: Sequence[Mapping[str, Any]],
    ) -> None:
        sheet = self._sheet(section)
        sheet.freeze_panes(1, 0)
        sheet.set_row(0, 32)
        last = len(rows) + EMPTY_ROWS
        for column, field in enumerate(fields):
            width = _WIDTHS.get(field.key, 12)
            sheet.set_column(column, column, width, self._format(field.kind))
            sheet.write_string(0, column, self._label(field), self._heading)
            if note := field.note.to(self._language):
                sheet.write_comment(0, column, note, {"author": "", "x_scale": 2})
            self._add_list(sheet, (1, column, last, column), field)
            for row, values in enumerate(rows, start=1):
                if field.key in values:
                    self._write(sheet, (row, column), field, values[field.key])

    def write_lists(self) -> None:
        sheet = self._book.add_worksheet(_LISTS)
        for column, choices in enumerate(self._lists.values()):
            sheet.write_column(0, column, choices)
        sheet.hide()

    def _sheet(self, section: Section) -> Worksheet:
        return self._book.add_worksheet(SECTION_LABELS[section].to(self._language))

    def _label(self, field: Field) -> str:
        return field.label.to(self._language) + (" *" if field.is_required else "")

    def _format(self, kind: Kind) -> Format:
        code = next((c for k, c in _FORMATS if isinstance(kind, k)), "@")
        if code not in self._formats:
            self._formats[code] = self._book.add_format({"num_format": code})
        return self._formats[code]

    def _write(
        self, sheet: Worksheet, place: tuple[int, int], field: Field, value: object
    ) -> None:
        style = self._format(field.kind)
        if isinstance(value, date):
            sheet.write_datetime(*place, value, style)
        elif isinstance(value, Decimal) and fits_a_cell(value):
            sheet.write_number(*place, float(value), style)
        elif isinstance(value, int) and not isinstance(value, bool):
            sheet.write_number(*place, value, style)
        elif text := shown_text(field, value, self._language):
            sheet.write_string(*place, text, style)
        else:
            sheet.write_blank(*place, None, style)

    def _add_list(
        self, sheet: Worksheet, area: tuple[int, int, int, int], field: Field
    ) -> None:
        if field.key == "offer":
            name = SECTION_LABELS[Section.OFFERS].to(self._language)
            source = f"='{name}'!$A$2:$A${EMPTY_ROWS}"
        elif choices := self._choices(field.kind):
            self._lists.setdefault(field.key, choices)
            column = column_letters(list(self._lists).index(field.key) + 1)
            source = f"={_LISTS}!${column}$1:${column}${len(choices)}"
        else:
            return
        sheet.data_validation(*area, {"validate": "list", "source": source})

    def _choices(self, kind: Kind) -> tuple[str, ...]:
        at = 1 if self._language is Language.CHINESE else 0
        if isinstance(kind, ChoiceKind):
            return tuple(
                names[min(at, len(names) - 1)] for names in kind.names.values()
            )
        if isinstance(kind, CodeKind):
            return tuple(sorted(kind.codes))
        if isinstance(kind, YesNoKind):
            return YES_LABEL.to(self._language), NO_LABEL.to(self._language)
        return ()


_FORMATS: Final[tuple[tuple[type, str], ...]] = (
    (DayKind, "yyyy-mm-dd"),
    (PercentKind, "0.00##%"),
    (PriceKind, "#,##0.00####"),
    (WholeKind, "0"),
    (NumberKind, "General"),
)
