import pytest

from scoring.mcda.second_opinions.vikor import vikor
from tests.scoring.mcda.second_opinions.golden import (
    CASES,
    assert_close,
    golden_matrix,
    matrix,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['rows'])} rows")
def test_it_agrees_with_the_peer(case):
    assert_close(vikor(golden_matrix(case)).q, case["vikor"])


def test_a_worked_example_with_its_steps():
    found = vikor(matrix([[5, 100], [3, 50], [1, 75]], [0.6, 0.4], [False, True]))

    assert_close(found.s, [0.4, 0.3, 0.8])
    assert_close(found.r, [0.4, 0.3, 0.6])
    assert_close(found.q, [0.1 + 0.1 / 0.6, 0.0, 1.0])
    assert (found.has_advantage, found.is_stable) == (False, True)
    assert found.compromise == ("B", "A")


def test_a_clear_first_stands_alone():
    found = vikor(matrix([[5, 5], [3, 3], [1, 1]], [0.5, 0.5]))

    assert found.compromise == ("A",)
    assert (found.has_advantage, found.is_stable) == (True, True)


def test_a_first_that_leads_neither_by_sum_nor_by_worst_shares_with_the_second():
    """B is first by S, C by R; A is close on both and so first by Q."""
    rows = [[4.2, 2.8, 5.0], [5.0, 1.0, 5.0], [2.9, 3.1, 3.0], [1.0, 5.0, 1.0]]
    found = vikor(matrix(rows, [0.5, 0.3, 0.2]))

    first = min(range(4), key=found.q.__getitem__)
    is_first_by_any = found.s[first] == min(found.s) or found.r[first] == min(found.r)
    assert found.is_stable is is_first_by_any


def test_a_criterion_that_is_the_same_for_all_contributes_nothing():
    with_it = vikor(matrix([[5, 3], [1, 3]], [0.5, 0.5]))

    assert with_it.s == (0.0, 0.5)


def test_candidates_that_are_alike_are_all_a_compromise():
    found = vikor(matrix([[3, 3], [3, 3]], [0.5, 0.5]))

    assert (found.q, found.compromise) == ((0.0, 0.0), ("A", "B"))
    assert (found.has_advantage, found.is_stable) == (False, True)


def test_one_candidate_is_its_own_compromise():
    assert vikor(matrix([[3]], [1.0])).compromise == ("A",)
