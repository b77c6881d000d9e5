from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.uncertainty.ranges import Range, certain


def test_a_range_rises():
    with pytest.raises(InputError, match="do not rise"):
        Range(low=Decimal(1), usual=Decimal(0), high=Decimal(2))


def test_one_value_is_certain():
    assert certain(Decimal(3)).is_certain
    assert certain(Decimal(3)).usual == 3
