from datetime import date
from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.rent_or_buy.tiers import (
    CloudPrice,
    Extras,
    Tier,
    cloud_flow,
    effective_rate,
    yearly_bill,
)
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def price(tier=Tier.ON_DEMAND, hourly="10", **more):
    rate = None if hourly is None else D(hourly)
    return CloudPrice(
        tier=tier, hourly=rate, source="price list", on=date(2026, 7, 20), **more
    )


def test_lost_work_makes_spot_dearer():
    spot = effective_rate(price(Tier.SPOT, "27.1988", lost_work=D("0.08")))

    assert round(spot.value, 4) == D("29.5639")
    assert spot.inputs[0].source == "price list, 2026-07-20"
    assert_unfolds(spot)


def test_a_missing_price_is_never_a_number():
    missing = price(Tier.SPOT, None)

    assert effective_rate(missing) is None
    assert yearly_bill(missing, D(1000), Extras()) is None


@pytest.mark.parametrize(
    ("tier", "hours"),
    [
        (Tier.ON_DEMAND, 1000),
        (Tier.SPOT, 1000),
        (Tier.SAVINGS_1_YEAR, 8760),
        (Tier.SAVINGS_3_YEARS, 8760),
        (Tier.RESERVED, 8760),
    ],
)
def test_a_commitment_is_paid_used_or_not(tier, hours):
    bill = yearly_bill(price(tier), D(1000), Extras())

    assert bill.value == hours * 10
    assert_unfolds(bill)


def test_storage_egress_and_support_come_on_top():
    extras = Extras(storage=D(500), egress=D(200), support_share=D("0.1"))

    assert yearly_bill(price(), D(100), extras).value == 1100 + 700


def test_prices_may_have_a_trend():
    assert cloud_flow(D(100), D(0), 2) == (0, 100, 100)
    assert cloud_flow(D(100), D("-0.2"), 2) == (0, 100, 80)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: price(hourly="0"),
        lambda: price(lost_work=D("0.1")),
        lambda: price(Tier.SPOT, lost_work=D(1)),
        lambda: Extras(storage=D(-1)),
        lambda: Extras(support_share=D(2)),
        lambda: yearly_bill(price(), D(-1), Extras()),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
