"""Cells as they stand in a file, with their place."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from catalog.imports.errors import CellError, printable
from catalog.imports.messages import Fault

type CellValue = str | Decimal | date | bool | None
"""A text, a number, a day, a truth value or nothing."""


class Cell(NamedTuple):
    """One cell: its place, its value and what its format and formula say.

    Row and column 0 are those of a value that stands beside the file.

    ``problem`` is the code of a fault that only matters if the cell is read, with
    ``problem_value`` for its message; the value is then nothing. A tuple, because a
    file holds ten thousands of them and a frozen dataclass takes four times as long.
    """

    row: int
    column: int
    value: CellValue = None
    sheet: str = ""
    is_percent: bool = False
    is_formula: bool = False
    problem: Fault | None = None
    problem_value: str = ""

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing stands here, not even a formula."""
        return self.value is None and not self.problem and not self.is_formula

    def error(self, code: Fault, **params: object) -> CellError:
        """Say what is wrong with this cell."""
        return CellError(
            code=code,
            params={name: printable(value) for name, value in params.items()},
            sheet=self.sheet,
            row=self.row or None,
            column=self.column or None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The filled cells of one row by their column number."""

    sheet: str = ""
    number: int
    cells: dict[int, Cell]

    def cell(self, column: int) -> Cell:
        """Return the cell of a column, empty where the file holds none."""
        found = self.cells.get(column)
        return found or Cell(sheet=self.sheet, row=self.number, column=column)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The rows of a sheet that hold anything, in order."""

    sheet: str = ""
    rows: tuple[Row, ...]
