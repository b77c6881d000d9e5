from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.leasing import (
    EndOption,
    Lease,
    Payment,
    buying_present_value,
    implicit_rate,
    lease_payments,
    lease_present_value,
)
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal
RATE = D("0.08")


def test_in_arrears_is_a_month_later_than_in_advance():
    advance = Lease(monthly=D(100), months=24)
    arrears = Lease(monthly=D(100), months=24, payment=Payment.IN_ARREARS)

    early, late = (lease_present_value(each, RATE).value for each in (advance, arrears))

    monthly = (1 + RATE) ** (D(1) / 12)
    assert early / late == pytest.approx(monthly, abs=0, rel=D("1e-25"))
    assert_unfolds(lease_present_value(arrears, RATE))


def test_the_end_of_a_lease_costs_too():
    kept = Lease(
        monthly=D(0), months=12, end_option=EndOption.FIXED_PRICE, end_cost=D(108)
    )

    assert lease_present_value(kept, RATE).value == pytest.approx(
        D(100), abs=0, rel=D("1e-25")
    )


def test_payments_fall_into_the_year_of_their_month():
    lease = Lease(monthly=D(10), months=14, end_cost=D(5))
    arrears = Lease(monthly=D(10), months=14, payment=Payment.IN_ARREARS)

    assert lease_payments(lease, 2) == (10, 120, 10 + 5)
    assert lease_payments(arrears, 2) == (0, 120, 20)
    assert sum(lease_payments(lease, 2)) == 145


def test_what_falls_after_the_horizon_is_left_out():
    assert lease_payments(Lease(monthly=D(10), months=36), 1) == (10, 120)


def test_at_no_interest_present_value_is_the_sum():
    lease = Lease(monthly=D(10), months=36)

    assert lease_present_value(lease, D(0)).value == 360
    assert_unfolds(buying_present_value(D(310000), D(93000), 36, RATE))


def test_the_implicit_rate_gives_the_price_back():
    lease = Lease(monthly=D(9800), months=36)

    rate = implicit_rate(lease, D(310000), D(93000))

    yearly = (1 + rate) ** 12 - 1
    worth = lease_present_value(lease, yearly).value + D(93000) / (1 + rate) ** 36
    assert worth == pytest.approx(D(310000), abs=0, rel=D("1e-20"))


@pytest.mark.parametrize(("monthly", "price"), [(D(0), D(100)), (D(10), D(0))])
def test_a_lease_that_no_rate_explains_is_refused(monthly, price):
    with pytest.raises(InputError) as raised:
        implicit_rate(Lease(monthly=monthly, months=12), price)

    assert raised.value.code == "no_solution"


@pytest.mark.parametrize(
    "wrong", [{"months": 0}, {"monthly": D(-1)}, {"end_cost": D(-1)}]
)
def test_a_lease_that_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        Lease(**{"monthly": D(1), "months": 1, **wrong})
