from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.assumptions import Origin, number
from tests.scoring.tco.samples import assume


def test_percent_becomes_a_fraction_and_other_units_stay():
    assert assume("utilisation", 70, "%").number == Decimal("0.7")
    assert assume("tariff_increase", 2, "% per year").number == Decimal("0.02")
    assert assume("tariff", "0.092", "USD/kWh").number == Decimal("0.092")
    assert number(Decimal("12.5"), "% of pool") == Decimal("0.125")


def test_money_knows_its_currency():
    assert assume("tariff", "0.092", "CNY/kWh").currency == "CNY"
    assert assume("idle_kw", 3, "kW").currency is None


def test_label_and_parameters_come_from_the_key():
    residual = assume("residual_4_H200", 13, "% of compute hardware")

    assert residual.label % residual.parameters == "Residual after 4 years, H200"


@pytest.mark.parametrize(
    ("key", "value", "unit", "code"),
    [
        ("utilisation", "100.01", "%", "out_of_range"),
        ("utilisation", "-1", "%", "out_of_range"),
        ("pue", "0.99", "", "out_of_range"),
        ("residual_3_H100", "100.5", "% of compute hardware", "out_of_range"),
        ("hours", "0", "h", "out_of_range"),
        ("hours", "9000", "h", "out_of_range"),
        ("tariff", "-0.01", "USD/kWh", "out_of_range"),
        ("tariff_increase", "-100", "% per year", "out_of_range"),
        ("pue", "NaN", "", "not_a_number"),
        ("fte", "Infinity", "FTE", "not_a_number"),
        ("tariff", "0.1", "USD per kWh", "wrong_unit"),
        ("colour", "1", "", "unknown_assumption"),
    ],
)
def test_values_outside_their_meaning_are_refused(key, value, unit, code):
    with pytest.raises(InputError) as refusal:
        assume(key, value, unit)

    assert (refusal.value.code, refusal.value.field) == (code, key)


@pytest.mark.parametrize(
    ("key", "value", "unit"),
    [
        ("residual_3_H100", 100, "% of compute hardware"),
        ("utilisation", 0, "%"),
        ("pue", 1, ""),
        ("discount", 0, "%"),
        ("spares_use", 250, "% of pool"),
    ],
)
def test_values_at_their_limits_are_taken(key, value, unit):
    assert assume(key, value, unit).value == value


@pytest.mark.parametrize("value", [1.5, 2, "2", None])
def test_inexact_values_are_refused(value):
    exact = assume("pue", 2, "")

    with pytest.raises(InputError, match="a value is a finite Decimal"):
        replace(exact, value=value)


def test_refusal_names_unit_and_limit():
    with pytest.raises(InputError, match=r"^pue: 0\.5 is below 1$"):
        assume("pue", "0.5", "")
    with pytest.raises(InputError, match="'kWh' is not one of 'kW'"):
        assume("idle_kw", 3, "kWh")


@pytest.mark.parametrize(
    ("origin", "on", "is_stale"),
    [
        (Origin.DEFAULT, date(2026, 9, 2), False),
        (Origin.DEFAULT, date(2026, 9, 1), True),
        (Origin.ASSUMED, date(2020, 1, 1), False),
        (Origin.QUOTED, date(2020, 1, 1), False),
    ],
)
def test_only_catalogue_defaults_go_stale_after_ninety_days(origin, on, is_stale):
    default = assume("hours", 8760, "h", origin=origin, on=on)

    assert default.is_stale(date(2026, 12, 1)) is is_stale
