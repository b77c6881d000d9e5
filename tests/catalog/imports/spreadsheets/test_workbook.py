"""Sheets of a workbook become grids of texts, exact numbers and days."""

import io
import re
from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest
from xlsxwriter.workbook import Workbook

from catalog.imports.quotes import read_quote
from catalog.imports.spreadsheets.workbook import workbook_grids
from tests.catalog.imports.samples import faults, part_of, with_parts
from tests.catalog.imports.spreadsheets.hostile import LINES, workbook


def grid_of(write, **options):
    target = io.BytesIO()
    book = Workbook(target, {"in_memory": True, "remove_timezone": True, **options})
    write(book.add_worksheet("Data"), book)
    book.add_worksheet("Other").write(0, 0, "unread")
    book.close()
    (grid,) = workbook_grids(target.getvalue(), {"data"})
    return {(c.row, c.column): c for row in grid.rows for c in row}


def test_each_kind_of_cell_becomes_its_value():
    def write(sheet, book):
        day = book.add_format({"num_format": "d/m/yy"})
        sheet.write(1, 1, "text")
        sheet.write(1, 2, 0.1)
        sheet.write_datetime(1, 3, date(2026, 12, 31), day)
        sheet.write_boolean(1, 4, 1)
        sheet.write(4, 0, 16)
        sheet.write(5, 0, "  ")
        minute = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        sheet.write_datetime(6, 0, date(2026, 12, 31), minute)

    cells = grid_of(write)

    assert {place: cell.value for place, cell in cells.items()} == {
        (2, 2): "text",
        (2, 3): Decimal("0.1"),
        (2, 4): date(2026, 12, 31),
        (2, 5): True,
        (5, 1): Decimal(16),
        (7, 1): date(2026, 12, 31),
    }


def test_days_counted_from_1904_are_the_same_days():
    def write(sheet, book):
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet.write_datetime(0, 0, date(2026, 12, 31), day)

    assert grid_of(write, date_1904=True)[1, 1].value == date(2026, 12, 31)


@pytest.mark.parametrize(
    "moment", [datetime(2026, 1, 1, 10, 30, tzinfo=UTC), time(10, 30)]
)
def test_a_time_is_kept_as_a_problem_until_the_cell_is_read(moment):
    def write(sheet, book):
        style = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        sheet.write_datetime(0, 0, moment, style)

    cell = grid_of(write)[1, 1]

    assert (cell.value, cell.problem) == (None, "date_time")


def test_rich_text_and_escapes_are_read_as_one_text():
    def write(sheet, book):
        bold = book.add_format({"bold": True})
        sheet.write_rich_string(0, 0, "a ", bold, "b", " c")
        sheet.write_string(1, 0, "line\r\nend _x000D_")

    cells = grid_of(write)

    assert cells[1, 1].value == "a b c"
    assert cells[2, 1].value == "line\r\nend _x000D_"


CONTENT_TYPES = "[Content_Types].xml"
LINKS = "xl/_rels/workbook.xml.rels"


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        (CONTENT_TYPES, b"sheet.main+xml", b"template.main+xml", "workbook_kind"),
        (
            CONTENT_TYPES,
            b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main",
            b"application/vnd.ms-excel.sheet.macroEnabled.main",
            "workbook_macros",
        ),
        (LINKS, b'Id="rId1"', b'Id="rId1" TargetMode="External"', "workbook_external"),
        (LINKS, b"worksheets/sheet1.xml", b"../../x.xml", "workbook_kind"),
        (LINKS, b"</Relationships>", b"", "file_broken"),
        ("xl/workbook.xml", b'name="Lines"', b'name="Items"', "sheet_missing"),
    ],
)
def test_a_workbook_of_another_kind_is_refused(name, old, new, code):
    content = workbook()
    part = part_of(content, name)
    assert old in part

    spoilt = with_parts(content, {name: part.replace(old, new)})

    assert [error.code.value for error in read_quote(spoilt).errors] == [code]


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("<c r='G2'><v>NaN</v></c>", ("G2", "number_not_finite")),
        ("<c r='G2'><v>nan</v></c>", ("G2", "number_not_finite")),
        ("<c r='G2'><v>1e999</v></c>", ("G2", "number_not_finite")),
        ("<c r='G2'><v>Infinity</v></c>", ("G2", "number_not_finite")),
        ("<c r='G2'><v>1.5.2</v></c>", ("G2", "number_invalid")),
        ("<c r='G2' t='b'><v>1</v></c>", ("G2", "number_invalid")),
        ("<c r='G2' t='b'><v>x</v></c>", ("", "file_broken")),
        ("<c r='G2' t='zz'><v>1</v></c>", ("", "file_broken")),
        ("<c r='G2' t='e'><v>#N/A</v></c>", ("G2", "formula_error")),
        ("<c r='G2'/>", ("G2", "price_missing")),
    ],
)
def test_a_raw_cell_that_is_no_number_is_refused(cell, fault):
    content = workbook()
    part = part_of(content, LINES).decode()
    spoilt = re.sub(r'<c r="G2".*?</c>', cell, part)
    assert spoilt != part

    assert faults(read_quote(with_parts(content, {LINES: spoilt.encode()}))) == [fault]


