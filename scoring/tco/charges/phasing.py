"""Phased purchase: tranches at their own months and prices, and the yearly budget."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import ONE, ZERO, exact

MONTHS: Final = Decimal(12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tranche:
    """Hold a part of the purchase: how many, at which month, at today's price.

    ``yearly_trend`` is the change of the price per year, a fraction: −0.15 for 15 %
    cheaper each year.
    """

    units: int
    start_month: int
    unit_price: Decimal
    yearly_trend: Decimal = ZERO

    def __post_init__(self) -> None:
        require_at_least(0, start_month=self.start_month, unit_price=self.unit_price)
        require_at_least(1, units=self.units)
        require_above(-1, yearly_trend=self.yearly_trend)

    @property
    @exact
    def price(self) -> Decimal:
        """The whole tranche at the price of its month: n·p·(1+g)^(m/12).

        >>> later = Tranche(
        ...     units=2,
        ...     start_month=12,
        ...     unit_price=Decimal(100),
        ...     yearly_trend=Decimal("-0.1"),
        ... )
        >>> later.price
        Decimal('180.0')
        """
        trend = (ONE + self.yearly_trend) ** (self.start_month / MONTHS)
        return self.units * self.unit_price * trend


@exact
def phased_present_value(tranches: Iterable[Tranche], rate: Decimal) -> Decimal:
    """Discount tranches to today: Σ price/(1+r)^(m/12). Unit: currency.

    >>> first = Tranche(units=1, start_month=0, unit_price=Decimal(100))
    >>> second = Tranche(units=1, start_month=12, unit_price=Decimal(125))
    >>> phased_present_value([first, second], Decimal("0.25"))
    Decimal('200')
    """
    require_above(-1, rate=rate)
    growth = ONE + rate
    return sum(
        (each.price / growth ** (each.start_month / MONTHS) for each in tranches), ZERO
    )


@exact
def yearly_budget(tranches: Iterable[Tranche], years: int) -> tuple[Decimal, ...]:
    """Add up what must be in the budget of each year 1…n.

    Months 0 to 11 fall into year 1. Unit: currency. What starts after the last year
    is not in it.

    >>> first = Tranche(units=1, start_month=0, unit_price=Decimal(100))
    >>> second = Tranche(units=1, start_month=12, unit_price=Decimal(125))
    >>> yearly_budget([first, second], 2)
    (Decimal('100'), Decimal('125'))
    """
    require_at_least(1, years=years)
    budget = [ZERO] * years
    for tranche in tranches:
        year = tranche.start_month // int(MONTHS)
        if year < years:
            budget[year] += tranche.price
    return tuple(budget)


def installed_units(tranches: Iterable[Tranche], month: int) -> int:
    """Count the units that are there in a month.

    >>> first = Tranche(units=4, start_month=0, unit_price=Decimal(1))
    >>> second = Tranche(units=8, start_month=6, unit_price=Decimal(1))
    >>> installed_units([first, second], 5), installed_units([first, second], 6)
    (4, 12)
    """
    return sum(each.units for each in tranches if each.start_month <= month)
