"""In which month owning has cost as little cash as renting would have."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import ZERO, exact


class NoCrossover(StrEnum):
    """Why owning never catches up."""

    RENT_NOT_DEARER = "rent_not_dearer"
    BEYOND_HORIZON = "beyond_horizon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossover:
    """Hold the month at which both have cost the same cash, or why there is none."""

    months: Figure | None
    reason: NoCrossover | None = None


@exact
def crossover(
    purchase: Decimal,
    monthly_rent: Decimal,
    monthly_running: Decimal,
    horizon_months: int,
) -> Crossover:
    """Find the month at which the rent saved has paid the purchase.

    Formula: purchase/(rent − running cost). The running cost holds no part of the
    purchase, which would count it twice. Undiscounted cash. Unit: months.

    >>> crossover(Decimal(100), Decimal(30), Decimal(10), 60).months.value
    Decimal('5')
    """
    require_at_least(0, purchase=purchase, monthly_running=monthly_running)
    require_at_least(1, horizon_months=horizon_months)
    saved = monthly_rent - monthly_running
    if saved <= ZERO:
        return Crossover(months=None, reason=NoCrossover.RENT_NOT_DEARER)
    months = purchase / saved
    if months > horizon_months:
        return Crossover(months=None, reason=NoCrossover.BEYOND_HORIZON)
    return Crossover(
        months=Figure(
            code="crossover_month",
            symbol="m",
            value=months,
            unit="months",
            formula="C/(R - O)",
            inputs=(
                given("purchase", "C", purchase, "currency"),
                given("monthly_rent", "R", monthly_rent, "currency"),
                given("monthly_running_cost", "O", monthly_running, "currency"),
            ),
        )
    )
