import random
from fractions import Fraction

import pytest

from scoring.mcda.evaluate import evaluate
from scoring.mcda.robustness.additive import additive_model
from scoring.mcda.robustness.weight_intervals import (
    WeightInterval,
    shown_interval,
    weight_intervals,
)
from tests.scoring.mcda.robustness.models import model, random_model, total
from tests.scoring.mcda.story import STORY, story_inputs

EXPECTED = STORY["expected"]
# The story gives prices with 28 digits, and its intervals from prices without end.
CLOSE = Fraction(1, 10**22)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [("running", EXPECTED), ("final", EXPECTED["final_v3"])],
)
def test_intervals_of_the_story_agree_as_far_as_its_prices_are_given(moment, expected):
    found = weight_intervals(additive_model(evaluate(story_inputs(moment))))

    dimensions = {row["name"]: row["id"] for row in STORY["dimensions"]}
    wanted = {
        (True, dimensions[name]): row
        for name, row in expected["weight_intervals"]["dimensions"].items()
    } | {
        (False, key): row
        for key, row in expected["weight_intervals"].get("criteria", {}).items()
    }
    assert len(wanted) >= len(dimensions)
    for item in found:
        row = wanted.get((item.is_dimension, item.node))
        if row is None:
            continue
        assert abs(100 * item.low - percent(row["stays_first_from"])) < CLOSE
        assert abs(100 * item.high - percent(row["stays_first_to"])) < CLOSE
        assert item.first_below == as_keys(row["takes_over_below"])
        assert item.first_above == as_keys(row["takes_over_above"])


def percent(end):
    return Fraction(end["percent"])


def as_keys(name):
    return () if name is None else (name,)


@pytest.mark.parametrize("seed", range(200))
def test_brute_force_finds_the_same_interval(seed):
    draw = random.Random(seed)  # noqa: S311 # not a secret
    drawn = random_model(draw, draw.randint(2, 6), draw.randint(2, 7))

    for item in weight_intervals(drawn):
        leaves = drawn.dimensions[item.node] if item.is_dimension else (item.node,)
        if item.weight == 1:
            assert (item.low, item.high) == (None, None)
            continue
        assert item.low <= item.weight <= item.high
        grid = [Fraction(step, 12) for step in range(13)]
        for t in [*grid, item.low, item.high, item.weight]:
            is_inside = item.low <= t <= item.high
            assert is_inside is leads(drawn, leaves, item.weight, t)
        for end, beyond, winners in (
            (item.low, item.low - Fraction(1, 10**9), item.first_below),
            (item.high, item.high + Fraction(1, 10**9), item.first_above),
        ):
            if 0 < end < 1:
                totals = totals_at(drawn, leaves, item.weight, beyond)
                best = max(totals.values())
                assert {key for key in totals if totals[key] == best} == set(winners)
            else:
                assert winners == ()


def totals_at(drawn, leaves, weight, t):
    weights = {}
    for leaf, own in drawn.weights.items():
        if leaf not in leaves:
            weights[leaf] = own * (1 - t) / (1 - weight)
        else:
            weights[leaf] = own * t / weight if weight else t / len(leaves)
    assert sum(weights.values()) == 1
    return {key: total(weights, row) for key, row in drawn.shares.items()}


def leads(drawn, leaves, weight, t):
    totals = totals_at(drawn, leaves, weight, t)
    return totals[drawn.leader] == max(totals.values())


def test_a_node_with_all_the_weight_has_no_interval():
    one = model({"1.1": 1}, {"A": [1], "B": [0]}, {"1": ("1.1",)})

    dimension, leaf = weight_intervals(one)

    assert (dimension.low, dimension.high, leaf.low) == (None, None, None)
    assert (dimension.width, shown_interval(dimension)) == (0, None)


def test_two_rivals_that_take_over_together_are_both_named():
    half = Fraction(1, 2)
    drawn = model(
        {"a": half, "b": half}, {"A": [1, half], "B": [0, 1], "C": [0, 1]}, {}
    )

    first, _second = weight_intervals(drawn)

    assert (first.low, first.first_below) == (Fraction(1, 3), ("B", "C"))
    assert (first.high, first.first_above) == (1, ())
    assert first.width == Fraction(2, 3)


def test_shown_ends_round_inwards_and_keep_the_weight_inside():
    def shown(low, weight, high):
        return shown_interval(
            WeightInterval(
                node="n", is_dimension=True, weight=weight, low=low, high=high
            )
        )

    third = Fraction(1, 3)
    assert shown(third, Fraction(1, 2), 2 * third) == (
        Fraction(3334, 100),
        Fraction(6666, 100),
        2,
    )
    narrow = shown(Fraction("0.2999999"), Fraction("0.3"), Fraction("0.30000001"))
    assert narrow == (30, 30, 2)
    assert shown(Fraction("0.12345"), Fraction("0.12345"), 1) == (
        Fraction("12.345"),
        100,
        3,
    )
    assert shown(third, third, third) == (100 * third, 100 * third, 12)


def test_a_leader_behind_by_less_than_ranks_look_at_counts_as_level():
    tiny = Fraction(1, 10**15)
    half = Fraction(1, 2)
    drawn = model({"a": half, "b": half}, {"A": [1, 0], "B": [tiny, 1]}, {})
    level = type(drawn)(
        leader="A", weights=drawn.weights, dimensions={}, shares=drawn.shares
    )

    first, _second = weight_intervals(level)

    assert (drawn.leader, first.low) == ("B", half)
