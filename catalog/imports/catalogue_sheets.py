"""A list of the catalogue as a workbook to be edited and given back."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from catalog.imports.errors import ImportRefusedError
from catalog.imports.labels import NO_LABEL, YES_LABEL, Language
from catalog.imports.messages import Fault
from catalog.imports.numbers import fits_a_cell
from catalog.imports.sections import is_workbook
from catalog.imports.spreadsheets.grid import Cell, Grid
from catalog.imports.spreadsheets.workbook import workbook_grids

MARK: Final = "GPU-CATALOGUE-1"
"""What the first cell says: no other file is taken for such a sheet."""

type Written = str | Decimal | int | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetColumn:
    """A column to edit, or one to read only; ``choices`` are its allowed words."""

    key: str
    heading: str
    is_locked: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One thing of the list, the mark of what it was, and its values by column."""

    identifier: str
    mark: str
    values: Mapping[str, Written]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenRow:
    """A row that came back: whose it is, the mark it had, its cells by column."""

    number: int
    identifier: str
    mark: str
    cells: Mapping[str, Cell]


def catalogue_sheet(
    kind: str,
    columns: Sequence[SheetColumn],
    rows: Sequence[SheetRow],
    language: Language,
) -> bytes:
    """Write the sheet: names of the columns in a hidden row, identifiers locked."""
    target = io.BytesIO()
    book = Workbook(target, _OPTIONS)
    sheet = book.add_worksheet(kind)
    sheet.set_column(0, _HIDDEN - 1, None, None, {"hidden": True})
    sheet.set_column(_HIDDEN, _HIDDEN + len(columns) - 1, _WIDTH)
    sheet.freeze_panes(_HEADING_ROW, _HIDDEN + 1)
    sheet.protect("", _ALLOWED)
    _write_heads(book, sheet, kind, columns)
    _write_values(book, sheet, columns, rows, language)
    for at, column in enumerate(columns, start=_HIDDEN):
        if column.choices:
            rule = {"validate": "list", "source": list(column.choices)}
            sheet.data_validation(_HEADING_ROW, at, len(rows) + 1, at, rule)
    book.close()
    return target.getvalue()


def _write_heads(
    book: Workbook, sheet: Worksheet, kind: str, columns: Sequence[SheetColumn]
) -> None:
    heading = book.add_format(_HEADING)
    sheet.write_row(0, 0, [MARK, kind, *(column.key for column in columns)])
    sheet.set_row(0, None, None, {"hidden": True})
    sheet.write_row(1, 0, ["", "", *(column.heading for column in columns)], heading)


def _write_values(
    book: Workbook,
    sheet: Worksheet,
    columns: Sequence[SheetColumn],
    rows: Sequence[SheetRow],
    language: Language,
) -> None:
    locked = book.add_format({"font_color": "#5B6675"})
    open_cell = book.add_format({"locked": False, "num_format": "General"})
    text_cell = book.add_format({"locked": False, "num_format": "@"})
    for number, row in enumerate(rows, start=_HEADING_ROW):
        sheet.write_string(number, 0, row.identifier)
        sheet.write_string(number, 1, row.mark)
        for at, column in enumerate(columns, start=_HIDDEN):
            value = _worded(row.values.get(column.key), language)
            if isinstance(value, str):
                style = locked if column.is_locked else text_cell
                sheet.write_string(number, at, value, style)
            elif value is None:
                sheet.write_blank(number, at, None, open_cell)
            else:
                sheet.write_number(number, at, float(value), open_cell)


def given_rows(content: bytes, kind: str) -> tuple[GivenRow, ...]:
    """Read a sheet that came back, within the bounds of every import."""
    if not is_workbook(content):
        raise ImportRefusedError(Fault.SHEET_OTHER)
    for grid in workbook_grids(content, None):
        first = grid.rows[0] if grid.rows else None
        if first and (first.cell(1).value, first.cell(2).value) == (MARK, kind):
            return tuple(_given(grid))
    raise ImportRefusedError(Fault.SHEET_OTHER)


def _given(grid: Grid) -> Iterator[GivenRow]:
    names: dict[int, str] = {}
    for cell in grid.rows[0]:
        name = str(cell.value)
        if cell.column > _HIDDEN and name in names.values():
            fault = cell.error(Fault.COLUMN_DOUBLE, label=name)
            raise ImportRefusedError(fault.code, **fault.params)
        if cell.column > _HIDDEN:
            names[cell.column] = name
    for row in grid.rows[1:]:
        if row.number == _HEADING_ROW:
            continue
        yield GivenRow(
            number=row.number,
            identifier=str(row.cell(1).value or ""),
            mark=str(row.cell(2).value or ""),
            cells={name: row.cell(at) for at, name in names.items()},
        )


def _worded(value: Written, language: Language) -> str | Decimal | int | None:
    if isinstance(value, bool):
        return (YES_LABEL if value else NO_LABEL).to(language)
    if isinstance(value, Decimal) and not fits_a_cell(value):
        return format(value, "f")
    return None if value == "" else value


_HIDDEN: Final = 2
"""Columns before those to edit: the identifier and the mark of the row."""
_HEADING_ROW: Final = 2
"""The row of the headings as a spreadsheet counts; values follow below it."""
_WIDTH: Final = 20
_OPTIONS: Final = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_HEADING: Final = {"bold": True, "bg_color": "#E8EDF3", "bottom": 1, "text_wrap": True}
_ALLOWED: Final = {
    "format_cells": True,
    "format_columns": True,
    "format_rows": True,
    "sort": True,
    "autofilter": True,
}
