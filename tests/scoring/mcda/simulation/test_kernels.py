import numpy as np
import pytest

from scoring.mcda.second_opinions.topsis import topsis
from scoring.mcda.simulation.kernels import (
    acceptability,
    ranks,
    topsis_closeness,
    weighted_sums,
)
from tests.scoring.mcda.second_opinions.golden import (
    CASES,
    assert_close,
    golden_matrix,
    matrix,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['rows'])} rows")
def test_many_draws_of_topsis_agree_with_one_at_a_time(case):
    weights = np.array([case["weights"], case["weights"][::-1]])

    found = topsis_closeness(np.array(case["rows"]), np.array(case["costs"]), weights)

    assert_close(found[0], case["topsis"])
    turned = golden_matrix(case | {"weights": case["weights"][::-1]})
    assert_close(found[1], topsis(turned))


def test_candidates_that_are_alike_are_undecided():
    rows, costs = np.array([[3.0, 9.0], [3.0, 9.0]]), np.array([False, True])

    assert topsis_closeness(rows, costs, np.array([[0.5, 0.5]])).tolist() == [
        [0.5, 0.5]
    ]
    assert topsis(matrix(rows, [0.5, 0.5], costs)) == (0.5, 0.5)


def test_sums_are_by_draw_and_candidate():
    rows, weights = np.array([[1.0, 3.0]]), np.array([[0.5, 0.5], [1.0, 0.0]])

    assert weighted_sums(rows, weights).tolist() == [[2.0], [1.0]]


def test_ranks_are_one_more_than_the_number_strictly_before():
    draw = np.random.default_rng(3)
    totals = draw.integers(0, 6, size=(600, 7)).astype(float)

    found = ranks(totals)

    before = (totals[:, None, :] > totals[:, :, None]).sum(axis=2)
    assert (found == before + 1).all()


def test_totals_closer_than_floats_can_tell_are_level():
    assert ranks(np.array([[70.0, 70.0 + 1e-12, 80.0]])).tolist() == [[2, 2, 1]]


def test_level_candidates_share_the_ranks_they_fill():
    found = acceptability(np.array([[3.0, 3.0, 3.0, 1.0], [4.0, 3.0, 2.0, 2.0]]))

    third, half = 1 / 3, 1 / 2
    assert np.allclose(
        found * 2,
        [
            [1 + third, third, third, 0],
            [third, 1 + third, third, 0],
            [third, third, third + half, half],
            [0, 0, half, 1 + half],
        ],
    )


def test_rows_and_columns_sum_to_one():
    draw = np.random.default_rng(4)

    found = acceptability(draw.integers(0, 5, size=(400, 6)).astype(float))

    assert np.allclose(found.sum(axis=0), 1)
    assert np.allclose(found.sum(axis=1), 1)
