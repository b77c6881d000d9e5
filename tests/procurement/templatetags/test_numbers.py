"""Numbers on the pages: rounded half to even, grouped, a true minus, never a float."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from procurement.money import Money, TaxBasis
from procurement.templatetags.numbers import decimals, money, money_whole, percent


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
