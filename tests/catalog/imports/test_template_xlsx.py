"""The workbook offers lists, keeps formulas out and looks the same each time."""

import re

from catalog.imports.labels import Language
from catalog.imports.quotes import read_quote
from catalog.imports.template import quote_workbook
from tests.catalog.imports.samples import BRIEF, make_line, make_sheet, part_of


def test_no_text_becomes_a_formula_or_a_link():
    sheet = make_sheet(
        make_line(label="=1+1"), vendor="@SUM(A1)", notes="https://example.org"
    )

    content = quote_workbook(BRIEF, Language.ENGLISH, sheet)

    for number in (1, 2, 3):
        part = part_of(content, f"xl/worksheets/sheet{number}.xml")
        assert b"<f>" not in part
        assert b"<hyperlink" not in part
    assert read_quote(content).sheet == sheet


def test_closed_lists_are_offered_to_choose_from():
    content = quote_workbook(BRIEF)
    lines = part_of(content, "xl/worksheets/sheet3.xml").decode()
    names = part_of(content, "xl/workbook.xml").decode()

    assert re.findall(r'sqref="([A-Z]+2):[A-Z]+\d+"><formula1>', lines) == [
        *("A2", "B2", "K2", "M2")
    ]
    assert re.findall(r'name="(\w+)"[^>]*state="hidden"', names) == ["Lists"]


def test_a_number_too_long_for_a_cell_is_written_as_text():
    line = make_line(unit_price=make_line().unit_price * 0 + 123456789012)
    long = make_line(
        key="long", unit_price=make_line().unit_price + 123456789012 - 205497
    )
    sheet = make_sheet(line, long)

    content = quote_workbook(BRIEF, Language.ENGLISH, sheet)

    assert b"<v>123456789012</v>" in part_of(content, "xl/worksheets/sheet3.xml")
    assert b"<t>123456789012.140749</t>" in part_of(content, "xl/sharedStrings.xml")
    assert read_quote(content).sheet == sheet


def test_headings_stay_in_view_and_carry_their_help():
    content = quote_workbook(BRIEF)

    assert b'state="frozen"' in part_of(content, "xl/worksheets/sheet3.xml")
    assert b"never the line total" in part_of(content, "xl/comments2.xml")
