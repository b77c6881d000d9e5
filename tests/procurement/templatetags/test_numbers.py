"""Numbers on the pages: rounded half to even, grouped, a true minus, never a float."""

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from procurement.money import Money, TaxBasis
from procurement.templatetags.numbers import (
    decimals,
    duration,
    machine,
    money,
    money_bare,
    money_whole,
    percent,
    percent_exact,
    plain,
    price_short,
    signed_percent,
    unit_price,
)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_numbers_are_grouped_by_three_with_a_true_minus(language):
    with translation.override(language):
        assert decimals(Decimal("1234567.565"), 2) == "1,234,567.56"
        assert decimals(Decimal("-1234.575"), 2) == "−1,234.58"
        assert decimals(Fraction(2, 3), 4) == "0.6667"
        assert decimals(Fraction(5, 1000), 2) == "0.00"
        assert decimals(Fraction(15, 1000), 2) == "0.02"
        assert decimals(0, 0) == "0"
        assert decimals(0.1, 3) == "0.100"


def test_an_undefined_number_is_an_en_dash():
    assert (decimals(None), percent(None), money(None, "USD")) == ("–", "–", "–")


def test_a_share_is_written_in_per_cent():
    assert percent(Decimal("0.335"), 1) == "33.5\N{NO-BREAK SPACE}%"
    assert percent(Fraction(1, 3)) == "33\N{NO-BREAK SPACE}%"


def test_an_amount_always_carries_its_code_and_its_currencys_places():
    assert money(Decimal(3322920), "USD") == "USD\N{NO-BREAK SPACE}3,322,920.00"
    assert money(Decimal("1234.5"), "JPY") == "JPY\N{NO-BREAK SPACE}1,234"
    amount = Money(Decimal("1.0005"), "KWD", TaxBasis.NET)
    assert money(amount) == "KWD\N{NO-BREAK SPACE}1.000"
    assert money_whole(Decimal("3322920.51"), "USD") == "USD\N{NO-BREAK SPACE}3,322,921"


def test_plain_numbers_keep_their_decimals_and_no_more():
    assert plain(Decimal("0.140850000000")) == "0.14085"
    assert plain(Decimal("1234567.500")) == "1,234,567.5"
    assert plain(None) == "–"


@pytest.mark.parametrize(
    ("price", "text"),
    [
        ("228400.00", "228,400"),
        ("205497.140749", "205,497.140749"),
        ("222799.9999999", "222,800"),
        ("13742.8518721", "13,742.85"),
        ("0.002850", "0.00285"),
        ("0.0028549999", "0.002855"),
    ],
)
def test_unit_prices_are_as_quoted_and_converted_ones_to_cents(price, text):
    assert unit_price(Decimal(price)) == text


def test_undefined_prices_differences_and_lengths_are_en_dashes():
    assert (unit_price(None), signed_percent(None), duration(None)) == ("–", "–", "–")


def test_differences_carry_their_sign():
    assert signed_percent(Fraction(1, 40)) == "+2.5\N{NO-BREAK SPACE}%"
    assert signed_percent(Fraction(-3, 8)) == "−37.5\N{NO-BREAK SPACE}%"
    assert signed_percent(Fraction(0)) == "0.0\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("span", "text"),
    [
        ({"hours": 2, "minutes": 14, "seconds": 59}, "2 h 14 min"),
        ({"days": 3, "hours": 1}, "3 d 1 h"),
        ({"minutes": 5}, "5 min"),
        ({"seconds": 3}, "0 min"),
    ],
)
def test_lengths_of_time_show_their_two_largest_units(span, text):
    assert duration(timedelta(**span)) == text


def test_numbers_for_scripts_are_plain():
    assert machine(Decimal("1234567.50")) == "1234567.5"
    assert machine(None) == ""


def test_shares_and_bare_amounts_keep_their_places():
    assert percent_exact(Decimal("0.031250")) == "3.125\N{NO-BREAK SPACE}%"
    assert percent_exact(None) == "–"
    assert money_bare(Decimal(1234), "USD") == "1,234.00"
    assert money_bare(Decimal(1234), "JPY") == "1,234"


@pytest.mark.parametrize(
    ("price", "text"),
    [
        ("1188966.986155", "1,188,967"),
        ("9999.994", "9,999.99"),
        ("113.00", "113"),
        ("0.002850", "0.00285"),
    ],
)
def test_prices_are_short_where_the_tooltip_has_them_in_full(price, text):
    assert price_short(Decimal(price)) == text
    assert price_short(None) == "–"
