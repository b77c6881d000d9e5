from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.phasing import (
    Tranche,
    installed_units,
    phased_present_value,
    yearly_budget,
)

D = Decimal
FIRST = Tranche(units=4, start_month=0, unit_price=D(100))
LATER = Tranche(units=4, start_month=24, unit_price=D(100), yearly_trend=D("-0.1"))


def test_a_later_tranche_has_the_price_of_its_month():
    assert LATER.price == 4 * D("81.00")


def test_without_trend_and_interest_phasing_changes_nothing():
    later = Tranche(units=4, start_month=18, unit_price=D(100))

    assert phased_present_value([FIRST, later], D(0)) == 800


def test_later_tranches_are_discounted():
    assert phased_present_value([LATER], D("0.5")) == pytest.approx(
        D(324) / D("2.25"), abs=0, rel=D("1e-25")
    )


def test_each_year_has_its_budget():
    last_month = Tranche(units=1, start_month=11, unit_price=D(7))

    assert yearly_budget([FIRST, LATER, last_month], 3) == (407, 0, 324)
    assert yearly_budget([FIRST, LATER], 2) == (400, 0)


def test_units_are_installed_from_their_month_on():
    assert [installed_units([FIRST, LATER], month) for month in (0, 23, 24)] == [
        4,
        4,
        8,
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"units": 0},
        {"start_month": -1},
        {"unit_price": D(-1)},
        {"yearly_trend": D(-1)},
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        Tranche(**{"units": 1, "start_month": 0, "unit_price": D(1), **wrong})
