import pickle
from datetime import date
from decimal import Decimal, DivisionByZero

import pytest
from babel.core import get_global
from hypothesis import given, strategies as st

from procurement.money import (
    CURRENCIES,
    UNIT_PRICE_PLACES,
    CurrencyMismatchError,
    MissingRateError,
    Money,
    MoneyError,
    Rate,
    TaxBasis,
    UnknownCurrencyError,
    convert,
    convert_to,
    round_decimal,
    total,
)

NET, GROSS = TaxBasis.NET, TaxBasis.GROSS
EURO = Rate("EUR", "USD", Decimal("1.084200"), date(2026, 11, 16), "ECB reference")
amounts = st.decimals(min_value=-(10**12), max_value=10**12, places=6)
rates = st.decimals(min_value="0.000001", max_value="100000", places=6)


def usd(amount: str | int) -> Money:
    return Money(Decimal(amount), "USD", NET)


def eur(amount: str | int) -> Money:
    return Money(Decimal(amount), "EUR", NET)


def test_amounts_of_one_kind_add_subtract_negate_and_scale_exactly():
    assert usd("0.1") + usd("0.2") == usd("0.3")
    assert usd("0.3") - usd("0.1") == usd("0.2")
    assert -usd("1.5") == usd("-1.5")
    assert usd("1.25") * 8 == 8 * usd("1.25") == usd(10)
    assert usd("1.25") * Decimal("0.5") == usd("0.625")
    assert usd(10) / 8 == usd("1.25")
    assert usd(3).ratio_to(usd(4)) == Decimal("0.75")
    assert total([usd(1), usd(2), usd("0.5")]) == usd("3.5")


def test_a_third_keeps_forty_digits():
    assert (usd(1) / 3).amount == Decimal("0." + "3" * 40)


def test_order_within_one_currency():
    assert usd(1) < usd(2) <= usd(2)
    assert usd(2) > usd(1) >= usd(1)
    assert sorted([usd(3), usd(1)]) == [usd(1), usd(3)]


@pytest.mark.parametrize("other", [eur(1), Money(Decimal(1), "USD", GROSS)])
@pytest.mark.parametrize(
    "operation",
    [
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: a < b,
        lambda a, b: a <= b,
        lambda a, b: a > b,
        lambda a, b: a >= b,
        lambda a, b: a.ratio_to(b),
        lambda a, b: total([a, b]),
        min,
    ],
)
def test_other_currency_or_basis_is_refused_by_every_operation(operation, other):
    with pytest.raises(CurrencyMismatchError) as refusal:
        operation(usd(1), other)

    assert refusal.value.code == "currency_mismatch"
    assert {refusal.value.left, refusal.value.right} == {usd(1), other}


def test_mismatch_names_both_sides():
    with pytest.raises(
        CurrencyMismatchError, match=r"^USD net and JPY gross do not mix$"
    ):
        usd(1) + Money(Decimal(100), "JPY", GROSS)


def test_equal_amounts_in_two_currencies_are_not_equal():
    assert usd(1) != eur(1)
    assert usd("1.50") == usd("1.5")
    assert hash(usd("1.50")) == hash(usd("1.5"))


@pytest.mark.parametrize("factor", [0.5, True, "2", None])
def test_inexact_factors_are_refused(factor):
    with pytest.raises(TypeError, match="exact numbers"):
        usd(1) * factor


def test_money_times_or_plus_other_things_is_refused():
    with pytest.raises(TypeError):
        usd(1) * usd(1)
    with pytest.raises(TypeError, match="money does not mix with int"):
        usd(1) + 1
    with pytest.raises(DivisionByZero):
        usd(1) / 0


@pytest.mark.parametrize("amount", [1, 1.0, "1", None])
def test_amount_must_be_a_decimal(amount):
    with pytest.raises(TypeError, match="an amount is a Decimal"):
        Money(amount, "USD", NET)


