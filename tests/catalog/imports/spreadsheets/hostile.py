"""Hostile workbooks and tables, built by code: small files that mean to grow."""

import io
import zipfile
from collections.abc import Iterator

from catalog.imports.template import quote_workbook
from tests.catalog.imports.samples import BRIEF, make_sheet, with_parts

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINES = "xl/worksheets/sheet3.xml"
TEXTS = "xl/sharedStrings.xml"


def workbook() -> bytes:
    return quote_workbook(BRIEF, sheet=make_sheet())


def sheet_xml(rows: str, dimension: str = "A1") -> bytes:
    return (
        f'<worksheet xmlns="{_MAIN}"><dimension ref="{dimension}"/>'
        f"<sheetData>{rows}</sheetData></worksheet>"
    ).encode()


def with_lines(rows: str, dimension: str = "A1") -> bytes:
    return with_parts(workbook(), {LINES: sheet_xml(rows, dimension)})


def many_cells() -> bytes:
    """Two million cells, as rows without numbers."""
    return with_lines(f"<row>{'<c><v>1</v></c>' * 200}</row>" * 4500)


def many_columns() -> bytes:
    """A row of a hundred cells."""
    return with_lines(f"<row>{'<c><v>1</v></c>' * 100}</row>")


def full_sheet() -> bytes:
    """Rows that fit, and more cells than a quote has."""
    return with_lines(f"<row>{'<c><v>1</v></c>' * 60}</row>" * 400)


def far_cell() -> bytes:
    """One cell in the last corner: dense storage would take terabytes."""
    return with_lines('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')


def dimension_lie() -> bytes:
    """A dimension of the whole sheet and one true cell."""
    return with_lines('<row r="1"><c r="A1"><v>1</v></c></row>', "A1:XFD1048576")


def text_bomb() -> bytes:
    """One long shared text in thousands of cells."""
    texts = f'<sst xmlns="{_MAIN}"><si><t>{"x" * 32_000}</t></si></sst>'.encode()
    cells = '<c t="s"><v>0</v></c>' * 60
    lines = sheet_xml(f"<row>{cells}</row>" * 300)
    return with_parts(workbook(), {LINES: lines, TEXTS: texts})


def empty_rows() -> bytes:
    """Half a million rows without a value."""
    return with_lines("<row/>" * 300_000)


def entity_bomb() -> bytes:
    """Ten levels of entities, each ten times the one below."""
    levels = "".join(
        f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10)
    )
    head = f'<!DOCTYPE x [<!ENTITY e0 "xxxxxxxxxx">{levels}]>'
    return with_parts(workbook(), {LINES: head.encode() + sheet_xml("<row>&e9;</row>")})


def external_entity() -> bytes:
    head = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    return with_parts(workbook(), {TEXTS: head + b"<sst><si><t>&e;</t></si></sst>"})


def zero_bomb() -> bytes:
    target = io.BytesIO()
    with (
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(LINES, "w") as part,
    ):
        for _ in range(64):
            part.write(b"\0" * 1_000_000)
    return target.getvalue()


def deep_markup() -> bytes:
    return with_lines("<row>" + "<x>" * 20_000 + "</x>" * 20_000 + "</row>")


def wide_record() -> bytes:
    return b"Template,GPU-QUOTE-1\n" + b"," * 3_900_000


def many_records() -> bytes:
    return b"Template,GPU-QUOTE-1\n" + b"\n" * 3_900_000


def long_field() -> bytes:
    return b'Template,GPU-QUOTE-1\n"' + b"x" * 3_900_000


def everything() -> Iterator[bytes]:
    """Each of them in turn."""
    for build in (
        many_cells,
        many_columns,
        full_sheet,
        far_cell,
        text_bomb,
        empty_rows,
        entity_bomb,
        external_entity,
        zero_bomb,
        deep_markup,
        wide_record,
        many_records,
        long_field,
    ):
        yield build()