def test_the_cell_reader_sees_only_what_was_checked():
    content = workbook()
    hidden = with_parts(content, {"xl/worksheets/sheet9.xml": b"<never read"})

    assert read_quote(hidden).sheet == read_quote(content).sheet


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("<c r='G2'><v>1&#48;5</v></c>", "a value in pieces"),
        ("<c r='G2'><v>5&amp;0</v></c>", "a value in pieces"),
        ("<c r='G2'><v>1<!-- - -->5</v></c>", "a value in pieces"),
        ("<c r='G2'><v>1<?x y?>5</v></c>", "a value in pieces"),
        ("<c r='G2'><v><![CDATA[15]]></v></c>", "a value in pieces"),
        ("<c r='G2' t='str'><v>1<![CDATA[5]]></v></c>", "a value in pieces"),
        ("<c r='G2'><v>1</v><v>5</v></c>", "two values in one cell"),
        ("<c r='G2'><v>1</v><q:v xmlns:q='q'>5</q:v></c>", "two values in one cell"),
        ("<c r='G2' t='inlineStr'><v>1</v><is><t>5</t></is></c>", "two values in one"),
        ("<c q:r='BA2' xmlns:q='q'><v>5</v></c>", "a cell in two places"),
        ("<c r='G2' t='s'><v>&#49;</v></c>", "a cell in two places"),
    ],
)
def test_a_cell_that_readers_take_for_different_values_is_refused(cell, reason):
    content = workbook()
    part = part_of(content, LINES).decode()
    spoilt = re.sub(r'<c r="G2".*?</c>', cell, part)
    assert spoilt != part

    (error,) = read_quote(with_parts(content, {LINES: spoilt.encode()})).errors

    assert error.code == "file_broken"
    assert error.params["reason"].startswith(reason)


def test_cells_behind_the_table_that_one_reader_skips_are_refused():
    content = workbook()
    part = part_of(content, LINES)
    more = b'<sheetData><row r="9"><c r="G9"><v>1</v></c></row></sheetData>'
    spoilt = part.replace(b"</sheetData>", b"</sheetData>" + more)

    (error,) = read_quote(with_parts(content, {LINES: spoilt})).errors

    assert (error.code, error.params["reason"]) == (
        "file_broken",
        "a cell in two places",
    )


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("_rels/.rels", b"xl/workbook.xml", b"xl/shown.xml"),
        (LINKS, b"sharedStrings.xml", b"shown.xml"),
        (LINKS, b"styles.xml", b"/xl/shown.xml"),
    ],
)
def test_a_part_that_other_programs_read_in_place_of_ours_is_refused(name, old, new):
    content = workbook()
    part = part_of(content, name)
    shown = part_of(content, "xl/workbook.xml")
    assert old in part

    spoilt = with_parts(content, {name: part.replace(old, new), "xl/shown.xml": shown})

    assert [error.code for error in read_quote(spoilt).errors] == ["workbook_kind"]
