"""What is not written plainly is left to the full scan, whatever the trick."""

import codecs

import pytest
from hypothesis import given, settings, strategies as st

from catalog.imports.errors import ImportRefusedError
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.grid import Grid
from catalog.imports.spreadsheets.plain_parts import plain_sheet, plain_texts
from catalog.imports.spreadsheets.workbook import workbook_grids
from tests.catalog.imports.samples import part_of, with_parts
from tests.catalog.imports.spreadsheets.hostile import LINES, TEXTS, workbook

MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
CELL = b'<c r="A1"><v>1</v></c>'
ROW = b'<row r="1">' + CELL + b"</row>"


def sheet(rows: bytes = ROW, head: bytes = b"", tail: bytes = b"") -> bytes:
    return b'<worksheet xmlns="%b">%b<sheetData>%b</sheetData>%b</worksheet>' % (
        MAIN,
        head,
        rows,
        tail,
    )


def texts(body: bytes, head: bytes = b"") -> bytes:
    return head + b'<sst xmlns="%b">%b</sst>' % (MAIN, body)


def outcome(content: bytes) -> list[Grid] | str:
    try:
        return workbook_grids(content, {"quote", "lines"})
    except ImportRefusedError as refusal:
        return refusal.error.code.value


@pytest.mark.parametrize("name", [LINES, "xl/worksheets/sheet1.xml"])
def test_our_own_sheets_are_plain(name):
    content = part_of(workbook(), name)

    rows = plain_sheet(content)

    assert rows
    assert content.partition(b"<sheetData>")[2].startswith(rows + b"</sheetData>")


def test_our_own_texts_are_plain():
    assert plain_texts(part_of(workbook(), TEXTS))


@pytest.mark.parametrize(
    "rows",
    [
        b"",
        b'<row r="7" spans="1:22" ht="12.8"/>',
        b'<row r="9"><c r="BL9" t="str"><f aca="false">1&amp;2</f><v>a</v></c></row>',
        b'<row r="1"><c r="A1" s="1" /><c r="B1" s="2"><v>-1.5E-7</v></c></row>',
        b'<row r="1"><c r="A1"><f t="shared" ref="A1:A9" si="0">B1</f></c></row>',
        b'<row r="1"><c r="A1"><f t="shared" si="0"/><v>2</v></c></row>',
    ],
)
def test_what_spreadsheet_programs_write_is_plain(rows):
    assert plain_sheet(codecs.BOM_UTF8 + sheet(rows)) == rows


@pytest.mark.parametrize(
    "text",
    [
        b"<t>a</t>",
        b'<t xml:space="preserve"> a&amp;b </t>',
        b"<t/>",
        "<t>服务器</t>".encode(),
        "<t>单价</t>".encode() + b'<phoneticPr fontId="1" type="noConversion"/>',
    ],
)
def test_one_run_of_text_is_plain(text):
    body = b"<si>%b</si>" % text

    assert plain_texts(texts(body, b'<?xml version="1.0"?>\n')) == body


CELL_TRICKS = {
    "prefix": b'<x:c r="A1"><x:v>1</x:v></x:c>',
    "other namespace": b'<c xmlns="u" r="A1"><v>1</v></c>',
    "no place": b"<c><v>1</v></c>",
    "place in another row": b'<c r="A2"><v>1</v></c>',
    "place with a zero": b'<c r="A01"><v>1</v></c>',
    "small letter": b'<c r="a1"><v>1</v></c>',
    "column 65": b'<c r="BM1"><v>1</v></c>',
    "column far out": b'<c r="XFD1"><v>1</v></c>',
    "single quotes": b"<c r='A1'><v>1</v></c>",
    "place twice": b'<c r="A1" r="B1"><v>1</v></c>',
    "kind first": b'<c t="n" r="A1"><v>1</v></c>',
    "unknown kind": b'<c r="A1" t="zz"><v>1</v></c>',
    "text in the cell": b'<c r="A1" t="inlineStr"><is><t>1</t></is></c>',
    "comment": b'<c r="A1"><!-- <v>2</v> --><v>1</v></c>',
    "raw text": b'<c r="A1"><v><![CDATA[1]]></v></c>',
    "instruction": b'<c r="A1"><?v 2?><v>1</v></c>',
    "character by number": b'<c r="A1"><v>&#49;</v></c>',
    "entity in a value": b'<c r="A1"><v>&one;</v></c>',
    "end of raw text": b'<c r="A1" t="str"><v>]]></v></c>',
    "not ASCII": '<c r="A1"><v>\uff11</v></c>'.encode(),
    "no UTF-8": b'<c r="A1" t="str"><v>\xff</v></c>',
    "control character": b'<c r="A1" t="str"><v>\x01</v></c>',
    "zero byte": b'<c r="A1" t="str"><v>\x00</v></c>',
    "value with attribute": b'<c r="A1"><v xml:space="preserve">1</v></c>',
    "two values": b'<c r="A1"><v>1</v><v>2</v></c>',
    "value without end": b'<c r="A1"><v>1</c>',
    "cell without end": b'<c r="A1"><v>1</v>',
    "cell in a cell": b'<c r="A1"><c r="B1"><v>1</v></c></c>',
    "unknown element": b'<x><c r="A1"><v>1</v></c></x>',
    "space between": b' <c r="A1"><v>1</v></c>',
    "row in a row": b'<row r="1"><c r="A1"><v>1</v></c></row>',
}


