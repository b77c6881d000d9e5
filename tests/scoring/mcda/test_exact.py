from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from scoring.mcda.exact import (
    RoundingMode,
    comparable,
    decimal_string,
    is_usable,
    log_ratio,
    natural_log,
    rounded,
)

FRACTIONS = st.fractions(min_value=-1000, max_value=1000, max_denominator=10**6)


@pytest.mark.parametrize(
    "text", ["NaN", "sNaN", "Infinity", "-Infinity", "1E+1000000", "1E-1000000", "1E41"]
)
def test_numbers_that_mean_nothing_are_not_usable(text):
    assert is_usable(Decimal(text)) is False


@pytest.mark.parametrize("text", ["0", "-5", "0.0001", "45169.06808404272534486424645"])
def test_ordinary_numbers_are_usable(text):
    assert is_usable(Decimal(text)) is True


@pytest.mark.parametrize(
    ("value", "even", "up"),
    [
        (Fraction(1, 8), "0.12", "0.13"),
        (Fraction(3, 8), "0.38", "0.38"),
        (Fraction(-1, 8), "-0.12", "-0.13"),
        (Fraction(2, 3), "0.67", "0.67"),
        (Fraction(0), "0.00", "0.00"),
    ],
)
def test_halves_round_to_even_or_away_from_zero(value, even, up):
    assert str(rounded(value, 2)) == even
    assert str(rounded(value, 2, RoundingMode.HALF_UP)) == up


def test_zero_places_give_a_whole_number():
    assert str(rounded(Fraction(5, 2), 0)) == "2"
    assert str(rounded(Fraction(5, 2), 0, RoundingMode.HALF_UP)) == "3"


def test_rounding_is_exact_beyond_the_digits_of_the_decimal_context():
    value = Fraction(10**40 + 1, 3)

    assert str(rounded(value, 2)) == "3" * 40 + ".67"


def test_comparison_sees_twelve_places_and_no_more():
    half = Fraction(1, 2)

    assert comparable(half) == comparable(half + Fraction(1, 10**13))
    assert comparable(half) != comparable(half + Fraction(1, 10**12))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(40, 101), "0.396039603960396039603960396"),
        (Fraction(1, 3), "0." + "3" * 28),
        (Fraction(2, 3), "0." + "6" * 27 + "7"),
        (Fraction(-7, 4), "-1.75"),
        (Fraction(0), "0"),
        (Fraction(100), "100"),
        (Fraction(1, 10**9), "0.000000001"),
    ],
)
def test_snapshots_hold_28_significant_digits_without_exponent(value, text):
    assert decimal_string(value) == text


@given(FRACTIONS)
def test_a_snapshot_value_lies_within_its_28_digits(value):
    kept = Fraction(Decimal(decimal_string(value)))

    assert abs(kept - value) <= abs(value) / 10**27


def test_logarithm_has_fifty_correct_digits():
    # ln 2, from the decimal expansion OEIS A002162.
    assert str(natural_log(Fraction(2))) == (
        "0.69314718055994530941723212145817656807550013436026"
    )


def test_ratio_of_logarithms_knows_powers():
    assert comparable(log_ratio(Fraction(81), Fraction(3))) == 4
