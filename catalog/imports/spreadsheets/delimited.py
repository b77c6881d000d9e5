"""CSV and TSV: decoded text to a grid, the separator told by the template's mark."""

import csv
import io
import re
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.encodings import decoded
from catalog.imports.spreadsheets.grid import Cell, Grid, Row
from catalog.imports.texts import unguarded


def grid_from_text_table(content: bytes, separator: str | None = None) -> Grid:
    """Read a text table; all cells are texts and row numbers count records.

    The sign that keeps a text from running as a formula is taken away again.

    Without a separator it is the first of comma, semicolon and tab behind the first
    cell, which holds none of them in our templates.
    """
    text = decoded(content)
    if _MARKUP.match(text):
        raise ImportRefusedError(Fault.FILE_NOT_TEXT)
    separator = separator or _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    try:
        for number, record in enumerate(reader, start=1):
            if number > limits.ROWS:
                raise ImportRefusedError(Fault.TOO_MANY_ROWS, limit=limits.ROWS)
            if row := _row(number, record):
                rows.append(row)
    except csv.Error as error:
        raise ImportRefusedError(Fault.FILE_BROKEN, reason=error) from error
    _check_size(rows)
    return Grid(rows=tuple(rows))


_SEPARATOR: Final = re.compile(r'"?[^",;\t\r\n]*"?([,;\t])')
_MARKUP: Final = re.compile(r"\s*(<|%PDF|\{\\rtf)", re.IGNORECASE)


def _separator(text: str) -> str:
    found = _SEPARATOR.match(text)
    return found.group(1) if found else ","


def _row(number: int, record: list[str]) -> Row | None:
    if len(record) > limits.COLUMNS:
        raise ImportRefusedError(Fault.TOO_MANY_COLUMNS, limit=limits.COLUMNS)
    filled = [(at, text) for at, text in enumerate(record, start=1) if text.strip()]
    if not filled:
        return None
    cells = {
        at: Cell(row=number, column=at, value=unguarded(text)) for at, text in filled
    }
    return Row(number=number, cells=cells)


def _check_size(rows: list[Row]) -> None:
    if not rows:
        raise ImportRefusedError(Fault.FILE_EMPTY)
    if sum(len(row.cells) for row in rows) > limits.CELLS:
        raise ImportRefusedError(Fault.TOO_MANY_CELLS, limit=limits.CELLS)
