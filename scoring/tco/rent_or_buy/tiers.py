"""Cloud tiers: what an hour costs on demand, committed, and as spot with lost work."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least, require_fraction
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.charges.escalation import escalated

HOURS_PER_YEAR: Final = Decimal(8760)


class Tier(StrEnum):
    """How an hour is bought."""

    ON_DEMAND = "on_demand"
    SAVINGS_1_YEAR = "savings_1_year"
    SAVINGS_3_YEARS = "savings_3_years"
    RESERVED = "reserved"
    SPOT = "spot"


COMMITTED: Final = frozenset({Tier.SAVINGS_1_YEAR, Tier.SAVINGS_3_YEARS, Tier.RESERVED})
"""Tiers that are paid for every hour, used or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudPrice:
    """Hold the price of one tier with its source and date.

    ``hourly`` none means that no price is known: such a tier is not ranked, never
    guessed. ``lost_work`` is the share of spot hours that is done again.
    """

    tier: Tier
    hourly: Decimal | None
    source: str
    on: date
    lost_work: Decimal = ZERO

    def __post_init__(self) -> None:
        require_fraction(lost_work=self.lost_work)
        require_above(0, work=ONE - self.lost_work)
        if self.hourly is not None:
            require_above(0, hourly=self.hourly)
        if self.lost_work and self.tier is not Tier.SPOT:
            message = f"{self.tier} loses no work"
            raise InputError(message, "out_of_range", "lost_work")

    @property
    def is_committed(self) -> bool:
        """Whether each hour is paid for, used or not."""
        return self.tier in COMMITTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """Hold what a cloud bills besides hours, per year.

    ``support_share`` is a fraction of the bill for hours.
    """

    storage: Decimal = ZERO
    egress: Decimal = ZERO
    support_share: Decimal = ZERO

    def __post_init__(self) -> None:
        require_at_least(0, storage=self.storage, egress=self.egress)
        require_fraction(support_share=self.support_share)


def effective_rate(price: CloudPrice) -> Figure | None:
    """Work out the price of an hour of work that counts; none without a price.

    Formula: rate/(1 − lost work). Unit: currency per hour.

    >>> spot = CloudPrice(
    ...     tier=Tier.SPOT,
    ...     hourly=Decimal(18),
    ...     source="list",
    ...     on=date(2026, 8, 6),
    ...     lost_work=Decimal("0.25"),
    ... )
    >>> effective_rate(spot).value
    Decimal('24')
    """
    if price.hourly is None:
        return None
    return _rate(price, price.hourly)


@exact
def yearly_bill(
    price: CloudPrice,
    busy_hours: Decimal,
    extras: Extras,
    hours: Decimal = HOURS_PER_YEAR,
) -> Figure | None:
    """Work out a year's bill of one unit: hours, storage, egress and support.

    Formula: hours·rate·(1 + support) + storage + egress; a committed tier bills all
    hours of the year, others those that are used. None without a price. Unit:
    currency per year.
    """
    require_at_least(0, busy_hours=busy_hours)
    rate = effective_rate(price)
    if rate is None:
        return None
    billed = hours if price.is_committed else busy_hours
    support = ONE + extras.support_share
    return Figure(
        code="yearly_cloud_bill",
        symbol="B",
        value=billed * rate.value * support + extras.storage + extras.egress,
        unit="currency",
        formula="h*p*(1 + s) + S + E",
        inputs=(
            given("billed_hours", "h", billed, "h"),
            rate,
            given("support_share", "s", extras.support_share, ""),
            given("storage", "S", extras.storage, "currency"),
            given("egress", "E", extras.egress, "currency"),
        ),
    )


def cloud_flow(bill: Decimal, yearly_trend: Decimal, years: int) -> tuple[Decimal, ...]:
    """Pay a yearly bill whose prices change by a trend per year, default none.

    Formula: bill·(1+g)^(t−1). Unit: currency per year.

    >>> cloud_flow(Decimal(100), Decimal("-0.1"), 2)
    (Decimal('0'), Decimal('100'), Decimal('90.0'))
    """
    return escalated(bill, yearly_trend, years)


@exact
def _rate(price: CloudPrice, hourly: Decimal) -> Figure:
    return Figure(
        code="effective_rate",
        symbol="p",
        value=hourly / (ONE - price.lost_work),
        unit="currency/h",
        formula="q/(1 - w)",
        inputs=(
            given(
                "hourly_rate",
                "q",
                hourly,
                "currency/h",
                f"{price.source}, {price.on.isoformat()}",
            ),
            given("lost_work", "w", price.lost_work, ""),
        ),
    )
