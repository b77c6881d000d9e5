"""Yearly cash flows by named cost line; costs are positive, income negative."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.precision import ZERO, exact

type Yearly = tuple[Decimal, ...]
"""Amounts by year: index 0 is the purchase, index t the year t."""


class CostLine(StrEnum):
    """The cost lines, in the order of the cash-flow table."""

    COMPUTE = "compute"
    NETWORK = "network"
    STORAGE = "storage"
    RACKS = "racks"
    SOFTWARE = "software"
    SERVICES = "services"
    FREIGHT = "freight"
    FACILITY = "facility"
    TAX = "tax"
    SPARES_INITIAL = "spares_initial"
    SPARES_YEARLY = "spares_yearly"
    SUPPORT = "support"
    SUPPORT_EXTENSION = "support_extension"
    MAINTENANCE = "maintenance_after_warranty"
    ENERGY = "energy"
    SPACE = "space"
    STAFF = "staff"
    RESIDUAL = "residual"


class Component(StrEnum):
    """What pages and charts add lines up to, in the order of the chart."""

    HARDWARE = "hardware"
    ENERGY = "energy"
    MAINTENANCE = "maintenance"
    SPACE = "space"
    STAFF = "staff"
    SPARES = "spares"
    RESIDUAL = "residual"


COMPONENT_OF: Final[Mapping[CostLine, Component]] = {
    CostLine.COMPUTE: Component.HARDWARE,
    CostLine.NETWORK: Component.HARDWARE,
    CostLine.STORAGE: Component.HARDWARE,
    CostLine.RACKS: Component.HARDWARE,
    CostLine.SOFTWARE: Component.HARDWARE,
    CostLine.SERVICES: Component.HARDWARE,
    CostLine.FREIGHT: Component.HARDWARE,
    CostLine.FACILITY: Component.HARDWARE,
    CostLine.TAX: Component.HARDWARE,
    CostLine.SPARES_INITIAL: Component.SPARES,
    CostLine.SPARES_YEARLY: Component.SPARES,
    CostLine.SUPPORT: Component.MAINTENANCE,
    CostLine.SUPPORT_EXTENSION: Component.MAINTENANCE,
    CostLine.MAINTENANCE: Component.MAINTENANCE,
    CostLine.ENERGY: Component.ENERGY,
    CostLine.SPACE: Component.SPACE,
    CostLine.STAFF: Component.STAFF,
    CostLine.RESIDUAL: Component.RESIDUAL,
}
"""Hardware is all that is bought at t = 0 besides spares, freight included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CashFlows:
    """Hold the yearly amounts of every line over one horizon.

    >>> flows = CashFlows(
    ...     years=1,
    ...     lines={
    ...         CostLine.COMPUTE: (Decimal(100), Decimal(0)),
    ...         CostLine.RESIDUAL: (Decimal(0), Decimal(-20)),
    ...     },
    ... )
    >>> flows.per_year, flows.total
    ((Decimal('100'), Decimal('-20')), Decimal('80'))
    """

    years: int
    lines: Mapping[CostLine, Yearly]

    @property
    def per_year(self) -> Yearly:
        """The sum of all lines in each year, residual included."""
        return added(self.lines.values(), self.years)

    @property
    @exact
    def total(self) -> Decimal:
        """The undiscounted sum of all lines and years, residual included."""
        return sum(self.per_year, ZERO)


@exact
def added(flows: Iterable[Yearly], years: int) -> Yearly:
    """Add flows year by year; of none, zero in each year.

    >>> added([(Decimal(1), Decimal(2)), (Decimal(3), Decimal(4))], 1)
    (Decimal('4'), Decimal('6'))
    """
    columns = zip((ZERO,) * (years + 1), *flows, strict=True)
    return tuple(sum(column, ZERO) for column in columns)
