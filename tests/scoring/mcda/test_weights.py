from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from scoring.mcda.matrix import WeightScope
from scoring.mcda.reasons import ReasonCode, reason
from scoring.mcda.weights import effective_weights, scaled_leaves, weight_faults
from tests.scoring.mcda.inputs import criterion

POINTS = st.decimals(min_value=0, max_value=100, places=4)


def leaves(*weights):
    return {f"c{number}": Decimal(weight) for number, weight in enumerate(weights)}


def tree(*rows):
    return [
        criterion(key, weight=weight, dimension=dimension)
        for key, weight, dimension in rows
    ]


@pytest.mark.parametrize(
    "weights",
    [
        ("28.4", "35.8", "35.8"),
        ("11.1",) * 8 + ("11.2",),
        ("33.3333", "33.3333", "33.3334"),
        ("100", "0"),
        ("1E+2",),
        ("50.00000000", "50"),
    ],
)
def test_decimals_that_sum_to_exactly_a_hundred_are_accepted(weights):
    assert weight_faults(leaves(*weights)) == ()


def test_a_sum_off_by_the_last_place_is_shown_with_its_difference():
    assert weight_faults(leaves("33.3333", "33.3333", "33.3333")) == (
        reason(
            ReasonCode.WEIGHTS_NOT_HUNDRED,
            total=Decimal("99.9999"),
            difference=Decimal("-0.0001"),
        ),
    )


@pytest.mark.parametrize(
    ("weight", "fault"),
    [
        ("-1", reason(ReasonCode.WEIGHT_NEGATIVE, criterion="c1")),
        ("0.00005", reason(ReasonCode.WEIGHT_TOO_PRECISE, criterion="c1", places=4)),
        ("1E-30", reason(ReasonCode.WEIGHT_TOO_PRECISE, criterion="c1", places=4)),
        ("NaN", reason(ReasonCode.NUMBER_INVALID, criterion="c1")),
        ("1E+999999", reason(ReasonCode.NUMBER_INVALID, criterion="c1")),
    ],
)
def test_a_weight_that_is_no_weight_is_named(weight, fault):
    assert weight_faults(leaves("100", weight)) == (fault,)


def test_no_weights_do_not_make_a_hundred():
    assert weight_faults({})[0].code is ReasonCode.WEIGHTS_NOT_HUNDRED


def test_all_remaining_criteria_take_over_in_proportion():
    criteria = tree(("a", 50, "1"), ("b", 30, "1"), ("c", 20, "2"))

    assert effective_weights(criteria, {"a", "b"}) == {
        "a": Fraction(5, 8),
        "b": Fraction(3, 8),
    }


def test_within_the_dimension_its_other_leaves_take_over():
    criteria = tree(("a", 40, "1"), ("b", 30, "2"), ("c", 20, "2"), ("d", 10, "2"))

    weights = effective_weights(criteria, {"a", "b", "d"}, WeightScope.DIMENSION)

    assert weights == {
        "a": Fraction(40, 100),
        "b": Fraction(45, 100),
        "d": Fraction(15, 100),
    }


def test_a_dimension_without_any_applicable_leaf_hands_its_weight_to_the_others():
    criteria = tree(("a", 40, "1"), ("b", 20, "2"), ("c", 40, "3"))

    weights = effective_weights(criteria, {"a", "b"}, WeightScope.DIMENSION)

    assert weights == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def test_a_dimension_left_with_leaves_that_weigh_nothing_hands_its_weight_over():
    criteria = tree(("a", 40, "1"), ("b", 60, "2"), ("c", 0, "2"))

    weights = effective_weights(criteria, {"a", "c"}, WeightScope.DIMENSION)

    assert weights == {"a": 1, "c": 0}


@pytest.mark.parametrize("scope", WeightScope)
def test_nothing_applicable_weighs_nothing(scope):
    criteria = tree(("a", 100, "1"), ("b", 0, "1"))

    assert effective_weights(criteria, set(), scope) == {}
    assert effective_weights(criteria, {"b"}, scope) == {}


@pytest.mark.parametrize("scope", WeightScope)
@given(
    weights=st.lists(POINTS.filter(bool), min_size=3, max_size=3),
    factor=st.decimals(min_value="0.01", max_value=50, places=2),
)
def test_scaling_all_weights_changes_nothing(scope, weights, factor):
    dimensions = ("1", "1", "2")
    rows = list(zip("abc", weights, dimensions, strict=True))
    scaled = [(key, weight * factor, dimension) for key, weight, dimension in rows]

    before = effective_weights(tree(*rows), {"a", "c"}, scope)
    after = effective_weights(tree(*scaled), {"a", "c"}, scope)

    assert before == after
    assert sum(before.values()) == 1


@pytest.mark.parametrize(
    ("weights", "target", "expected"),
    [
        (("10", "9", "6", "5"), "33", ("11", "9.9", "6.6", "5.5")),
        (("10", "9", "6", "5"), "31", ("10.3333", "9.3", "6.2", "5.1667")),
        (("1", "1", "1"), "10", ("3.3334", "3.3333", "3.3333")),
        (("0", "0"), "5", ("2.5", "2.5")),
        (("3", "0"), "5", ("5", "0")),
        (("3", "7"), "0", ("0", "0")),
    ],
)
def test_a_dimension_scales_its_leaves_and_largest_remainders_keep_the_sum(
    weights, target, expected
):
    assert scaled_leaves(leaves(*weights), Decimal(target)) == leaves(*expected)


@given(weights=st.lists(POINTS, min_size=1, max_size=8), target=POINTS)
def test_scaled_leaves_sum_to_the_target_and_stay_within_one_step_of_their_part(
    weights, target
):
    given_leaves = leaves(*weights)

    scaled = scaled_leaves(given_leaves, target)

    assert sum(map(Fraction, scaled.values())) == Fraction(target)
    total = sum(map(Fraction, weights))
    for key, weight in given_leaves.items():
        if total:
            exact = Fraction(target) * Fraction(weight) / total
            assert abs(Fraction(scaled[key]) - exact) < Fraction(1, 10**4)
