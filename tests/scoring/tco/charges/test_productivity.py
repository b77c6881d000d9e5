from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.productivity import productivity_gain


def test_a_gain_is_a_negative_cost():
    assert productivity_gain(Decimal(100), Decimal("0.1"), 2) == (0, -100, -110)
    assert productivity_gain(Decimal(0), Decimal("0.1"), 2) == (0, 0, 0)


def test_a_loss_is_not_a_gain():
    with pytest.raises(InputError):
        productivity_gain(Decimal(-1), Decimal(0), 1)
