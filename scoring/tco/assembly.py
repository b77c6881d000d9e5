"""From a candidate to its yearly flows: which value goes into which line."""

from decimal import Decimal

from scoring.figures.precision import ZERO, exact
from scoring.tco import lines
from scoring.tco.cashflow import CashFlows, CostLine, Yearly
from scoring.tco.inputs import CandidateCosts, Conventions, PurchaseGroup
from scoring.tco.needs import (
    contracts_at_start,
    contracts_later,
    maintenance_is_on_list_price,
    residual_key,
    space_key,
    uncovered_years,
)


@exact
def cash_flows(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> CashFlows:
    """Put the yearly flows of all lines together; every line is there, if only as 0."""
    purchases = {
        CostLine(group): lines.purchase(
            (conventions.amount(item.price) for item in candidate.lines_of(group)),
            years,
        )
        for group in PurchaseGroup
    }
    flows = {
        **purchases,
        **_parts_and_support(candidate, conventions, years),
        **_operation(candidate, years),
        CostLine.RESIDUAL: lines.residual(
            residual_base(candidate, conventions),
            candidate.number(residual_key(candidate, years)),
            years,
        ),
    }
    return CashFlows(years=years, lines={line: flows[line] for line in CostLine})


@exact
def used_gpu_hours(candidate: CandidateCosts) -> Decimal:
    """Count the GPU-hours of a year that are used: GPUs × hours × u × availability."""
    share = candidate.number("utilisation") * candidate.number("availability")
    return candidate.gpus * candidate.number("hours") * share


@exact
def energy_of_year(candidate: CandidateCosts) -> Decimal:
    """Count the electricity of a year in kWh, cooling included."""
    average_kw = lines.average_power_kw(
        candidate.number("idle_kw"),
        candidate.number("load_kw"),
        candidate.number("utilisation"),
    )
    return lines.energy_kwh(
        candidate.nodes, average_kw, candidate.number("hours"), candidate.number("pue")
    )


@exact
def residual_base(candidate: CandidateCosts, conventions: Conventions) -> Decimal:
    """Add the prices that keep a resale value: compute, and network where flagged."""
    return sum(
        (
            conventions.amount(item.price)
            for item in candidate.purchases
            if item.has_residual
        ),
        ZERO,
    )


@exact
def maintenance_base(candidate: CandidateCosts, conventions: Conventions) -> Decimal:
    """Return the price that the maintenance rate refers to: list or net compute."""
    if maintenance_is_on_list_price(candidate) and candidate.list_price is not None:
        return conventions.amount(candidate.list_price)
    prices = (item.price for item in candidate.lines_of(PurchaseGroup.COMPUTE))
    return sum(map(conventions.amount, prices), ZERO)


@exact
def space_units(candidate: CandidateCosts) -> Decimal:
    """Count what the space price is charged for: rack units of all nodes, racks, m²."""
    key = space_key(candidate)
    nodes = candidate.nodes if key == "rack_units" else 1
    return candidate.number(key) * nodes


def _parts_and_support(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> dict[CostLine, Yearly]:
    pool = candidate.number("spares_pool")
    return {
        CostLine.SPARES_INITIAL: lines.spares_initial(pool, years),
        CostLine.SPARES_YEARLY: lines.spares_yearly(
            pool, candidate.number("spares_use"), years
        ),
        CostLine.SUPPORT: lines.support(contracts_at_start(candidate), years),
        CostLine.SUPPORT_EXTENSION: lines.support(
            contracts_later(candidate, years), years
        ),
        CostLine.MAINTENANCE: _maintenance(candidate, conventions, years),
    }


def _maintenance(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> Yearly:
    charged = uncovered_years(candidate, years)
    if not charged:
        return (ZERO,) * (years + 1)
    return lines.maintenance(
        maintenance_base(candidate, conventions),
        candidate.number("maintenance_after_warranty"),
        candidate.number("maintenance_increase"),
        charged,
        years,
    )


def _operation(candidate: CandidateCosts, years: int) -> dict[CostLine, Yearly]:
    value = candidate.number
    return {
        CostLine.ENERGY: lines.energy(
            energy_of_year(candidate), value("tariff"), value("tariff_increase"), years
        ),
        CostLine.SPACE: lines.space(
            space_units(candidate), value("space"), value("space_increase"), years
        ),
        CostLine.STAFF: lines.staff(
            value("fte"), value("fte_cost"), value("wage_increase"), years
        ),
    }
