"""A quote is read whole, or every fault is named by its cell and nothing is read."""

from datetime import date
from decimal import Decimal

import pytest

from catalog.imports.labels import Language
from catalog.imports.quote_sheet import BuyBack, Category
from catalog.imports.quotes import read_quote
from catalog.imports.template import quote_text_table, quote_workbook
from procurement.money import TaxBasis
from tests.catalog.imports.samples import (
    BRIEF,
    faults,
    faults_of,
    make_line,
    make_sheet,
    place,
    table_bytes,
    table_rows,
    with_field,
    with_line_cell,
    workbook_bytes,
)


def test_a_sound_text_table_gives_the_whole_quote():
    sheet = make_sheet(
        make_line(),
        make_line(
            category=Category.SUPPORT,
            key="s5",
            label="Extension years 4–5",
            unit_price=None,
            first_year=4,
            last_year=5,
        ),
        tax_basis=TaxBasis.GROSS,
        tax_rate=Decimal("0.13"),
        buy_back=BuyBack(share=Decimal("0.15"), month=36, conditions="working order"),
        notes="first line\nsecond line",
    )

    reading = read_quote(quote_text_table(BRIEF, Language.ENGLISH, sheet))

    assert reading.errors == ()
    assert reading.sheet == sheet


def test_a_sound_workbook_gives_the_whole_quote():
    sheet = make_sheet()

    reading = read_quote(quote_workbook(BRIEF, Language.CHINESE, sheet))

    assert reading.errors == ()
    assert reading.sheet == sheet


@pytest.mark.parametrize(
    ("label", "value", "fault"),
    [
        ("Vendor", "", "required"),
        ("Vendor", "x" * 201, "text_too_long"),
        ("Vendor", "Ac\0me", "text_control"),
        ("Currency", "usd", "currency_unknown"),
        ("Currency", "USDX", "currency_unknown"),
        ("Tax basis", "netto", "choice_unknown"),
        ("Tax rate", "0.13", "percent_ambiguous"),
        ("Tax rate", "1", "percent_ambiguous"),
        ("Tax rate", "101%", "number_too_large"),
        ("Tax rate", "-1%", "number_too_small"),
        ("Tax rate", "13.12345%", "number_decimals"),
        ("Round", "0", "number_too_small"),
        ("Round", "1.5", "number_whole"),
        ("Round", "9223372036854775808", "number_too_large"),
        ("Quote date", "18.11.2026", "date_invalid"),
        ("Quote date", "2026-02-30", "date_invalid"),
        ("Quote date", "0001-01-01", "date_window"),
        ("Quote date", "9999-12-31", "date_window"),
        ("Quote date", "2026-11-18T10:00", "date_invalid"),
        ("Valid until", "2026-11-17", "valid_before_quoted"),
        ("Lead time, weeks", "-1", "number_too_small"),
        ("Lead time, weeks", "nan", "number_invalid"),
        ("Incoterm", "ZZZ", "choice_unknown"),
        ("Buy-back, share of price", "15%", "buy_back_incomplete"),
        ("Buy-back, after month", "36", "buy_back_incomplete"),
        ("Buy-back, conditions", "as is", "buy_back_incomplete"),
        ("Number format", "1234", "choice_unknown"),
    ],
)
def test_a_faulty_header_field_is_named_by_its_cell(label, value, fault):
    rows = with_field(label, value)
    number, _ = place(rows, label)

    assert (f"B{number + 1}", fault) in faults_of(rows)


