from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.figures.errors import InputError
from scoring.tco.charges.tariffs import (
    DemandTariff,
    TariffBand,
    banded_energy,
    billed_demand,
    demand_charge,
    split_by_share,
)
from scoring.tco.lines import energy
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def band(name, kwh, price):
    return TariffBand(name=name, kwh=D(kwh), price=D(price))


@given(st.decimals(0, 1, places=4))
def test_two_rates_that_are_equal_are_one_tariff(share):
    peak, off_peak = split_by_share(D(1000), share)
    bands = [band("peak", peak, "0.1"), band("off_peak", off_peak, "0.1")]

    assert banded_energy(bands, D("0.03"), 3) == energy(D(1000), D("0.1"), D("0.03"), 3)


def test_bands_add_up():
    bands = [band("peak", 110000, "0.142"), band("off_peak", 150000, "0.083")]

    assert banded_energy(bands, D("0.1"), 2) == (0, 28070, 30877)


def test_only_kva_are_divided_by_the_power_factor():
    kilowatts = billed_demand(D(40), D("1.5"), DemandTariff(rate=D(10)))
    apparent = billed_demand(
        D(40), D("1.5"), DemandTariff(rate=D(10), power_factor=D("0.8"))
    )

    assert (kilowatts.value, kilowatts.unit) == (60, "kW")
    assert (apparent.value, apparent.unit) == (75, "kVA")
    assert_unfolds(kilowatts)
    assert_unfolds(apparent)


def test_the_peak_is_paid_in_twelve_months():
    tariff = DemandTariff(rate=D(10))
    demand = billed_demand(D(40), D("1.5"), tariff)

    assert demand_charge(demand, tariff, D("0.1"), 2) == (0, 7200, 7920)


@pytest.mark.parametrize("bands", [[], [band("peak", 1, 1), band("peak", 2, 2)]])
def test_bands_have_names_of_their_own(bands):
    with pytest.raises(InputError) as raised:
        banded_energy(bands, D(0), 1)

    assert raised.value.code == "bands"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: band("peak", -1, 1),
        lambda: DemandTariff(rate=D(-1)),
        lambda: DemandTariff(rate=D(1), power_factor=D(0)),
        lambda: DemandTariff(rate=D(1), power_factor=D("1.1")),
        lambda: billed_demand(D(1), D("0.9"), DemandTariff(rate=D(1))),
        lambda: split_by_share(D(1), D(2)),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
