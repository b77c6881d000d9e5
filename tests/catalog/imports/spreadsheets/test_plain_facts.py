"""Counted bytes say of a plain sheet what the full scan says of it."""

import pytest

from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.plain_facts import PlainFacts, plain_facts
from catalog.imports.spreadsheets.sheet_scan import CellFacts, cell_facts
from tests.catalog.imports.samples import part_of
from tests.catalog.imports.spreadsheets.hostile import LINES, sheet_xml, workbook

NONE = frozenset[int]()


def test_our_own_sheet_is_counted_as_the_full_scan_counts_it():
    content = part_of(workbook(), LINES)

    plain, full = plain_facts(content, [], NONE), cell_facts(content, [], NONE)

    assert plain == PlainFacts(filled=len(full))
    assert len(full) == 29


@pytest.mark.parametrize("percents", [NONE, {2}, {0}, {0, 2, 11}])
def test_percentages_formulas_and_errors_are_told_by_place(percents):
    content = sheet_xml(
        '<row r="1"><c r="A1" s="2"><v>1</v></c><c r="B1" s="2"/><c r="C1"><v>1</v></c>'
        '<c r="D1" s="02" t="n"><f>1</f><v>1</v></c><c r="E1" s="11"><v>1</v></c></row>'
        '<row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="AB2" t="str"><f>"t"</f>'
        '<v>t="e"</v></c></row>'
        '<row r="3"><c r="A3" s="0"><v>1</v></c><c r="B3" s="00"><v>1</v></c></row>'
    )
    plain = CellFacts(is_percent=False, is_formula=False, is_error=False)

    found = plain_facts(content, [], frozenset(percents))
    full = cell_facts(content, [], frozenset(percents))

    assert found is not None
    assert found.filled == len(full) == 8
    assert found.special == {at: each for at, each in full.items() if each != plain}


def test_the_limits_hold_to_the_last_row_cell_and_letter():
    last = f'<row r="{limits.ROWS}"><c r="A{limits.ROWS}"><v>1</v></c></row>'
    beyond = last.replace(str(limits.ROWS), str(limits.ROWS + 1))
    row = '<row r="{0}">' + '<c r="A{0}"><v>1</v></c>' * 10 + "</row>"
    full = "".join(row.format(number) for number in range(1, limits.CELLS // 10 + 1))
    one = '<row r="1"><c r="A1"><v>1</v></c></row>'

    assert plain_facts(sheet_xml(last), [], NONE)
    assert plain_facts(sheet_xml(beyond), [], NONE) is None
    assert plain_facts(sheet_xml(full), [], NONE)
    assert plain_facts(sheet_xml(full + one), [], NONE) is None


def test_shared_texts_count_as_often_as_they_are_used():
    text = '<c r="{0}1" t="s"><v>{1}</v></c>'
    short = text.format("A", 0) + text.format("B", 0)
    lengths = [1, limits.TEXT - 500]

    def facts(cells: str) -> PlainFacts | None:
        return plain_facts(sheet_xml(f'<row r="1">{cells}</row>'), lengths, NONE)

    assert facts(short)
    assert facts(short + text.format("C", 1))
    assert facts(short + text.format("C", 7)), "not there: for the reader to say"
    assert facts(short + text.format("C", 1) + text.format("D", 1)) is None


def test_what_is_not_plain_has_no_facts():
    assert plain_facts(b"<worksheet/>", [], NONE) is None
