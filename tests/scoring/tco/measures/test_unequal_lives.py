from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.discounting import equivalent_annual_cost
from scoring.tco.measures.unequal_lives import Life, by_yearly_cost, yearly_cost
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal
LONG = Life(present_value=D(150), years=5)
SHORT = Life(present_value=D(120), years=3)


def test_totals_mislead_and_yearly_costs_do_not():
    ordered = by_yearly_cost({"short": SHORT, "long": LONG}, D("0.08"), D(0))

    assert list(ordered) == ["long", "short"]
    assert SHORT.present_value < LONG.present_value


@pytest.mark.parametrize("inflation", ["0", "0.02", "0.08"])
def test_the_real_rate_is_used(inflation):
    figure = yearly_cost(LONG, D("0.08"), D(inflation))
    real = D("1.08") / (1 + D(inflation)) - 1

    assert figure.value == pytest.approx(
        equivalent_annual_cost(D(150), real, 5), abs=0, rel=D("1e-25")
    )
    assert_unfolds(figure)


def test_a_life_lasts():
    with pytest.raises(InputError):
        Life(present_value=D(1), years=0)
