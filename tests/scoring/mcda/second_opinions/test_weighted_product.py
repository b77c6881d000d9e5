import pytest

from scoring.mcda.second_opinions.weighted_product import weighted_product
from tests.scoring.mcda.second_opinions.golden import (
    CASES,
    assert_close,
    golden_matrix,
    matrix,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['rows'])} rows")
def test_it_agrees_with_the_peer(case):
    assert_close(weighted_product(golden_matrix(case)), case["weighted_product"])


def test_a_worked_example_with_its_steps():
    """Shares 1/4 3/4 of the benefit; 1/100 and 1/300 give 3/4 1/4 of the cost."""
    found = weighted_product(matrix([[1, 100], [3, 300]], [0.5, 0.5], [False, True]))

    assert_close(found, [(3 / 16) ** 0.5, (3 / 16) ** 0.5])


def test_a_value_of_nothing_earns_nothing():
    assert weighted_product(matrix([[0, 1], [0, 2]], [0.5, 0.5])) == (0.0, 0.0)
