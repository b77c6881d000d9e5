"""Downtime: it shrinks the useful hours or is valued, never both."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least, require_fraction
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly
from scoring.tco.charges.escalation import escalated

HOURS_PER_YEAR: Final = Decimal(8760)


class Treatment(StrEnum):
    """How downtime counts: fewer hours, or a cost at the replacement price."""

    SHRINKS_HOURS = "shrinks_hours"
    VALUED = "valued"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceCredit:
    """Hold what the vendor pays back: a share of a yearly fee, up to a cap."""

    yearly_fee: Decimal
    share: Decimal
    cap: Decimal

    def __post_init__(self) -> None:
        require_at_least(0, yearly_fee=self.yearly_fee, cap=self.cap)
        require_fraction(share=self.share)


@dataclass(frozen=True, slots=True, kw_only=True)
class Downtime:
    """Hold what downtime means for a candidate.

    ``blast_radius`` is the share of the GPUs that one failure stops, at least one
    server's. ``replacement_rate`` is the on-demand price of a GPU-hour elsewhere:
    never the own cost, which is paid anyway.

    Raises:
        InputError: valued without a replacement price, or shrunk with one.
    """

    gpus: int
    availability: Decimal = ONE
    blast_radius: Decimal = ONE
    treatment: Treatment = Treatment.SHRINKS_HOURS
    replacement_rate: Decimal | None = None
    credit: ServiceCredit | None = None

    def __post_init__(self) -> None:
        require_at_least(1, gpus=self.gpus)
        require_fraction(availability=self.availability, blast_radius=self.blast_radius)
        is_valued = self.treatment is Treatment.VALUED
        if is_valued and self.replacement_rate is None:
            message = "downtime is valued at an on-demand price"
            raise InputError(message, "missing", "replacement_rate")
        if not is_valued and self.replacement_rate is not None:
            message = "downtime that shrinks the hours is not paid as well"
            raise InputError(message, "counted_twice", "replacement_rate")
        if self.replacement_rate is not None:
            require_at_least(0, replacement_rate=self.replacement_rate)


@exact
def availability(hours_between: Decimal, hours_to_repair: Decimal) -> Figure:
    """Work out the share of time that a server is up: MTBF/(MTBF + MTTR).

    Unit: fraction. Source: IEC 61703.

    >>> availability(Decimal(990), Decimal(10)).value
    Decimal('0.99')
    """
    require_above(0, hours_between=hours_between)
    require_at_least(0, hours_to_repair=hours_to_repair)
    return Figure(
        code="availability",
        symbol="A",
        value=hours_between / (hours_between + hours_to_repair),
        unit="",
        formula="b/(b + r)",
        inputs=(
            given("hours_between_failures", "b", hours_between, "h"),
            given("hours_to_repair", "r", hours_to_repair, "h"),
        ),
        source="IEC 61703",
    )


@exact
def lost_gpu_hours(downtime: Downtime, hours: Decimal = HOURS_PER_YEAR) -> Figure:
    """Count the GPU-hours of a year that downtime takes.

    Formula: (1 − A)·8760·GPUs·blast radius. Unit: GPU-hours per year.
    """
    lost = (ONE - downtime.availability) * hours * downtime.gpus
    return Figure(
        code="lost_gpu_hours",
        symbol="H_l",
        value=lost * downtime.blast_radius,
        unit="h",
        formula="(1 - A)*h*g*b",
        inputs=(
            given("availability", "A", downtime.availability, ""),
            given("hours_per_year", "h", hours, "h"),
            given("gpus", "g", downtime.gpus, ""),
            given("blast_radius", "b", downtime.blast_radius, ""),
        ),
    )


def counted_availability(downtime: Downtime) -> Decimal:
    """Return the availability that shrinks the hours: 1 where downtime is valued.

    >>> counted_availability(Downtime(gpus=8, availability=Decimal("0.9")))
    Decimal('0.9')
    """
    return ONE if downtime.treatment is Treatment.VALUED else downtime.availability


@exact
def service_credit(credit: ServiceCredit) -> Decimal:
    """Return what the vendor pays back in a year: min(fee·share, cap).

    >>> credit = ServiceCredit(
    ...     yearly_fee=Decimal(1000), share=Decimal("0.3"), cap=Decimal(200)
    ... )
    >>> service_credit(credit)
    Decimal('200')
    """
    return min(credit.yearly_fee * credit.share, credit.cap)


@exact
def downtime_cost(
    downtime: Downtime, increase: Decimal, years: int, hours: Decimal = HOURS_PER_YEAR
) -> Yearly:
    """Value the lost hours at the replacement price, less service credits.

    Formula: (lost GPU-hours·rate − credit)·(1+e)^(t−1); 0 less the credit where
    downtime shrinks the hours instead. Unit: currency per year; a negative year is
    income. Source: service-level agreement.
    """
    rate = downtime.replacement_rate or ZERO
    credit = service_credit(downtime.credit) if downtime.credit else ZERO
    lost = lost_gpu_hours(downtime, hours).value * rate
    return escalated(lost - credit, increase, years)
