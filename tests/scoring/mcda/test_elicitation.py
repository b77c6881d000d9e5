"""Judgements become points with an exact sum."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies

from scoring.mcda.elicitation import compared, compared_points, swing_points

KEYS = ["a", "b", "c"]


def test_consistent_comparisons_give_their_proportions():
    # 4 : 2 : 1
    ratios = {
        ("a", "b"): Fraction(2),
        ("a", "c"): Fraction(4),
        ("b", "c"): Fraction(2),
    }
    found = compared(KEYS, ratios)

    assert found.weights == pytest.approx((4 / 7, 2 / 7, 1 / 7), abs=1e-12)
    assert found.consistency_ratio == pytest.approx(0, abs=1e-12)
    assert compared_points(KEYS, found, Decimal(100)) == {
        "a": Decimal("57.1429"),
        "b": Decimal("28.5714"),
        "c": Decimal("14.2857"),
    }


def test_a_circle_of_preferences_asks_for_a_second_look():
    ratios = {
        ("a", "b"): Fraction(3),
        ("b", "c"): Fraction(3),
        ("a", "c"): Fraction(1, 3),
    }
    found = compared(KEYS, ratios)

    # λ of a circle of threes is 3 + 1/3 + 1; CR = (λ - 3)/2/0.58
    assert found.eigenvalue == pytest.approx(1 + 3 + 1 / 3, abs=1e-12)
    assert found.consistency_ratio == pytest.approx(4 / 3 / 2 / 0.58, abs=1e-9)
    assert found.asks_for_a_second_look
    assert set(compared_points(KEYS, found, Decimal(9)).values()) == {Decimal(3)}


def test_swings_share_a_target_out():
    swings = {"a": Decimal(100), "b": Decimal(60), "c": Decimal(40)}

    assert swing_points(swings, Decimal(25)) == {
        "a": Decimal("12.5"),
        "b": Decimal("7.5"),
        "c": Decimal(5),
    }


@given(
    strategies.lists(strategies.integers(0, 100), min_size=1, max_size=12),
    strategies.integers(0, 1_000_000),
)
def test_points_always_sum_to_the_target(swings, units):
    target = Decimal(units).scaleb(-4)
    by_key = {str(n): Decimal(value) for n, value in enumerate(swings)}

    points = swing_points(by_key, target)

    assert sum(points.values()) == target
    assert all(value >= 0 for value in points.values())
