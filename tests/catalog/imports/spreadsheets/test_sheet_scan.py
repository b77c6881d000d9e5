"""A sheet is counted while it streams; its cells tell their format and formula."""

import time

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.quotes import read_quote
from catalog.imports.spreadsheets.sheet_scan import (
    CellFacts,
    cell_facts,
    text_lengths,
)
from tests.catalog.imports.spreadsheets import hostile


@pytest.mark.parametrize(
    ("build", "code"),
    [
        (hostile.many_cells, "workbook_too_large"),
        (hostile.many_columns, "too_many_columns"),
        (hostile.full_sheet, "too_many_cells"),
        (hostile.far_cell, "too_many_rows"),
        (hostile.text_bomb, "too_much_text"),
        (hostile.empty_rows, "workbook_too_large"),
        (hostile.deep_markup, "no_rows"),
    ],
)
def test_a_sheet_that_unfolds_is_refused_soon(build, code):
    content = build()
    start = time.process_time()

    errors = read_quote(content).errors

    assert errors[0].code == code
    assert time.process_time() - start < 3


def test_a_false_dimension_does_no_harm():
    errors = read_quote(hostile.dimension_lie()).errors

    assert errors[0].code == "column_unknown"


def test_positions_run_on_where_the_file_names_none():
    content = hostile.sheet_xml(
        '<row><c><v>1</v></c><c><v>2</v></c></row><row r="7"><c/><c><v>3</v></c></row>'
    )

    assert list(cell_facts(content, [], frozenset())) == [(1, 1), (1, 2), (7, 2)]


def test_a_cell_tells_its_format_its_formula_and_its_error():
    content = hostile.sheet_xml(
        '<row r="1"><c r="A1" s="2"><v>1</v></c><c r="B1"><f>1</f></c>'
        '<c r="C1" t="e"><v>#REF!</v></c></row>'
    )

    assert cell_facts(content, [], frozenset({2})) == {
        (1, 1): CellFacts(is_percent=True, is_formula=False, is_error=False),
        (1, 2): CellFacts(is_percent=False, is_formula=True, is_error=False),
        (1, 3): CellFacts(is_percent=False, is_formula=False, is_error=True),
    }


@pytest.mark.parametrize(
    "row",
    [
        '<row r="x"><c><v>1</v></c></row>',
        '<row r="1"><c r="A0.5"><v>1</v></c></row>',
        '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
        '<row r="1"><c r="A1" s="-1"><v>1</v></c></row>',
    ],
)
def test_a_broken_place_is_refused(row):
    with pytest.raises(ImportRefusedError) as refusal:
        cell_facts(hostile.sheet_xml(row), [], frozenset())

    assert refusal.value.error.code == "file_broken"


def test_a_shared_text_beyond_a_cell_is_refused():
    content = f"<sst><x><t>no text</t></x><si><t>{'x' * 32_768}</t></si></sst>".encode()

    with pytest.raises(ImportRefusedError) as refusal:
        text_lengths(content)

    assert refusal.value.error.code == "too_much_text"


def test_shared_texts_are_measured_over_their_runs():
    content = b"<sst><si><t>ab</t></si><si><r><t>abc</t></r><r><t>d</t></r></si></sst>"

    assert text_lengths(content) == [2, 4]