@pytest.mark.parametrize(
    ("label", "value", "fault"),
    [
        ("Unit price", "", "price_missing"),
        ("Unit price", "-1", "number_too_small"),
        ("Unit price", "n/a", "number_invalid"),
        ("Unit price", "1.234", "number_ambiguous"),
        ("Unit price", "1e999", "number_invalid"),
        ("Unit price", "Infinity", "number_invalid"),
        ("Unit price", "0.1234567", "number_decimals"),
        ("Unit price", "1000000000000", "number_too_large"),
        ("Unit price", "1." + "0" * 27 + "1", "number_decimals"),
        ("Unit price", "\uff11\uff12", "number_digits"),
        ("Quantity", "0", "number_not_positive"),
        ("Quantity", "-16", "number_too_small"),
        ("Quantity", "", "required"),
        ("Discount", "5", ""),
        ("Discount", "0.05", "percent_ambiguous"),
        ("Discount", "101%", "number_too_large"),
        ("Group", "Logistics", "choice_unknown"),
        ("Key", "Chassis 1", "key_invalid"),
        ("Key", "../x", "key_invalid"),
        ("Offer", "Bsae", "offer_unknown"),
        ("First year", "1", "years_incomplete"),
        ("First year", "16", "number_too_large"),
        ("Unit", "x" * 31, "text_too_long"),
    ],
)
def test_a_faulty_line_cell_is_named(label, value, fault):
    rows = with_line_cell(label, value)
    number, column = place(rows, label)
    cell = f"{'ABCDEFGHIJ'[column]}{number + 2}"

    assert ((cell, fault) in faults_of(rows)) == bool(fault)


def test_a_message_can_be_read():
    rows = with_line_cell("Unit price", "1.234")

    reading = read_quote(table_bytes(rows))

    assert [error.text for error in reading.errors] == [
        (
            "“1.234” can be read as a thousand or as a fraction. Write it with two or "
            "four decimals, or without a separator."
        )
    ]


@pytest.mark.parametrize("words", ["not offered", "Not Offered", "未报价", "不提供"])
def test_not_offered_is_no_price_and_never_zero(words):
    reading = read_quote(table_bytes(with_line_cell("Unit price", words)))

    assert reading.sheet is not None
    assert reading.sheet.lines[0].unit_price is None


@pytest.mark.parametrize("words", ["0", "0.00", "included", "已含"])
def test_a_free_line_costs_zero(words):
    reading = read_quote(table_bytes(with_line_cell("Unit price", words)))

    assert reading.sheet is not None
    assert reading.sheet.lines[0].unit_price == 0


def test_a_line_not_offered_has_no_discount():
    rows = with_line_cell("Unit price", "not offered")
    number, column = place(rows, "Discount")
    rows[number + 1][column] = "5%"

    assert [fault for _, fault in faults_of(rows)] == ["not_offered_discount"]


def test_a_support_line_needs_its_years_in_order():
    rows = with_line_cell("Group", "Support")
    assert [fault for _, fault in faults_of(rows)] == ["years_missing"]

    number, column = place(rows, "First year")
    rows[number + 1][column : column + 2] = ["3", "1"]
    assert [fault for _, fault in faults_of(rows)] == ["years_order"]


def test_gross_prices_need_the_tax_rate():
    rows = with_field("Tax basis", "gross")

    assert [fault for _, fault in faults_of(rows)] == ["tax_rate_missing"]


@pytest.mark.parametrize(
    ("bases", "wrong"), [(["no"], 1), (["yes", "yes"], 1), (["no", "yes"], 0)]
)
def test_exactly_one_offer_is_the_base(bases, wrong):
    rows = table_rows()
    number = next(at for at, row in enumerate(rows) if row[:1] == ["[Offers]"]) + 2
    offer = rows.pop(number)
    base = next(at for at, text in enumerate(offer) if text == "yes")
    for at, word in enumerate(bases):
        copy = [f"Base{at or ''}", *offer[1:base], word, *offer[base + 1 :]]
        rows.insert(number + at, copy)
    line = rows[-1]
    rows += [[f"Base{at}", *line[1:]] for at in range(1, len(bases))]

    found = [fault for _, fault in faults_of(rows)]

    assert found == ["base_offer_count"] * wrong


def test_offers_and_keys_are_not_repeated_and_each_offer_has_lines():
    rows = table_rows()
    number = next(at for at, row in enumerate(rows) if row[:1] == ["[Offers]"]) + 2
    second = ["Other", *(text.replace("yes", "no") for text in rows[number][1:])]
    rows[number + 1 : number + 1] = [second, ["Base", *second[1:]]]
    rows.append(rows[-1])

    found = [fault for _, fault in faults_of(rows)]

    assert found == ["offer_double", "offer_without_lines", "line_double"]