@pytest.mark.parametrize("cell", CELL_TRICKS.values(), ids=CELL_TRICKS)
def test_a_trick_in_a_cell_is_not_plain(cell):
    assert plain_sheet(sheet()) == ROW
    assert plain_sheet(sheet(b'<row r="1">%b</row>' % cell)) is None


ROW_TRICKS = {
    "no number": b"<row><c r='A1'><v>1</v></c></row>",
    "number twice": b'<row r="1" r="2">%b</row>' % CELL,
    "attribute twice": b'<row r="1" ht="1" ht="2">%b</row>' % CELL,
    "undeclared prefix": b'<row r="1" x14ac:dyDescent="0.25">%b</row>' % CELL,
    "entity": b'<row r="1" ht="&e;">%b</row>' % CELL,
    "no quotes": b'<row r="1" ht=1>%b</row>' % CELL,
    "empty and yet with cells": b'<row r="1"/>%b</row>' % CELL,
    "not closed": b'<row r="1">%b' % CELL,
    "text": b'<row r="1">x%b</row>' % CELL,
    "data ends early": b"%b</sheetData><sheetData>%b" % (ROW, ROW),
}


@pytest.mark.parametrize("rows", ROW_TRICKS.values(), ids=ROW_TRICKS)
def test_a_trick_in_a_row_is_not_plain(rows):
    assert plain_sheet(sheet(rows)) is None


def test_a_declared_prefix_of_a_row_is_plain():
    rows = b'<row r="1" x14ac:dyDescent="0.25">%b</row>' % CELL
    declared = sheet(rows).replace(b"<worksheet ", b'<worksheet xmlns:x14ac="u" ')

    assert plain_sheet(declared) == rows


HEAD = b'<?xml version="1.0" encoding="UTF-8"?>'
PART_TRICKS = {
    "document type": b"<!DOCTYPE worksheet>" + sheet(),
    "entity": b'<!DOCTYPE x [<!ENTITY one "1">]>' + sheet(),
    "all in a comment": sheet(b"", b"<!-- <sheetData>" + ROW + b"</sheetData> -->"),
    "half in a comment": sheet(tail=b"<!-- x -->"),
    "raw text in the head": sheet(head=b"<x><![CDATA[<sheetData>]]></x>"),
    "data in an attribute": sheet(b"", b'<x a="<sheetData>%b</sheetData>"/>' % ROW),
    "data in an instruction": b"<?x <sheetData>" + ROW + b"</sheetData>?>" + sheet(b""),
    "data in the declaration": b"<?xml <sheetData>" + ROW + b"</sheetData>?><a/>",
    "instruction behind": sheet(tail=b"<?x y?>"),
    "two declarations": HEAD + HEAD + sheet(),
    "late declaration": b" " + HEAD + sheet(),
    "cell behind": sheet(tail=b'<c r="B1"><v>2</v></c>'),
    "row before": sheet(head=b'<row r="9"/>'),
    "prefixed cell behind": sheet(tail=b'<x:c xmlns:x="u" r="B1"><v>2</v></x:c>'),
    "prefixed data": sheet().replace(b"sheetData", b"x:sheetData"),
    "data with an attribute": sheet().replace(b"<sheetData>", b"<sheetData a='1'>"),
    "declared latin-1": HEAD.replace(b"UTF-8", b"latin-1") + sheet(),
    "declared UTF-7": HEAD.replace(b"UTF-8", b"UTF-7") + sheet(),
    "UTF-16": sheet().decode().encode("utf-16"),
    "UTF-16 without mark": sheet().decode().encode("utf-16-le"),
    "no end": sheet()[:-1],
    "rubbish behind": sheet() + b"x",
    "nothing": b"",
}


