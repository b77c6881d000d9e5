"""Leasing: monthly payments discounted at their exact months, held against buying."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly
from scoring.tco.discounting import monthly_rate

MONTHS: Final = 12
_STEPS: Final = 140


class Payment(StrEnum):
    """Whether the first payment is due at the start or after a month."""

    IN_ADVANCE = "in_advance"
    IN_ARREARS = "in_arrears"


class EndOption(StrEnum):
    """What the lessee pays at the end: to return, or to keep at some price."""

    RETURN = "return"
    FAIR_VALUE = "fair_value"
    FIXED_PRICE = "fixed_price"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Hold a lease: m equal monthly payments and what its end costs.

    Maintenance and insurance are not in it: they are the same as when buying.

    >>> Lease(monthly=Decimal(10), months=3).due_months
    range(0, 3)
    """

    monthly: Decimal
    months: int
    payment: Payment = Payment.IN_ADVANCE
    end_option: EndOption = EndOption.RETURN
    end_cost: Decimal = ZERO

    def __post_init__(self) -> None:
        require_at_least(0, monthly=self.monthly, end_cost=self.end_cost)
        require_at_least(1, months=self.months)

    @property
    def due_months(self) -> range:
        """The months k at which payments are due: 0…m−1, or 1…m in arrears."""
        first = 0 if self.payment is Payment.IN_ADVANCE else 1
        return range(first, first + self.months)


@exact
def lease_present_value(lease: Lease, rate: Decimal) -> Figure:
    """Discount the payments of a lease at their months.

    Formula: Σ L/(1+i)^k + E/(1+i)^m with i = (1+r)^(1/12) − 1, not r/12. Unit:
    currency. Source: numpy-financial 1.0 ``pv``; Brealey, Myers and Allen.

    >>> lease = Lease(monthly=Decimal(100), months=12)
    >>> lease_present_value(lease, Decimal(0)).value
    Decimal('1200')
    """
    monthly = monthly_rate(rate)
    annuity = _annuity(lease, monthly)
    end = lease.end_cost / (ONE + monthly) ** lease.months
    return Figure(
        code="lease_present_value",
        symbol="PV_L",
        value=lease.monthly * annuity + end,
        unit="currency",
        formula="L*a + E/(1 + i)**m",
        inputs=(
            given("monthly_payment", "L", lease.monthly, "currency"),
            given("annuity_factor", "a", annuity, ""),
            given("end_cost", "E", lease.end_cost, "currency"),
            given("monthly_rate", "i", monthly, ""),
            given("months", "m", lease.months, ""),
        ),
    )


@exact
def lease_payments(lease: Lease, years: int) -> Yearly:
    """Add up the payments by year: month 0 at t = 0, months 1 to 12 in year 1.

    Formula: Σ L over the months due in the year, and the end cost in its own. Unit:
    currency per year; nominal. Discount by ``lease_present_value``, which knows the
    months.

    >>> lease_payments(Lease(monthly=Decimal(10), months=12), 2)
    (Decimal('10'), Decimal('110'), Decimal('0'))
    """
    flow = [ZERO] * (years + 1)
    due = [(month, lease.monthly) for month in lease.due_months]
    for month, amount in [*due, (lease.months, lease.end_cost)]:
        year = -(-month // MONTHS)
        if year <= years:
            flow[year] += amount
    return tuple(flow)


@exact
def buying_present_value(
    price: Decimal, resale: Decimal, months: int, rate: Decimal
) -> Figure:
    """Discount a purchase that is sold again after so many months.

    Formula: C − R/(1+i)^m. Unit: currency. Running costs are left out on both sides.

    >>> buying_present_value(Decimal(100), Decimal(30), 36, Decimal(0)).value
    Decimal('70')
    """
    require_at_least(0, price=price, resale=resale, months=months)
    monthly = monthly_rate(rate)
    return Figure(
        code="buying_present_value",
        symbol="PV_B",
        value=price - resale / (ONE + monthly) ** months,
        unit="currency",
        formula="C - R/(1 + i)**m",
        inputs=(
            given("price", "C", price, "currency"),
            given("resale", "R", resale, "currency"),
            given("monthly_rate", "i", monthly, ""),
            given("months", "m", months, ""),
        ),
    )


@exact
def implicit_rate(lease: Lease, price: Decimal, resale: Decimal = ZERO) -> Decimal:
    """Find the monthly rate that a lease charges on what it replaces.

    Solves price = Σ L/(1+i)^k + (E + R)/(1+i)^m for i, R being what the buyer would
    own at the end. Unit: fraction per month. Source: numpy-financial 1.0 ``rate``.

    Raises:
        InputError: no rate above −99 % and below 1000 % a month solves it.

    >>> lease = Lease(monthly=Decimal(50), months=2, payment=Payment.IN_ARREARS)
    >>> round(implicit_rate(lease, Decimal(100)), 12)
    Decimal('-0E-12')
    """
    require_at_least(0, resale=resale)

    def excess(rate: Decimal) -> Decimal:
        end = (lease.end_cost + resale) / (ONE + rate) ** lease.months
        return lease.monthly * _annuity(lease, rate) + end - price

    low, high = Decimal("-0.99"), Decimal(10)
    if excess(low) < ZERO or excess(high) > ZERO:
        message = f"no monthly rate explains a price of {price}"
        raise InputError(message, "no_solution", "price")
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if excess(middle) > ZERO:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _annuity(lease: Lease, rate: Decimal) -> Decimal:
    growth = ONE + rate
    return sum((growth**-month for month in lease.due_months), ZERO)
