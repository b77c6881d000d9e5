from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.colocation import (
    Billing,
    Colocation,
    colocation_energy,
    colocation_space,
    places,
)

D = Decimal
ALL_IN = Colocation(contracted_kw=D(40), rate=D(180), increase=D("0.1"))
METERED = Colocation(
    contracted_kw=D(40),
    rate=D(100),
    billing=Billing.METERED,
    tariff=D("0.1"),
    factor=D("1.3"),
)


def test_all_in_has_no_line_of_electricity():
    assert colocation_space(ALL_IN, 2) == (0, 86400, 95040)
    assert colocation_energy(ALL_IN, D(100_000), 2) == (0, 0, 0)


def test_metered_power_is_billed_at_the_factor_of_the_site():
    assert colocation_energy(METERED, D(100_000), 1) == (0, 13_000)


def test_places_stand_side_by_side():
    own = (D(50_000), D(30_000))

    costs = places(own, METERED, D(100_000))

    assert costs.colocation == (0, 48_000 + 13_000)
    assert costs.difference == (50_000, 30_000 - 61_000)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"billing": Billing.METERED}, "missing"),
        ({"billing": Billing.METERED, "tariff": D(1)}, "missing"),
        ({"tariff": D("0.1")}, "paid_twice"),
        ({"factor": D("1.3")}, "paid_twice"),
        ({"rate": D(-1)}, "out_of_range"),
    ],
)
def test_a_contract_is_whole_and_not_paid_twice(wrong, code):
    with pytest.raises(InputError) as raised:
        Colocation(**{"contracted_kw": D(40), "rate": D(150), **wrong})

    assert raised.value.code == code
