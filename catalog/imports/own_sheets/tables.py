"""The table of a vendor's own file: its sheet, the row of its headings, its columns."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from catalog.imports.errors import (
    CellError,
    ImportRefusedError,
    column_letters,
    printable,
)
from catalog.imports.labels import SECTION_LABELS, VERSION, Section
from catalog.imports.messages import Fault
from catalog.imports.own_sheets.words import field_meant
from catalog.imports.sections import is_workbook, quote_sections
from catalog.imports.spreadsheets.delimited import grid_from_text_table
from catalog.imports.spreadsheets.encodings import decoded
from catalog.imports.spreadsheets.grid import Cell, Grid, Row
from catalog.imports.spreadsheets.workbook import workbook_grids
from catalog.imports.texts import folded

SAMPLES: Final = 3
LOOKED_AT: Final = 60
"""Rows from the top among which the headings are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnColumn:
    """A column with its heading as written and its first values.

    ``key`` names it as long as its heading stays: the folded heading, numbered where
    it stands twice, or the letters of a column without one.
    """

    key: str
    heading: str
    number: int
    samples: tuple[Cell, ...]

    @property
    def letters(self) -> str:
        """The column as a spreadsheet names it."""
        return column_letters(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """A sheet split at the row of its headings."""

    sheet: str
    heading: Row
    columns: tuple[OwnColumn, ...]
    above: tuple[Row, ...]
    rows: tuple[Row, ...]


def is_own_sheet(content: bytes) -> bool:
    """Tell a vendor's own sheet from our template, whole or spoilt, and from no table.

    What is none of them keeps the fault that it has as a template.
    """
    try:
        quote_sections(content)
    except ImportRefusedError as refusal:
        return _says_no_template(refusal.error) and _has_tables(content)
    return False


def _says_no_template(fault: CellError) -> bool:
    is_quote = fault.params.get("name") == SECTION_LABELS[Section.QUOTE].both
    lacks_quote = fault.code is Fault.SHEET_MISSING and is_quote
    return lacks_quote or fault.code is Fault.FILE_NOT_TEMPLATE


def _has_tables(content: bytes) -> bool:
    try:
        return bool(own_grids(content))
    except ImportRefusedError:
        return False


def own_grids(content: bytes) -> tuple[Grid, ...]:
    """All sheets of a file that hold anything, within the bounds of every import."""
    if is_workbook(content):
        grids = workbook_grids(content, None)
    else:
        grids = [grid_from_text_table(content, _separator(content))]
    tables = tuple(grid for grid in grids if _is_table(grid))
    if not tables:
        raise ImportRefusedError(Fault.FILE_NOT_TEMPLATE, version=VERSION)
    return tables


def _is_table(grid: Grid) -> bool:
    """Tell whether any row has cells beside each other."""
    return any(len(row.cells) > 1 for row in grid.rows)


def likely_table(grids: Sequence[Grid]) -> OwnTable:
    """The table whose headings are known best; the first one among equals."""
    tables = [table_at(grid, _heading_of(grid)) for grid in grids]
    return max(tables, key=lambda table: (_known(table.heading), len(table.rows)))


def table_at(grid: Grid, number: int) -> OwnTable:
    """The table of a sheet whose headings stand in the row of a number."""
    above = tuple(row for row in grid.rows if row.number < number)
    rows = tuple(row for row in grid.rows if row.number > number)
    found = [row for row in grid.rows if row.number == number]
    heading = found[0] if found else Row(sheet=grid.sheet, number=number, cells={})
    return OwnTable(
        sheet=grid.sheet,
        heading=heading,
        columns=_columns(heading, rows),
        above=above,
        rows=rows,
    )


_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def _heading_of(grid: Grid) -> int:
    """The row of the most known headings; else the first with the most texts."""
    rows = grid.rows[:LOOKED_AT]
    best = max(rows, key=lambda row: (_known(row), _texts(row), -row.number))
    return best.number


def _known(row: Row) -> int:
    return len({field_meant(text) for text in _text_cells(row)} - {None})


def _texts(row: Row) -> int:
    return len(_text_cells(row))


def _text_cells(row: Row) -> list[str]:
    return [cell.value for cell in row if isinstance(cell.value, str)]


def _columns(heading: Row, rows: tuple[Row, ...]) -> tuple[OwnColumn, ...]:
    numbers = sorted({cell.column for row in (heading, *rows) for cell in row})
    seen: Counter[str] = Counter()
    columns = []
    for number in numbers:
        written = printable(" ".join(str(heading.cell(number).value or "").split()))
        name = folded(written) or f"#{column_letters(number)}"
        seen[name] += 1
        filled = [row.cell(number) for row in rows if not row.cell(number).is_empty]
        columns.append(
            OwnColumn(
                key=name if seen[name] == 1 else f"{name} #{seen[name]}",
                heading=written,
                number=number,
                samples=tuple(filled[:SAMPLES]),
            )
        )
    return tuple(columns)


def _separator(content: bytes) -> str:
    """Tab, semicolon or comma: the first that stands in at least half of the lines."""
    text = decoded(content)
    if _CONTROL.search(text):
        raise ImportRefusedError(Fault.FILE_NOT_TEXT)
    lines = [line for line in text.splitlines()[:LOOKED_AT] if line.strip()]
    for sign in ("\t", ";"):
        if 2 * sum(sign in line for line in lines) >= len(lines) > 0:
            return sign
    return ","