def test_every_fault_of_the_cells_is_listed_at_once():
    rows = with_line_cell("Unit price", "")
    number, _ = place(rows, "Vendor")
    rows[number][1] = ""

    assert [fault for _, fault in faults_of(rows)] == ["required", "price_missing"]


def test_a_fault_in_the_last_of_many_lines_imports_nothing():
    lines = [make_line(key=f"k{at}") for at in range(900)]
    rows = table_rows(make_sheet(*lines))
    rows[-1][6] = ""

    reading = read_quote(table_bytes(rows))

    assert reading.sheet is None
    assert faults(reading) == [(f"G{len(rows)}", "price_missing")]


def test_cells_of_a_workbook_are_named_with_their_sheet():
    content = workbook_bytes(lambda sheets, _: sheets["Lines"].write_string("G2", "?"))

    (error,) = read_quote(content).errors

    assert (error.sheet, error.cell, error.code) == ("Lines", "G2", "number_invalid")


def test_a_formula_counts_as_its_stored_value():
    content = workbook_bytes(
        lambda sheets, _: sheets["Lines"].write_formula("G2", "=2*3", None, 6)
    )

    reading = read_quote(content)

    assert reading.sheet is not None
    assert reading.sheet.lines[0].unit_price == 6


@pytest.mark.parametrize(
    ("result", "fault"),
    [(0, "formula_zero"), ("", "formula_empty"), ("#REF!", "formula_error")],
)
def test_a_formula_without_a_result_is_not_zero(result, fault):
    content = workbook_bytes(
        lambda sheets, _: sheets["Lines"].write_formula("G2", "=A1", None, result)
    )

    assert faults(read_quote(content)) == [("G2", fault)]


def test_a_percent_cell_and_a_plain_cell_are_told_apart():
    def as_percent(sheets, book):
        percent = book.add_format({"num_format": "0.00%"})
        sheets["Lines"].write_number("H2", 0.025, percent)

    reading = read_quote(workbook_bytes(as_percent))
    plain = workbook_bytes(lambda sheets, _: sheets["Lines"].write_number("H2", 0.025))
    quoted = workbook_bytes(
        lambda sheets, book: sheets["Lines"].write_number(
            "H2", 2.5, book.add_format({"num_format": '0.0" %"'})
        )
    )

    assert reading.sheet is not None
    assert reading.sheet.lines[0].discount == Decimal("0.025")
    assert faults(read_quote(plain)) == [("H2", "percent_ambiguous")]
    assert read_quote(quoted).sheet == reading.sheet


def test_a_date_cell_is_read_as_its_day():
    def write(sheets, book):
        style = book.add_format({"num_format": "dd.mm.yyyy"})
        row = 10
        assert sheets["Quote"].table[row][1]
        sheets["Quote"].write_datetime(row, 1, date(2026, 11, 19), style)

    reading = read_quote(workbook_bytes(write))

    assert reading.sheet is not None
    assert reading.sheet.header.quoted_on == date(2026, 11, 19)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (1e300, "number_too_large"),
        (12345678901.123457, "number_inexact"),
        (-1, "number_too_small"),
        (0.0000001, "number_decimals"),
        (True, "number_invalid"),
    ],
)
def test_a_number_cell_is_bounded(value, fault):
    content = workbook_bytes(lambda sheets, _: sheets["Lines"].write("G2", value))

    assert faults(read_quote(content)) == [("G2", fault)]


def test_noise_of_binary_numbers_never_reaches_a_price():
    content = workbook_bytes(
        lambda sheets, _: sheets["Lines"].write_formula("G2", "=.1+.2", None, 0.1 + 0.2)
    )

    reading = read_quote(content)

    assert reading.sheet is not None
    assert reading.sheet.lines[0].unit_price == Decimal("0.3")
