from decimal import Decimal

import pytest

from scoring.claims.numbers import agrees, is_off_by_1000

D = Decimal


@pytest.mark.parametrize(
    ("claimed", "right", "expected"),
    [
        ("312", "312", True),
        ("1979", "1978.9", True),
        ("6", "6.34", True),
        ("6.0", "6.34", False),
        ("318", "312", True),
        ("319", "312", False),
        ("0.66", "0.066", False),
        ("0.07", "0.066", True),
    ],
)
def test_a_claim_is_right_when_rounded_or_within_two_percent(claimed, right, expected):
    assert agrees(D(claimed), D(right)) is expected


@pytest.mark.parametrize(
    ("claimed", "right", "expected"),
    [
        ("1.28", "1013", True),
        ("1013000", "1013", True),
        ("600", "1013", False),
        ("0.5", "1013", False),
        ("0", "1013", False),
        ("1", "0", False),
    ],
)
def test_a_thousand_is_found_either_way(claimed, right, expected):
    assert is_off_by_1000(D(claimed), D(right)) is expected
