"""Numbers are read exactly or not at all."""

from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from catalog.imports.errors import ImportRefusedError
from catalog.imports.numbers import (
    NumberStyle,
    decimal_from_float,
    decimal_from_text,
    decimal_text,
    fits_a_cell,
)

POINT, COMMA = NumberStyle.POINT, NumberStyle.COMMA


@pytest.mark.parametrize(
    ("text", "style", "number"),
    [
        ("0", None, "0"),
        ("16", None, "16"),
        ("1,234.56", POINT, "1234.56"),
        ("1.234,56", COMMA, "1234.56"),
        ("1,234,567", POINT, "1234567"),
        ("1.234.567", COMMA, "1234567"),
        ("1234.567", POINT, "1234.567"),
        ("0.285", POINT, "0.285"),
        ("0,00285", COMMA, "0.00285"),
        ("1.2340", POINT, "1.234"),
        ("-5", POINT, "-5"),
        (" 7 ", POINT, "7"),
        ("1052183.333333", POINT, "1052183.333333"),
    ],
)
def test_a_clear_number_is_read(text, style, number):
    assert decimal_from_text(text, style) == Decimal(number)


@pytest.mark.parametrize(
    ("text", "style", "code"),
    [
        ("1.234", POINT, "number_ambiguous"),
        ("1.234", COMMA, "number_ambiguous"),
        ("1,234", POINT, "number_ambiguous"),
        ("999,999", COMMA, "number_ambiguous"),
        ("1.234", None, "number_ambiguous"),
        ("1.234,56", POINT, "number_invalid"),
        ("1,234.56", COMMA, "number_invalid"),
        ("1,23.4", POINT, "number_invalid"),
        ("12,34,567", POINT, "number_invalid"),
        ("0,125", POINT, "number_invalid"),
        ("0.125", COMMA, "number_invalid"),
        ("-00,500", POINT, "number_invalid"),
        ("0,125.50", POINT, "number_invalid"),
        ("012.345", COMMA, "number_invalid"),
        ("1234.5", None, "number_format_missing"),
        ("\uff11\uff12", POINT, "number_digits"),
        ("١٢", POINT, "number_digits"),
        ("12\u00a0000", POINT, "number_digits"),
        ("−5", POINT, "number_digits"),
        ("1 234", POINT, "number_invalid"),
        ("1'234", POINT, "number_invalid"),
        ("1e5", POINT, "number_invalid"),
        ("1e999", POINT, "number_invalid"),
        ("NaN", POINT, "number_invalid"),
        ("nan", None, "number_invalid"),
        ("sNaN", POINT, "number_invalid"),
        ("Infinity", POINT, "number_invalid"),
        ("1_000", POINT, "number_invalid"),
        ("0x10", POINT, "number_invalid"),
        ("", POINT, "number_invalid"),
        (".5", POINT, "number_invalid"),
        ("5.", POINT, "number_invalid"),
        ("USD 5", POINT, "number_invalid"),
        ("9" * 41, POINT, "number_invalid"),
    ],
)
def test_a_doubtful_number_is_refused_by_name(text, style, code):
    with pytest.raises(ImportRefusedError) as refusal:
        decimal_from_text(text, style)

    assert refusal.value.error.code == code


def test_a_refusal_of_a_long_text_quotes_only_its_start():
    with pytest.raises(ImportRefusedError) as refusal:
        decimal_from_text("9" * 5000, POINT)

    assert refusal.value.error.params == {"value": "9" * 40 + "…"}


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0.0, "0"),
        (16.0, "16"),
        (0.1, "0.1"),
        (0.1 + 0.2, "0.3"),
        (1.1 * 3, "3.3"),
        (1052183.333333, "1052183.333333"),
        (228400.0, "228400"),
        (123456789.123456, "123456789.123456"),
        (-2.5, "-2.5"),
    ],
)
def test_a_cell_number_is_what_the_spreadsheet_shows(number, shown):
    assert decimal_from_float(number) == Decimal(shown)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (float("nan"), "number_not_finite"),
        (float("inf"), "number_not_finite"),
        (12345678901.123457, "number_inexact"),
        (1 / 3, "number_inexact"),
        (2.0**53 + 1, "number_inexact"),
    ],
)
def test_a_cell_number_without_an_exact_decimal_is_refused(number, code):
    with pytest.raises(ImportRefusedError) as refusal:
        decimal_from_float(number)

    assert refusal.value.error.code == code


@given(st.decimals(-(10**9), 10**9, places=6))
def test_what_fits_a_cell_survives_it(number):
    if fits_a_cell(number):
        assert decimal_from_float(float(number)) == number


@given(st.decimals(0, 10**12, places=6, allow_nan=False), st.sampled_from(NumberStyle))
def test_what_is_written_is_read_back(number, style):
    assert decimal_from_text(decimal_text(number, style), style) == number
