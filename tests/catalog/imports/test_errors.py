"""Errors name their cell as a spreadsheet does and stop at a cap."""

from catalog.imports.errors import (
    MAX_ERRORS,
    CellError,
    ErrorList,
    ImportRefusedError,
    column_letters,
)
from catalog.imports.messages import Fault


def test_columns_are_named_as_in_a_spreadsheet():
    named = [column_letters(column) for column in (1, 26, 27, 52, 53, 702, 703, 16384)]

    assert named == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"]


def test_an_error_gives_its_place_its_words_and_the_key_to_translate():
    error = CellError(
        code=Fault.TEXT_TOO_LONG, params={"limit": "80"}, sheet="Lines", row=3, column=4
    )

    assert (error.cell, error.column_letters) == ("D3", "D")
    assert error.text == "The text is longer than 80 characters."
    assert error.template == "The text is longer than %(limit)s characters."


def test_an_error_of_the_whole_file_has_no_cell():
    error = ImportRefusedError(Fault.FILE_TOO_LARGE, limit=4).error

    assert (error.cell, error.column_letters) == ("", "")
    assert error.text == "The file is larger than 4 MB."


def test_what_a_message_repeats_of_a_file_is_visible_and_short():
    error = ImportRefusedError(Fault.NUMBER_INVALID, value="1\0\u202e2\n" + "x" * 500)

    assert error.error.params["value"] == "1\ufffd\ufffd2\ufffd" + "x" * 395


def test_the_list_stops_at_its_cap_and_says_so_once():
    errors = ErrorList()

    for row in range(MAX_ERRORS + 50):
        errors.add(CellError(code=Fault.DATE_TIME, row=row + 1, column=1))

    listed = errors.in_order()
    assert len(listed) == MAX_ERRORS + 1
    assert listed[-1].code == "too_many_errors"
    assert listed[-1].params == {"limit": "200"}