@pytest.mark.parametrize("amount", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_amount_must_be_finite(amount):
    with pytest.raises(MoneyError, match="finite"):
        Money(Decimal(amount), "USD", NET)


@pytest.mark.parametrize("currency", ["usd", "XXX", "BTC", "US", ""])
def test_currency_must_be_on_the_closed_list(currency):
    with pytest.raises(UnknownCurrencyError, match="not an ISO 4217 currency"):
        Money(Decimal(1), currency, NET)


def test_tax_basis_must_be_known():
    with pytest.raises(ValueError, match="'before' is not a valid TaxBasis"):
        Money(Decimal(1), "USD", "before")
    assert Money(Decimal(1), "USD", "net").tax_basis is NET


def test_no_amount_is_a_negative_zero():
    assert str(usd("-0.00").amount) == "0.00"
    assert str((-usd(0)).amount) == "0"
    assert str(usd("-0.004").rounded().amount) == "0.00"


@pytest.mark.parametrize(
    ("amount", "currency", "rounded"),
    [
        ("2.675", "USD", "2.68"),
        ("2.665", "USD", "2.66"),
        ("-2.675", "USD", "-2.68"),
        ("1234.5", "JPY", "1234"),
        ("1235.5", "JPY", "1236"),
        ("1.0005", "KWD", "1.000"),
        ("1.0015", "KWD", "1.002"),
        ("1", "USD", "1.00"),
    ],
)
def test_rounding_follows_the_currency_half_to_even(amount, currency, rounded):
    assert str(Money(Decimal(amount), currency, NET).rounded().amount) == rounded


def test_unit_prices_keep_six_places():
    assert str(usd("0.0028549").rounded(UNIT_PRICE_PLACES).amount) == "0.002855"


def test_rounding_is_exact_beyond_the_default_context():
    assert round_decimal(Decimal("1" * 35 + ".005"), 2) == Decimal("1" * 35 + ".00")


def test_json_is_three_strings_without_exponent():
    assert Money(Decimal("1E+3"), "CNY", GROSS).to_json() == {
        "amount": "1000",
        "currency": "CNY",
        "tax_basis": "gross",
    }
    assert usd("1.23").to_json()["amount"] == "1.23"


def test_tax_is_added_and_taken_off_once():
    net = Money(Decimal(100), "CNY", NET)
    gross = net.with_tax(Decimal("0.13"))

    assert gross == Money(Decimal(113), "CNY", GROSS)
    assert gross.without_tax(Decimal("0.13")) == net
    with pytest.raises(MoneyError, match="the amount is gross already"):
        gross.with_tax(Decimal("0.13"))
    with pytest.raises(MoneyError, match="the amount is net already"):
        net.without_tax(Decimal("0.13"))


def test_base_is_multiplied_and_quote_divided():
    assert convert(eur(100), EURO) == usd("108.42")
    assert convert(usd("108.42"), EURO) == eur(100)


def test_conversion_keeps_the_tax_basis():
    gross = Money(Decimal(100), "EUR", GROSS)

    assert convert(gross, EURO) == Money(Decimal("108.42"), "USD", GROSS)


@given(amounts, rates)
def test_converting_there_and_back_returns_the_amount(amount, per_base):
    rate = Rate("EUR", "CNY", per_base, date(2026, 11, 16), "test")
    money = Money(amount, "EUR", NET)

    back = convert(convert(money, rate), rate)

    assert abs(back.amount - amount) <= abs(amount) * Decimal("1e-38")


@given(amounts, amounts)
def test_adding_never_loses_a_digit(left, right):
    result = Money(left, "USD", NET) + Money(right, "USD", NET)

    assert result - Money(right, "USD", NET) == Money(left, "USD", NET)


def test_missing_rate_names_the_pair():
    with pytest.raises(MissingRateError, match=r"^no exchange rate from CNY to USD$"):
        convert(Money(Decimal(1), "CNY", NET), EURO)
    with pytest.raises(MissingRateError, match=r"^no exchange rate from EUR to CNY$"):
        convert_to(eur(1), "CNY", [EURO])


def test_rate_of_the_pair_is_found_in_either_direction():
    yen = Rate("JPY", "USD", Decimal("0.0065"), date(2026, 11, 16), "ECB")
    hundred_yen = Money(Decimal(100), "JPY", NET)

    assert convert_to(eur(100), "USD", [yen, EURO]) == usd("108.42")
    assert convert_to(usd("0.65"), "JPY", [yen, EURO]) == hundred_yen
    assert convert_to(usd(1), "USD", []) == usd(1)
    with pytest.raises(UnknownCurrencyError):
        convert_to(usd(1), "ABC", [])


@pytest.mark.parametrize("per_base", ["0", "-1", "NaN", "Infinity"])
def test_rate_must_be_a_number_above_zero(per_base):
    with pytest.raises(MoneyError, match="above zero"):
        Rate("EUR", "USD", Decimal(per_base), date(2026, 11, 16), "test")


def test_nothing_has_no_total():
    with pytest.raises(MoneyError, match="nothing to add"):
        total([])


def test_money_survives_pickling():
    assert pickle.loads(pickle.dumps(usd("1.10"))) == usd("1.10")  # noqa: S301 -- own bytes


def test_places_agree_with_published_data_but_for_coins_gone_out_of_use():
    published = get_global("currency_fractions")
    default = published["DEFAULT"]

    different = {
        code
        for code, places in CURRENCIES.items()
        if published.get(code, default)[0] != places
    }

    assert " ".join(sorted(different)) == (
        "AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK SOS SYP YER"
    )
    assert len(CURRENCIES) == 154
