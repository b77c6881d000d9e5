"""Text tables: the separator told, the records counted, the text kept as text."""

import time

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.quotes import read_quote
from catalog.imports.spreadsheets.delimited import grid_from_text_table
from tests.catalog.imports.spreadsheets import hostile


def cells(content: bytes) -> list[tuple[int, int, object]]:
    grid = grid_from_text_table(content)
    return [(cell.row, cell.column, cell.value) for row in grid.rows for cell in row]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_sign_behind_the_first_cell_is_the_separator(separator):
    content = f'"Template"{separator}X\n{separator}"a,b;c"\n'.encode()

    assert cells(content) == [(1, 1, "Template"), (1, 2, "X"), (2, 2, "a,b;c")]


def test_rows_are_counted_as_a_spreadsheet_shows_them():
    content = b'a,"b\nc"\r\n,\r\n\r\nd\r'

    assert cells(content) == [(1, 1, "a"), (1, 2, "b\nc"), (4, 1, "d")]


def test_the_guard_before_a_formula_is_taken_away():
    assert cells(b"a,'=1+1,'tis\n")[1:] == [(1, 2, "=1+1"), (1, 3, "'tis")]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"   \n", "file_empty"),
        (b"<html><table>", "file_not_text"),
        (b"\xef\xbb\xbf  <?xml?><svg/>", "file_not_text"),
        (b"%PDF-1.7", "file_not_text"),
        (b"{\\rtf1", "file_not_text"),
        (b'a,"b', "file_broken"),
        (b'a,"b"c', "file_broken"),
        (b"a," * 65 + b"b", "too_many_columns"),
        (b"a\n" * 5001, "too_many_rows"),
        ((b"a," * 30 + b"\n") * 700, "too_many_cells"),
    ],
)
def test_what_is_no_table_is_refused(content, code):
    with pytest.raises(ImportRefusedError) as refusal:
        grid_from_text_table(content)

    assert refusal.value.error.code == code


@pytest.mark.parametrize(
    ("build", "code"),
    [
        (hostile.wide_record, "too_many_columns"),
        (hostile.many_records, "too_many_rows"),
        (hostile.long_field, "file_broken"),
    ],
)
def test_a_table_that_unfolds_is_refused_within_a_second(build, code):
    content = build()
    start = time.process_time()

    (error,) = read_quote(content).errors

    assert error.code == code
    assert time.process_time() - start < 1
