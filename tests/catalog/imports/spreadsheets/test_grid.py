"""A cell knows its place; a missing cell is an empty one there."""

from decimal import Decimal

from catalog.imports.messages import Fault
from catalog.imports.spreadsheets.grid import Cell, Row


def test_a_missing_cell_is_empty_and_has_its_place():
    row = Row(sheet="Lines", number=3, cells={})

    assert row.cell(2) == Cell(sheet="Lines", row=3, column=2)
    assert row.cell(2).is_empty


def test_zero_and_a_formula_without_result_are_not_empty():
    assert not Cell(row=1, column=1, value=Decimal(0)).is_empty
    assert not Cell(row=1, column=1, is_formula=True).is_empty


def test_an_error_carries_the_place_of_its_cell():
    error = Cell(sheet="Lines", row=3, column=2).error(Fault.NUMBER_WHOLE, places=0)

    assert (error.sheet, error.cell, error.params) == ("Lines", "B3", {"places": "0"})
