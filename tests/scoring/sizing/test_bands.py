from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.bands import Band


def test_a_band_rises():
    with pytest.raises(InputError, match="do not rise"):
        Band(low=Decimal(2), typical=Decimal(1), high=Decimal(3))


def test_functions_turn_the_band_only_when_they_fall():
    band = Band(low=Decimal(1), typical=Decimal(2), high=Decimal(5))

    assert band.rising(lambda value: value * 2).values == (2, 4, 10)
    assert band.falling(lambda value: -value).values == (-5, -2, -1)
