"""Spare GPUs: by a flat policy and by failures in the lead time, side by side."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import ceil
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least, require_fraction
from scoring.figures.precision import ONE, ZERO, exact

DAYS_PER_YEAR: Final = 365


class ServiceRule(StrEnum):
    """What the service level counts.

    With cycle service, failures in one lead time are covered; with fill rate, a part
    is on the shelf for a failure that happens.
    """

    CYCLE = "cycle_service"
    FILL_RATE = "fill_rate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """Hold what spares follow from: how often GPUs fail, how long a new one takes.

    ``yearly_rate`` is the annual failure rate and ``service_level`` below 1, both
    fractions.
    """

    gpus: int
    yearly_rate: Decimal
    lead_days: Decimal
    service_level: Decimal = Decimal("0.95")

    def __post_init__(self) -> None:
        require_at_least(1, gpus=self.gpus)
        require_at_least(0, yearly_rate=self.yearly_rate, lead_days=self.lead_days)
        require_fraction(service_level=self.service_level)
        require_above(0, certain=ONE - self.service_level)


@dataclass(frozen=True, slots=True, kw_only=True)
class SparesChoice:
    """Hold the spares that each way asks for; a flat share is usually far too many."""

    policy: Figure
    cycle: Figure
    fill_rate: Figure
    demand: Figure


@exact
def spares_by_policy(gpus: int, share: Decimal) -> Figure:
    """Count spares as a share of the GPUs, rounded up.

    Formula: ceil(GPUs·share). Source: the buyer's policy; the trade says 20 %.

    >>> spares_by_policy(64, Decimal("0.2")).value
    Decimal('13')
    """
    require_at_least(1, gpus=gpus)
    require_at_least(0, share=share)
    return Figure(
        code="spares_by_policy",
        symbol="k_p",
        value=Decimal(ceil(gpus * share)),
        unit="",
        formula="ceil(g*x)",
        inputs=(given("gpus", "g", gpus, ""), given("policy_share", "x", share, "")),
    )


@exact
def lead_time_demand(failures: Failures) -> Figure:
    """Expect the failures while a replacement is on its way.

    Formula: λ = GPUs·AFR·lead days/365. Source for AFR: 9 % a year in the Llama 3
    paper (arXiv 2407.21783), table 5, soft faults included.

    >>> failures = Failures(gpus=73, yearly_rate=Decimal("0.1"), lead_days=Decimal(50))
    >>> lead_time_demand(failures).value
    Decimal('1.0')
    """
    rate = failures.gpus * failures.yearly_rate
    return Figure(
        code="lead_time_demand",
        symbol="D",
        value=rate * failures.lead_days / DAYS_PER_YEAR,
        unit="",
        formula="g*f*d/y",
        inputs=(
            given("gpus", "g", failures.gpus, ""),
            given("annual_failure_rate", "f", failures.yearly_rate, ""),
            given("lead_days", "d", failures.lead_days, "days"),
            given("days_per_year", "y", DAYS_PER_YEAR, "days"),
        ),
    )


@exact
def spares_by_failures(
    failures: Failures, rule: ServiceRule = ServiceRule.CYCLE
) -> int:
    """Count the spares that cover the failures of a lead time at a service level.

    Formula: the smallest k with Poisson CDF(k) ≥ level; with the fill rate
    CDF(k−1) ≥ level. Source: inventory theory, Silver, Pyke and Thomas.

    >>> failures = Failures(gpus=64, yearly_rate=Decimal("0.09"), lead_days=Decimal(30))
    >>> spares_by_failures(failures)
    2
    >>> spares_by_failures(failures, ServiceRule.FILL_RATE)
    3
    """
    demand = lead_time_demand(failures).value
    term = (-demand).exp()
    reached, count = term, 0
    while reached < failures.service_level:
        count += 1
        term = term * demand / count
        reached += term
    return count if rule is ServiceRule.CYCLE else count + 1


def spares_choice(failures: Failures, policy_share: Decimal) -> SparesChoice:
    """Show the flat policy and both counts by failures beside each other."""
    return SparesChoice(
        policy=spares_by_policy(failures.gpus, policy_share),
        cycle=_counted(failures, ServiceRule.CYCLE),
        fill_rate=_counted(failures, ServiceRule.FILL_RATE),
        demand=lead_time_demand(failures),
    )


@exact
def spares_price(count: Figure, price: Decimal) -> Figure:
    """Price a pool of spares: count × price of a GPU. Unit: currency."""
    require_at_least(ZERO, price=price)
    return Figure(
        code="spares_price",
        symbol="C_s",
        value=count.value * price,
        unit="currency",
        formula=f"{count.symbol}*p",
        inputs=(count, given("gpu_price", "p", price, "currency")),
    )


def _counted(failures: Failures, rule: ServiceRule) -> Figure:
    return given(
        f"spares_by_{rule}",
        "k_c" if rule is ServiceRule.CYCLE else "k_f",
        spares_by_failures(failures, rule),
        "",
        "Poisson",
    )
