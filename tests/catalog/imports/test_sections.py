"""A file is told by its bytes and split into its three parts."""

import pytest

from catalog.imports.quotes import read_quote
from catalog.imports.spreadsheets import limits
from tests.catalog.imports.samples import (
    make_sheet,
    table_bytes,
    table_rows,
    workbook_bytes,
)


def codes(content: bytes) -> list[str]:
    return [error.code.value for error in read_quote(content).errors]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b"x" * (limits.FILE_BYTES + 1), "file_too_large"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "file_encrypted"),
        (b"\x1f\x8b\x08" + b"\0" * 20, "file_not_text"),
        (b"\x89PNG\r\n\x1a\n", "file_not_text"),
        (b"PK\x05\x06" + b"\0" * 18, "file_not_text"),
        (b"<html><script>1</script></html>", "file_not_text"),
        (b"a,b\n1,2\n", "file_not_template"),
        (b"Template,GPU-QUOTE-2\n", "file_not_template"),
        ("Template,GPU-QUOTE-1\n".encode("utf-16-le"), "file_not_template"),
        (b"Template,GPU-QUOTE-1\n[Offers]\nx\n", "section_missing"),
    ],
)
def test_a_file_that_is_no_template_is_refused(content, code):
    assert codes(content) == [code]


def test_a_sheet_under_both_names_is_refused():
    content = workbook_bytes(lambda _, book: book.add_worksheet("报价"))

    assert codes(content) == ["section_double"]


def test_other_sheets_are_not_read():
    content = workbook_bytes(lambda _, book: book.add_worksheet("Data sheet"))

    assert read_quote(content).sheet == make_sheet()


def test_a_section_twice_is_refused():
    rows = table_rows()

    assert codes(table_bytes([*rows, ["[Lines]"]])) == ["section_double"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_each_separator_and_encoding_gives_the_same_quote(delimiter, encoding):
    content = table_bytes(table_rows(), delimiter, encoding)

    assert read_quote(content).sheet == make_sheet()


def test_a_chinese_program_may_save_in_its_own_encoding():
    sheet = make_sheet(vendor="浪潮电子信息产业股份有限公司")

    content = table_bytes(table_rows(sheet), encoding="gb18030")

    assert read_quote(content).sheet == sheet


def test_a_comma_for_the_decimals_is_read_where_it_is_declared():
    rows = [
        [cell.replace("205497.140749", "205.497,140749") for cell in row]
        for row in table_rows()
    ]
    rows = [
        [cell.replace("point (1,234.56)", "comma (1.234,56)") for cell in row]
        for row in rows
    ]

    assert read_quote(table_bytes(rows, ";")).sheet == make_sheet()
