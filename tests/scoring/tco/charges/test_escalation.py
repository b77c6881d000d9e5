from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.escalation import escalated


def test_nothing_is_paid_at_the_start():
    assert escalated(Decimal(100), Decimal(0), 3) == (0, 100, 100, 100)
    assert escalated(Decimal(-100), Decimal("-0.5"), 2) == (0, -100, -50)


@pytest.mark.parametrize(("increase", "years"), [(Decimal(-1), 1), (Decimal(0), 0)])
def test_growth_and_years_have_limits(increase, years):
    with pytest.raises(InputError):
        escalated(Decimal(1), increase, years)
