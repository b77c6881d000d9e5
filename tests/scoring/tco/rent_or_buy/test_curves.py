from datetime import date
from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.rent_or_buy.break_even import OwnLine, on_demand_break_even
from scoring.tco.rent_or_buy.curves import cheapest_at, curves, mixed_rent
from scoring.tco.rent_or_buy.tiers import CloudPrice, Tier

D = Decimal
OWN = OwnLine(at_zero=D(30), slope=D(10))


def price(tier, hourly):
    return CloudPrice(tier=tier, hourly=hourly, source="list", on=date(2026, 7, 20))


PRICES = [
    price(Tier.ON_DEMAND, D(6)),
    price(Tier.SAVINGS_3_YEARS, D("3.6")),
    price(Tier.SPOT, None),
]


def test_each_tier_with_a_price_is_drawn():
    drawn = curves(OWN, PRICES, D(10), steps=4)

    assert list(drawn) == ["own", "on_demand", "savings_3_years"]
    assert drawn["own"].points[0] == (0, 30)
    assert drawn["own"].points[-1] == (1, 40)
    assert [cost for _, cost in drawn["on_demand"].points] == [0, 15, 30, 45, 60]
    assert {cost for _, cost in drawn["savings_3_years"].points} == {36}


def test_the_curves_cross_at_the_break_even():
    drawn = curves(OWN, PRICES[:1], D(10))
    share = on_demand_break_even(OWN, D(60)).utilisation.value

    assert cheapest_at(drawn, share - D("0.01"))[0] == "on_demand"
    assert cheapest_at(drawn, share + D("0.01"))[0] == "own"
    assert cheapest_at(drawn, D(1)) == ("own", 40)


def test_a_base_is_level_until_it_is_exceeded():
    assert mixed_rent(D(30), D(100), D("0.5"), D("0.2")) == 30
    assert mixed_rent(D(30), D(100), D("0.5"), D(1)) == 80


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: curves(OWN, [], D(1), steps=0),
        lambda: cheapest_at(curves(OWN, [], D(1)), D(2)),
        lambda: mixed_rent(D(-1), D(1), D(0), D(0)),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