@pytest.mark.parametrize("content", PART_TRICKS.values(), ids=PART_TRICKS)
def test_a_trick_around_the_rows_is_not_plain(content):
    assert plain_sheet(content) is None


@pytest.mark.parametrize(
    "body",
    [
        b"<si><r><t>a</t></r></si>",
        b"<si><t>a</t><t>b</t></si>",
        b"<si><t>&#97;</t></si>",
        b"<si><t>&e;</t></si>",
        b"<si><t><![CDATA[a]]></t></si>",
        b"<si><t>a<!-- b --></t></si>",
        b"<x:si><x:t>a</x:t></x:si>",
        b"<si><t>a]]></t></si>",
        b"<si><t>\xff</t></si>",
        b"<si><t>\xc0\x80</t></si>",
        b"<si><t>\xed\xa0\x80</t></si>",
        b"<si><t>\xef\xbf\xbf</t></si>",
        b"<si><t>a\rb</t></si>",
        b"<si><t>a</t></si><x/><si><t>b</t></si>",
        b"<si><t>a</t></si><t>b</t>",
        b"<si><t>a</si></t>",
    ],
)
def test_other_texts_are_not_plain(body):
    assert plain_texts(texts(b"<si><t>a</t></si>" + body)) is None


def test_a_document_type_before_the_texts_is_not_plain():
    body = b"<si><t>a</t></si>"

    assert plain_texts(texts(body)) == body
    assert plain_texts(texts(body, b"<!DOCTYPE sst>")) is None


def test_more_elements_than_a_part_may_hold_are_not_plain():
    assert plain_sheet(sheet(b'<row r="1"/>' * 1_000))
    assert plain_sheet(sheet(b'<row r="1"/>' * limits.ELEMENTS)) is None
    assert plain_texts(texts(b"<si><t/></si>" * limits.ELEMENTS)) is None


def test_more_kinds_of_rows_than_are_tried_are_not_plain():
    rows = b"".join(b'<row r="1" ht="%d"/>' % height for height in range(201))

    assert plain_sheet(sheet(rows)) is None


SOUND_CELLS = (
    b'<c r="A%d"><v>1</v></c>',
    b'<c r="B%d" t="s"><v>1</v></c>',
    b'<c r="B%d" s="4"><v>0.13</v></c>',
    b'<c r="C%d" s="4" t="n"><f>1+1</f><v>2</v></c>',
    b'<c r="D%d"><f>1</f></c>',
    b'<c r="E%d" t="e"><v>#N/A</v></c>',
    b'<c r="E%d" t="b"><v>0</v></c>',
    b'<c r="F%d" t="str"><v> </v></c>',
    b'<c r="F%d" t="s"><v>99999</v></c>',
    b'<c r="G%d" s="6"><v>45000</v></c>',
    b'<c r="H%d" s="6"><v>45000.5</v></c>',
    b'<c r="I%d"><v>0.12345678901234567</v></c>',
    b'<c r="J%d" s="4"></c>',
    b'<c r="K%d" s="4"/>',
)
CELLS = st.sampled_from([*SOUND_CELLS, *CELL_TRICKS.values()])
SOUND = st.lists(st.sampled_from(SOUND_CELLS), max_size=8, unique=True)
ANY = st.lists(CELLS, max_size=4)


@settings(max_examples=50)
@given(
    rows=st.lists(SOUND | ANY, min_size=1, max_size=4),
    numbers=st.permutations([1, 2, 3, 5_000, 5_001]),
)
def test_a_comment_that_forces_the_full_scan_changes_nothing(rows, numbers):
    body = b"".join(
        b'<row r="%d">%b</row>'
        % (number, b"".join(cell.replace(b"%d", b"%d" % number) for cell in row))
        for row, number in zip(rows, sorted(numbers[: len(rows)]), strict=False)
    )
    plain, full = sheet(body), sheet(body, head=b"<!-- -->")
    content = workbook()

    found = outcome(with_parts(content, {LINES: plain}))

    assert plain_sheet(full) is None
    assert found == outcome(with_parts(content, {LINES: full}))
