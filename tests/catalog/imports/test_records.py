"""Labels and columns are found in any order; what fits none is named."""

from catalog.imports.errors import column_letters
from catalog.imports.quotes import read_quote
from tests.catalog.imports.samples import (
    faults_of,
    place,
    table_bytes,
    table_rows,
    with_field,
)


def test_columns_and_fields_may_stand_in_any_order():
    rows = table_rows()
    number, _ = place(rows, "Unit price")
    for row in rows[number:]:
        row.reverse()
    rows[2:6] = rows[5:1:-1]

    assert (
        read_quote(table_bytes(rows)).sheet
        == read_quote(table_bytes(table_rows())).sheet
    )


def test_an_unknown_field_is_named():
    rows = table_rows()
    rows.insert(3, ["Vendro", "x"])

    assert faults_of(rows) == [("A4", "label_unknown")]


def test_a_caption_and_a_help_text_are_not_read():
    rows = table_rows()
    rows.insert(3, ["Terms"])
    rows.insert(4, ["", "", "see annex"])

    assert faults_of(rows) == []


def test_a_value_without_label_is_named():
    rows = table_rows()
    rows.insert(3, ["", "12"])

    assert faults_of(rows) == [("B4", "cell_stray")]


def test_a_field_twice_is_named():
    rows = table_rows()
    rows.insert(3, ["供应商", "x"])

    assert [fault for _, fault in faults_of(rows)] == ["label_double"]


def test_a_missing_field_is_named_without_a_cell():
    rows = table_rows()
    del rows[place(rows, "Vendor")[0]]

    (error,) = read_quote(table_bytes(rows)).errors

    assert (error.cell, error.text) == ("", "The field “Vendor / 供应商” is missing.")


def test_unknown_double_and_missing_columns_are_named():
    rows = table_rows()
    number, column = place(rows, "Unit price")
    rows[number][column] = "Price"
    rows[number][column + 1] = "Quantity"

    assert faults_of(rows) == [
        (f"G{number + 1}", "column_unknown"),
        (f"H{number + 1}", "column_double"),
        (f"A{number + 1}", "column_missing"),
    ]


def test_an_optional_column_may_be_left_out():
    rows = table_rows()
    number, column = place(rows, "Discount")
    for row in rows[number:]:
        del row[column:]

    assert faults_of(rows) == []


def test_a_value_under_no_heading_is_named():
    rows = table_rows()
    rows[-1].append("250000")
    column = column_letters(len(rows[-1]))

    assert faults_of(rows) == [(f"{column}{len(rows)}", "cell_stray")]


def test_a_number_with_a_fraction_needs_the_number_format():
    rows = with_field("Number format", "")

    assert [fault for _, fault in faults_of(rows)] == [
        "required",
        "number_format_missing",
    ]
