from fractions import Fraction
from math import cbrt

import pytest
from hypothesis import given, strategies as st

from scoring.mcda.second_opinions.ahp import RANDOM_INDEX, pairwise_weights

CLOSE = 1e-9

# Saaty, "Decision making with the analytic hierarchy process", International Journal
# of Services Sciences 1(1), 2008, table 2: the relative consumption of drinks.
DRINKS = {
    "coffee": (1, 9, 5, 2, 1, 1, Fraction(1, 2)),
    "wine": (1, *(Fraction(1, each) for each in (3, 9, 9, 9, 9))),
    "tea": (1, Fraction(1, 3), Fraction(1, 4), Fraction(1, 3), Fraction(1, 9)),
    "beer": (1, Fraction(1, 2), 1, Fraction(1, 3)),
    "sodas": (1, 2, Fraction(1, 2)),
    "milk": (1, Fraction(1, 3)),
    "water": (1,),
}
PUBLISHED = (0.177, 0.019, 0.042, 0.116, 0.190, 0.129, 0.327)
PUBLISHED_RATIO = 0.022


def reciprocal(upper):
    size = len(upper)
    matrix = [[Fraction(1)] * size for _ in range(size)]
    for i, row in enumerate(upper):
        for j, value in enumerate(row[1:], start=i + 1):
            matrix[i][j], matrix[j][i] = Fraction(value), 1 / Fraction(value)
    return matrix


def test_the_published_weights_and_ratio_come_out():
    found = pairwise_weights(reciprocal(list(DRINKS.values())))

    for own, printed in zip(found.weights, PUBLISHED, strict=True):
        assert abs(own - printed) <= 0.001
    assert abs(found.consistency_ratio - PUBLISHED_RATIO) <= 0.001
    assert not found.asks_for_a_second_look


@pytest.mark.parametrize(
    ("ab", "ac", "bc"), [(3, 5, 2), (2, 9, 3), (Fraction(1, 4), 7, 9), (9, 1, 9)]
)
def test_three_criteria_agree_with_the_closed_form(ab, ac, bc):
    """Three rows: geometric means, and λ = 1 + a + 1/a, a the cube root of ac/(ab·bc).

    Crawford and Williams, Journal of Mathematical Psychology 29(4), 1985.
    """
    found = pairwise_weights(reciprocal([(1, ab, ac), (1, bc), (1,)]))

    means = [cbrt(ab * ac), cbrt(bc / Fraction(ab)), cbrt(1 / Fraction(ac * bc))]
    off = cbrt(Fraction(ac) / (ab * bc))
    eigenvalue = 1 + off + 1 / off
    for own, mean in zip(found.weights, means, strict=True):
        assert abs(own - mean / sum(means)) < CLOSE
    assert abs(found.eigenvalue - eigenvalue) < CLOSE
    assert abs(found.consistency_ratio - (eigenvalue - 3) / 2 / 0.58) < CLOSE


def test_comparisons_that_contradict_each_other_ask_for_a_second_look():
    found = pairwise_weights(reciprocal([(1, 9, Fraction(1, 9)), (1, 9), (1,)]))

    assert found.asks_for_a_second_look
    for own in found.weights:
        assert abs(own - 1 / 3) < CLOSE


def test_one_or_two_criteria_cannot_contradict_and_above_ten_nobody_knows():
    assert pairwise_weights([[Fraction(1)]]).weights == (1.0,)
    eleven = pairwise_weights([[Fraction(1)] * 11 for _ in range(11)])

    assert (eleven.consistency_ratio, eleven.asks_for_a_second_look) == (None, True)
    assert sorted(RANDOM_INDEX) == list(range(3, 11))


@pytest.mark.parametrize(
    "comparisons",
    [[], [[1, 2]], [[1, 2], [2, 1]], [[1, 0], [0, 1]], [[1, -2], [Fraction(-1, 2), 1]]],
)
def test_what_is_no_comparison_is_refused(comparisons):
    with pytest.raises(ValueError, match="square, positive and reciprocal"):
        pairwise_weights(comparisons)


@given(
    st.lists(
        st.fractions(Fraction(1, 9), 9, max_denominator=9), min_size=2, max_size=10
    )
)
def test_weights_that_made_the_comparisons_come_back(weights):
    found = pairwise_weights([[a / b for b in weights] for a in weights])

    for own, weight in zip(found.weights, weights, strict=True):
        assert abs(own - float(weight / sum(weights))) < CLOSE
    assert abs(found.consistency_ratio) < CLOSE
