from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from scoring.mcda.curves import (
    CurvePoint,
    CurveScale,
    CurveSpec,
    curve_faults,
    curve_reading,
    curve_share,
)
from scoring.mcda.exact import comparable

MINUTES = CurveSpec(score_1_at=Decimal(40), score_5_at=Decimal(22))
MEMORY = CurveSpec(score_1_at=Decimal(320), score_5_at=Decimal(1128), unit="GB")
BENT = CurveSpec(
    score_1_at=Decimal(0),
    score_5_at=Decimal(100),
    middle=(
        CurvePoint(value=Decimal(80), score=Decimal(4)),
        CurvePoint(value=Decimal(20), score=Decimal(2)),
    ),
)
DECADES = CurveSpec(
    score_1_at=Decimal(1), score_5_at=Decimal(10000), scale=CurveScale.LOG
)
VALUES = st.decimals(
    min_value=-1000, max_value=20000, places=3, allow_nan=False, allow_infinity=False
)


@pytest.mark.parametrize(
    ("curve", "value", "share"),
    [
        (MEMORY, "640", Fraction(40, 101)),
        (MEMORY, "1128", Fraction(1)),
        (MEMORY, "2000", Fraction(1)),
        (MEMORY, "320", Fraction(0)),
        (MEMORY, "80", Fraction(0)),
        (MINUTES, "28.9", Fraction(37, 60)),
        (MINUTES, "22", Fraction(1)),
        (MINUTES, "41", Fraction(0)),
        (BENT, "10", Fraction(1, 8)),
        (BENT, "20", Fraction(1, 4)),
        (BENT, "50", Fraction(1, 2)),
        (BENT, "90", Fraction(7, 8)),
    ],
)
def test_a_value_is_read_off_between_its_neighbours_and_clamped_outside(
    curve, value, share
):
    assert curve_share(Decimal(value), curve) == share


@pytest.mark.parametrize(
    ("value", "share"),
    [("1", "0"), ("10", "0.25"), ("100", "0.5"), ("10000", "1"), ("-3", "0")],
)
def test_a_logarithmic_curve_gives_equal_steps_for_equal_ratios(value, share):
    assert comparable(curve_share(Decimal(value), DECADES)) == Decimal(share)


def test_a_reading_names_the_points_it_lies_between():
    reading = curve_reading(Decimal(50), BENT)

    assert (reading.lower.value, reading.upper.value) == (20, 80)
    assert (reading.is_clamped, reading.shown_score) == (False, 3)


def test_an_end_is_exact_and_only_beyond_it_is_clamped():
    assert not curve_reading(Decimal(22), MINUTES).is_clamped
    assert curve_reading(Decimal(21), MINUTES).is_clamped
    assert curve_reading(Decimal(50), MINUTES).lower.score == 1


@pytest.mark.parametrize("curve", [MEMORY, MINUTES, BENT, DECADES])
@given(first=VALUES, second=VALUES)
def test_shares_stay_between_0_and_1_and_follow_the_direction(curve, first, second):
    low, high = sorted((first, second))
    shares = [curve_share(low, curve), curve_share(high, curve)]

    if curve.score_1_at > curve.score_5_at:
        shares.reverse()

    assert 0 <= shares[0] <= shares[1] <= 1


@pytest.mark.parametrize(
    ("curve", "codes"),
    [
        (BENT, []),
        (MINUTES, []),
        (DECADES, []),
        (CurveSpec(score_1_at=Decimal(8), score_5_at=Decimal(8)), ["not_monotone"]),
        (
            CurveSpec(
                score_1_at=Decimal(0),
                score_5_at=Decimal(9),
                middle=(CurvePoint(value=Decimal(4), score=Decimal(5)),),
            ),
            ["score_outside", "not_monotone"],
        ),
        (
            CurveSpec(
                score_1_at=Decimal(0),
                score_5_at=Decimal(9),
                middle=(CurvePoint(value=Decimal(10), score=Decimal(3)),),
            ),
            ["not_monotone"],
        ),
        (
            CurveSpec(
                score_1_at=Decimal(0), score_5_at=Decimal(9), scale=CurveScale.LOG
            ),
            ["log_not_positive"],
        ),
    ],
)
def test_a_curve_that_cannot_be_read_says_why(curve, codes):
    faults = curve_faults("1.1", curve)

    assert [str(fault.code) for fault in faults] == [f"curve_{code}" for code in codes]
    assert all(fault.values == {"criterion": "1.1"} for fault in faults)


def test_a_curve_of_no_numbers_says_only_that():
    curve = CurveSpec(score_1_at=Decimal("NaN"), score_5_at=Decimal("Infinity"))

    assert [str(fault.code) for fault in curve_faults("1.1", curve)] == [
        "number_invalid"
    ]
