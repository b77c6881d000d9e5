"""Labelled rows of a grid to records of checked values, with errors by cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from catalog.imports.errors import CellError, ErrorList, ImportRefusedError
from catalog.imports.kinds import PriceKind
from catalog.imports.labels import Field
from catalog.imports.messages import Fault
from catalog.imports.numbers import NumberStyle
from catalog.imports.spreadsheets.grid import Cell, Grid, Row
from catalog.imports.texts import folded


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The cells of one thing by field key, and the values of those that are sound.

    An empty cell that may be empty has no value.
    """

    cells: dict[str, Cell]
    values: dict[str, Any]


def labelled_cells(
    grid: Grid, fields: Iterable[Field], errors: ErrorList
) -> dict[str, Cell]:
    """Return the value cell of each label: labels in column A, values in column B.

    A text in column A with nothing beside it is a caption; column C and those behind
    it hold help and are not read.
    """
    known = {name: field_.key for field_ in fields for name in field_.label.folded}
    cells: dict[str, Cell] = {}
    for row in grid.rows:
        label, value = row.cell(1), row.cell(2)
        key = known.get(folded(str(label.value or "")))
        if key in cells:
            errors.add(label.error(Fault.LABEL_DOUBLE, label=label.value))
        elif key:
            cells[key] = value
        elif not value.is_empty:
            code = Fault.CELL_STRAY if label.is_empty else Fault.LABEL_UNKNOWN
            place = value if label.is_empty else label
            errors.add(place.error(code, label=str(label.value)[:40]))
    _report_missing(grid, fields, cells, errors)
    return cells


def table_rows(
    grid: Grid,
    fields: tuple[Field, ...],
    errors: ErrorList,
    *,
    may_be_empty: bool = False,
) -> list[dict[str, Cell]]:
    """Return the cells of each row below the heading, by field key."""
    if not grid.rows and may_be_empty:
        return []
    if not grid.rows:
        errors.add(CellError(code=Fault.NO_ROWS, sheet=grid.sheet))
        return []
    heading, *rows = grid.rows
    places = _column_places(heading, fields, errors)
    _report_missing(grid, fields, places, errors, row=heading.number)
    for row in rows:
        for cell in row:
            if cell.column not in places.values():
                _report_stray(heading, cell, errors)
    if not rows and not may_be_empty:
        errors.add(heading.cell(1).error(Fault.NO_ROWS))
    return [{key: row.cell(at) for key, at in places.items()} for row in rows]


def checked_record(
    cells: dict[str, Cell],
    fields: Iterable[Field],
    style: NumberStyle | None,
    errors: ErrorList,
) -> Record:
    """Read each cell by the kind of its field."""
    values: dict[str, Any] = {}
    for field_ in fields:
        cell = cells.get(field_.key)
        if cell is None:
            continue
        try:
            if _has_value(cell, field_):
                values[field_.key] = field_.kind.read(cell, style)
        except ImportRefusedError as refusal:
            errors.add(cell.error(refusal.error.code, **refusal.error.params))
    return Record(cells=cells, values=values)


def is_filled(record: Record, key: str) -> bool:
    """Tell whether the field has a cell with something in it."""
    return key in record.cells and not record.cells[key].is_empty


def _has_value(cell: Cell, field_: Field) -> bool:
    if cell.problem:
        raise ImportRefusedError(cell.problem, value=cell.problem_value)
    if cell.value is None and cell.is_formula:
        raise ImportRefusedError(Fault.FORMULA_EMPTY)
    if cell.value is not None:
        return True
    if not field_.is_required:
        return False
    if isinstance(field_.kind, PriceKind):
        raise ImportRefusedError(Fault.PRICE_MISSING)
    raise ImportRefusedError(Fault.REQUIRED, label=field_.label.both)


def _column_places(
    heading: Row, fields: tuple[Field, ...], errors: ErrorList
) -> dict[str, int]:
    known = {name: field_.key for field_ in fields for name in field_.label.folded}
    places: dict[str, int] = {}
    for cell in heading:
        key = known.get(folded(str(cell.value or "")))
        if key is None:
            errors.add(cell.error(Fault.COLUMN_UNKNOWN, label=str(cell.value)[:40]))
        elif key in places:
            errors.add(cell.error(Fault.COLUMN_DOUBLE, label=cell.value))
        else:
            places[key] = cell.column
    return places


def _report_stray(heading: Row, cell: Cell, errors: ErrorList) -> None:
    if heading.cell(cell.column).is_empty:
        errors.add(cell.error(Fault.CELL_STRAY))


def _report_missing(
    grid: Grid,
    fields: Iterable[Field],
    found: Iterable[str],
    errors: ErrorList,
    row: int | None = None,
) -> None:
    code = Fault.FIELD_MISSING if row is None else Fault.COLUMN_MISSING
    for field_ in fields:
        if field_.is_required and field_.key not in set(found):
            params = {"label": field_.label.both}
            column = None if row is None else 1
            errors.add(
                CellError(
                    code=code, params=params, sheet=grid.sheet, row=row, column=column
                )
            )
