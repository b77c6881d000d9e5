from decimal import Decimal

import pytest

from scoring.worked_cases.outcomes import Outcome

D = Decimal


def outcome(published, ours, tolerance="0.01"):
    return Outcome(
        case="S1",
        title="t",
        value="v",
        published=D(published),
        ours=D(ours),
        tolerance=D(tolerance),
        source="s",
    )


@pytest.mark.parametrize(
    ("published", "ours", "difference", "agrees"),
    [
        ("100", "101", "0.01", True),
        ("100", "98.9", "-0.011", False),
        ("0", "0", "0", True),
        ("0", "0.5", "0.5", False),
    ],
)
def test_a_difference_is_a_share_of_the_published_value(
    published, ours, difference, agrees
):
    found = outcome(published, ours)

    assert found.difference == D(difference)
    assert found.agrees is agrees
