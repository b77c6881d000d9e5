"""What fills a template is read back unchanged, in each format and language."""

import pytest
from hypothesis import given, settings, strategies as st

from catalog.imports.labels import Language
from catalog.imports.quotes import read_quote
from catalog.imports.template import quote_text_table, quote_workbook
from catalog.imports.template_values import TenderBrief
from tests.catalog.imports.samples import BRIEF, make_sheet
from tests.catalog.imports.strategies import quote_sheets


@settings(max_examples=40)
@given(quote_sheets(), st.sampled_from(Language))
def test_a_text_table_survives_the_round_trip(sheet, language):
    reading = read_quote(quote_text_table(BRIEF, language, sheet))

    assert reading.errors == ()
    assert reading.sheet == sheet


@settings(max_examples=25)
@given(quote_sheets(), st.sampled_from(Language))
def test_a_workbook_survives_the_round_trip(sheet, language):
    reading = read_quote(quote_workbook(BRIEF, language, sheet))

    assert reading.errors == ()
    assert reading.sheet == sheet


@pytest.mark.parametrize("write", [quote_workbook, quote_text_table])
@pytest.mark.parametrize("language", Language)
def test_the_same_input_gives_the_same_bytes(write, language):
    sheet = make_sheet()

    assert write(BRIEF, language, sheet) == write(BRIEF, language, sheet)


@pytest.mark.parametrize("write", [quote_workbook, quote_text_table])
def test_an_empty_template_asks_for_lines_and_nothing_else_is_wrong(write):
    reading = read_quote(write(BRIEF))

    assert [error.code.value for error in reading.errors] == ["no_rows"]


@pytest.mark.parametrize("write", [quote_workbook, quote_text_table])
def test_a_title_that_looks_like_a_formula_does_no_harm(write):
    brief = TenderBrief(reference="=1+1", title="@x", currency="USD")

    reading = read_quote(write(brief, sheet=make_sheet()))

    assert reading.sheet == make_sheet()
