"""The table of a file that is not our template: found, split, its columns named."""

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.own_sheets.tables import (
    is_own_sheet,
    likely_table,
    own_grids,
    table_at,
)
from tests.catalog.imports.own_sheets.samples import CHINESE, GERMAN, workbook_of
from tests.catalog.imports.samples import table_bytes, table_rows, with_parts


def table_of(content):
    return likely_table(own_grids(content))


@pytest.mark.parametrize(
    ("text", "encoding", "row", "keys"),
    [
        (
            GERMAN,
            "utf-8",
            3,
            ["pos", "beschreibung", "menge", "einzelpreis (eur)", "gesamtpreis"],
        ),
        (CHINESE, "gb18030", 1, ["序号", "产品名称", "单位", "数量", "总价(元)"]),
        (CHINESE, "utf-16", 1, ["序号", "产品名称", "单位", "数量", "总价(元)"]),
    ],
)
def test_headings_are_found_whatever_separates_the_cells(text, encoding, row, keys):
    table = table_of(text.encode(encoding))

    assert table.heading.number == row
    assert [column.key for column in table.columns] == keys


def test_the_sheet_with_the_best_known_headings_is_proposed():
    content = workbook_of(
        {
            "Cover": [["Quotation"], ["Dear Sir, Madam", "thank you", "for asking"]],
            "BoQ": [[None], ["Item", "Qty", "Unit price"], ["Server", 16, 100.5]],
        }
    )

    table = table_of(content)

    assert (table.sheet, table.heading.number, len(table.rows)) == ("BoQ", 2, 1)
    assert [cell.value for cell in table.columns[0].samples] == ["Server"]


def test_equal_headings_are_numbered_and_missing_ones_are_named_by_letter():
    rows = [["Item", "Price", "Price"], ["Server", 1, 2, 3]]

    table = table_of(workbook_of({"A": rows}))

    assert [column.key for column in table.columns] == [
        "item",
        "price",
        "price #2",
        "#D",
    ]


def test_another_row_can_be_said_to_hold_the_headings():
    grid = own_grids(GERMAN.encode())[0]

    table = table_at(grid, 4)

    assert len(table.above) == 3
    assert table.columns[1].heading == "GPU server with 8 GPUs"


def test_our_template_is_no_sheet_of_a_vendors_own():
    assert not is_own_sheet(table_bytes(table_rows()))
    assert not is_own_sheet(table_bytes(table_rows()[:5]))
    assert is_own_sheet(GERMAN.encode())
    assert is_own_sheet(workbook_of({"BoQ": [["Item", "Qty"]]}))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04 no archive",
        b"\x89PNG",
        b"<a>",
        b"a,\x00b",
        b"Dear Sir or Madam",
    ],
)
def test_what_is_no_table_is_refused(content):
    with pytest.raises(ImportRefusedError):
        own_grids(content)
    assert not is_own_sheet(content)


def test_macros_are_refused_in_a_vendors_own_workbook_too():
    content = with_parts(workbook_of({"A": [["Item", "Qty"]]}), {})
    spoilt = content.replace(b"docProps/app.xml", b"vbaProject.bin__")

    with pytest.raises(ImportRefusedError, match="macros"):
        own_grids(spoilt)


def test_the_first_eight_sheets_are_read_within_one_bound_of_cells():
    few = {f"Sheet {number}": [["Item", "Qty"]] for number in range(9)}
    assert len(own_grids(workbook_of(few))) == 8

    many = {f"Sheet {number}": [[1] * 60] * 300 for number in range(4)}
    with pytest.raises(ImportRefusedError, match="more than 60000 filled cells"):
        own_grids(workbook_of(many))
