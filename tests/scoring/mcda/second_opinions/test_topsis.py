import pytest

from scoring.mcda.second_opinions.topsis import topsis
from tests.scoring.mcda.second_opinions.golden import (
    CASES,
    GOLDEN,
    assert_close,
    golden_matrix,
    matrix,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['rows'])} rows")
def test_it_agrees_with_the_peer(case):
    assert_close(topsis(golden_matrix(case)), case["topsis"])


def test_the_golden_numbers_say_where_they_come_from():
    assert GOLDEN["made_with"].startswith("pymcdm 1.4.0")
    assert GOLDEN["made_on"] == "2026-12-01"


def test_a_worked_example_with_its_steps():
    """Lengths 5 and 5: shares .6 .8 and 1 - .8, 1 - .6; weights one half each.

    A lies .1 from the best on the first and .1 on the second, so it is the worst.
    """
    assert topsis(matrix([[3, 4], [4, 3]], [0.5, 0.5], [False, True])) == (0.0, 1.0)


def test_candidates_that_are_alike_are_undecided():
    assert topsis(matrix([[3, 100], [3, 100]], [0.5, 0.5], [False, True])) == (0.5, 0.5)


def test_a_column_of_nothing_divides_by_nothing():
    assert topsis(matrix([[0, 1], [0, 2]], [0.5, 0.5])) == (0.0, 1.0)
