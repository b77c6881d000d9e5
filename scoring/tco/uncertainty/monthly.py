"""A candidate's cost by month, split by the drivers that move it."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.figures.precision import exact
from scoring.tco.assembly import residual_base
from scoring.tco.cashflow import CostLine, Yearly
from scoring.tco.discounting import discount_factors
from scoring.tco.inputs import CandidateCosts, Conventions, PurchaseGroup
from scoring.tco.needs import residual_key
from scoring.tco.ownership import Ownership
from scoring.tco.uncertainty.ranges import Driver

type Floats = NDArray[np.float64]

MONTHS: Final = 12

FAILING: Final = frozenset({CostLine.SPARES_YEARLY})
"""The lines that grow with the failure rate."""

_PURCHASES: Final = frozenset(CostLine(group) for group in PurchaseGroup)
_APART: Final = (
    _PURCHASES | FAILING | {CostLine.ENERGY, CostLine.MAINTENANCE, CostLine.RESIDUAL}
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MonthlyCosts:
    """Hold what the months of a candidate cost, by what moves it.

    ``purchase`` is paid at t = 0 and scaled by price and exchange rate; ``hours`` are
    kilowatt-hours of a month per kilowatt of average power and unit of PUE, grown
    like the tariff; ``priced`` (maintenance as a share of the price), ``failing``
    (spare parts at the same price) and ``fixed`` are currency per month; ``factors``
    discount each month, ``last`` the residual. ``sold`` is the base of the residual,
    which the price scales too. ``at`` are the usual values.
    """

    purchase: float
    sold: float
    idle_kw: float
    load_kw: float
    hours: Floats
    priced: Floats
    failing: Floats
    fixed: Floats
    factors: Floats
    last: float
    at: Mapping[Driver, Decimal]

    def usual(self, driver: Driver) -> Decimal:
        """Return a driver's usual value; 1 for those that are factors."""
        return self.at.get(driver, Decimal(1))

    def present_value(self, inputs: Mapping[Driver, Floats | float]) -> Floats:
        """Discount all months at the drivers' values, one or many at a time.

        Formula: price·fx·(purchase + Σ_m f_m·(priced_m + failing_m·failures) −
        residual·sold·f_n) + Σ_m f_m·(kWh_m·power·PUE·tariff + fixed_m). Each sum over
        the months is one product of two vectors, taken once for all draws.
        """
        price = inputs[Driver.PRICE] * np.asarray(inputs[Driver.EXCHANGE_RATE])
        span = self.load_kw - self.idle_kw
        power = self.idle_kw + span * np.asarray(inputs[Driver.UTILISATION])
        energy = power * inputs[Driver.PUE] * inputs[Driver.TARIFF]
        kept = self.purchase - self.sold * self.last * np.asarray(
            inputs[Driver.RESIDUAL]
        )
        parts = float(self.failing @ self.factors)
        repaired = float(self.priced @ self.factors) + parts * np.asarray(
            inputs[Driver.FAILURES]
        )
        return (
            price * (kept + repaired)
            + energy * float(self.hours @ self.factors)
            + float(self.fixed @ self.factors)
        )


@exact
def monthly_costs(
    candidate: CandidateCosts, conventions: Conventions, result: Ownership
) -> MonthlyCosts:
    """Spread a candidate's cost over its months, a twelfth of the year in each.

    The months of a year share the year's discount factor, so that the sum is the
    exact model's present value under its own convention.
    """
    flows, years = result.cash_flows.lines, result.years
    number = candidate.number
    bought = sum(flows[line][0] for line in _PURCHASES)
    grown = [(1 + number("tariff_increase")) ** year for year in range(years)]
    at_site = candidate.nodes * number("hours") / MONTHS
    others = [flow for line, flow in flows.items() if line not in _APART]
    paid_at_start = sum(flow[0] for flow in others)
    last = discount_factors(result.discount_rate, years)[-1]
    return MonthlyCosts(
        purchase=float(bought + paid_at_start),
        sold=float(residual_base(candidate, conventions)),
        idle_kw=float(number("idle_kw")),
        load_kw=float(number("load_kw")),
        hours=_by_month([at_site * growth * MONTHS for growth in grown]),
        priced=_by_month(_running([flows[CostLine.MAINTENANCE]], years)),
        failing=_by_month(_running([flows[line] for line in FAILING], years)),
        fixed=_by_month(_running(others, years)),
        factors=np.repeat([float(each) for each in result.factors[1:]], MONTHS),
        last=float(last),
        at={
            Driver.TARIFF: number("tariff"),
            Driver.UTILISATION: number("utilisation"),
            Driver.PUE: number("pue"),
            Driver.RESIDUAL: number(residual_key(candidate, years)),
        },
    )


def _running(flows: list[Yearly], years: int) -> list[Decimal]:
    return [
        sum((flow[year] for flow in flows), Decimal(0)) for year in range(1, years + 1)
    ]


def _by_month(yearly: list[Decimal]) -> Floats:
    return np.repeat([float(amount) / MONTHS for amount in yearly], MONTHS)
