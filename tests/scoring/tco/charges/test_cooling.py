from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.cooling import (
    Cooling,
    energy_saved,
    liquid_energy,
    liquid_payback,
)
from scoring.tco.measures.payback import NoPayback
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal
AIR = (D(0), D(100_000), D(100_000), D(100_000))


def cooling(**more):
    return Cooling(**{"air_pue": D("1.5"), "liquid_pue": D("1.15"), **more})


def test_pue_alone_saves_23_percent():
    """The checked claim of 30 %: 23 % from 1.5 to 1.15, fans come on top."""
    assert round(energy_saved(cooling()).value, 4) == D("0.2333")
    assert round(energy_saved(cooling(fan_share=D("0.15"))).value, 4) == D("0.3483")
    assert_unfolds(energy_saved(cooling(fan_share=D("0.15"))))


def test_electricity_falls_by_the_share_saved():
    assert liquid_energy(AIR, cooling(liquid_pue=D("1.2"))) == (0, 80000, 80000, 80000)


def test_the_extra_purchase_is_paid_back_inside_a_year():
    found = liquid_payback(AIR, cooling(liquid_pue=D("1.2"), extra_purchase=D(30_000)))

    assert found.years == D("1.5")


def test_discounted_it_takes_longer():
    case = cooling(liquid_pue=D("1.2"), extra_purchase=D(30_000))
    factors = (D(1), D("0.5"), D("0.5"), D("0.5"))

    assert liquid_payback(AIR, case, factors).years == 3


def test_liquid_that_costs_more_is_never_paid_back():
    case = cooling(liquid_pue=D("1.6"), extra_purchase=D(1))

    assert energy_saved(case).value < 0
    assert liquid_payback(AIR, case).reason is NoPayback.NO_SAVING


@pytest.mark.parametrize(
    "wrong",
    [
        {"air_pue": D("0.9")},
        {"liquid_pue": D("0.9")},
        {"fan_share": D(2)},
        {"extra_purchase": D(-1)},
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        cooling(**wrong)
