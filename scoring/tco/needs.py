"""Which assumptions each figure rests on, and which of them are missing."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from scoring.figures.precision import ZERO
from scoring.tco.cashflow import CostLine
from scoring.tco.inputs import (
    CandidateCosts,
    Conventions,
    PurchaseGroup,
    SupportContract,
    Terms,
)
from scoring.tco.kinds import kind_of
from scoring.tco.lines import years_without_cover

LIST_PRICE: Final = "list_price"
COMPUTE_PRICE: Final = "compute"


class Reason(StrEnum):
    """Why a figure does not exist."""

    MISSING = "missing_assumptions"
    NO_RESIDUAL_RATE = "no_residual_rate"
    NO_USED_HOURS = "no_used_hours"


ENERGY_YEAR: Final = ("idle_kw", "load_kw", "utilisation", "hours", "pue")
USED_HOURS: Final = ("utilisation", "hours", "availability")

_SPACE_UNITS: Final = {"U": "rack_units", "rack": "racks", "m²": "floor_area"}


def needs_of(line: CostLine, candidate: CandidateCosts, years: int) -> tuple[str, ...]:
    """List the keys of the assumptions that a cost line is worked out from.

    The list depends on the candidate: no maintenance rate is needed while a contract
    covers every year, and the unit of the space price says what is counted.
    """
    rule = _RULES.get(line)
    return rule(candidate, years) if rule else ()


def discount_needs(conventions: Conventions) -> tuple[str, ...]:
    """List the keys that the discount rate is worked out from.

    >>> discount_needs(Conventions(currency="USD"))
    ('discount',)
    """
    if conventions.terms is Terms.REAL:
        return "discount", "inflation"
    return ("discount",)


def all_needs(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> tuple[str, ...]:
    """List every key that the cost of ownership over a horizon rests on, once each."""
    keys = [key for line in CostLine for key in needs_of(line, candidate, years)]
    return tuple(dict.fromkeys([*keys, *USED_HOURS, *discount_needs(conventions)]))


def missing_needs(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> tuple[str, ...]:
    """List what is needed, has no stated default and was not given.

    Prices count too: ``compute`` stands for a candidate without a server price.
    """
    missing = [
        key
        for key in all_needs(candidate, conventions, years)
        if not _is_met(key, candidate)
    ]
    if not candidate.lines_of(PurchaseGroup.COMPUTE):
        missing.insert(0, COMPUTE_PRICE)
    return tuple(missing)


def defaulted_needs(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> tuple[str, ...]:
    """List what was not given and for which the stated default is used."""
    return tuple(
        key
        for key in all_needs(candidate, conventions, years)
        if key != LIST_PRICE
        and not candidate.has(key)
        and kind_of(key).default is not None
    )


def space_key(candidate: CandidateCosts) -> str:
    """Return the key of what the space price counts: rack units, racks or m².

    The rack units are those of one node; racks and floor area are the whole.
    """
    unit = candidate.assumptions["space"].unit
    counted = unit.split("/")[1].removesuffix(" and year")
    return _SPACE_UNITS[counted]


def residual_key(candidate: CandidateCosts, years: int) -> str:
    """Return the key of the residual rate of a horizon and GPU family."""
    return f"residual_{years}_{candidate.gpu_family}"


def contracts_at_start(candidate: CandidateCosts) -> tuple[SupportContract, ...]:
    """List the support contracts that begin in year 1."""
    return tuple(c for c in candidate.contracts if c.first_year == 1)


def contracts_later(
    candidate: CandidateCosts, years: int
) -> tuple[SupportContract, ...]:
    """List the support contracts that begin after year 1 and within the horizon."""
    return tuple(c for c in candidate.contracts if 1 < c.first_year <= years)


def uncovered_years(candidate: CandidateCosts, years: int) -> tuple[int, ...]:
    """List the years whose maintenance is charged as a percentage.

    A support contract replaces the warranty, so under one the warranty counts as 0
    unless it was given.
    """
    is_given = candidate.has("warranty_years")
    warranty = candidate.number("warranty_years") if is_given else ZERO
    return years_without_cover(candidate.contracts, warranty, years)


def _is_met(key: str, candidate: CandidateCosts) -> bool:
    if key == LIST_PRICE:
        return candidate.list_price is not None
    return candidate.has(key) or kind_of(key).default is not None


def _support_needs(candidate: CandidateCosts, _years: int) -> tuple[str, ...]:
    return tuple(contract.key for contract in contracts_at_start(candidate))


def _extension_needs(candidate: CandidateCosts, years: int) -> tuple[str, ...]:
    return tuple(contract.key for contract in contracts_later(candidate, years))


def _maintenance_needs(candidate: CandidateCosts, years: int) -> tuple[str, ...]:
    is_warranty_given = candidate.has("warranty_years")
    if not (is_warranty_given or candidate.contracts):
        return ("warranty_years",)
    keys = ["warranty_years"] if is_warranty_given else []
    if uncovered_years(candidate, years):
        keys += ["maintenance_after_warranty", "maintenance_increase"]
        if maintenance_is_on_list_price(candidate):
            keys.append(LIST_PRICE)
    return tuple(keys)


def maintenance_is_on_list_price(candidate: CandidateCosts) -> bool:
    """Tell whether the maintenance rate refers to the list price."""
    rate = candidate.assumptions.get("maintenance_after_warranty")
    return rate is not None and "list price" in rate.unit


def _space_needs(candidate: CandidateCosts, _years: int) -> tuple[str, ...]:
    if not candidate.has("space"):
        return ("space",)
    return space_key(candidate), "space", "space_increase"


_RULES: Final[Mapping[CostLine, Callable[[CandidateCosts, int], tuple[str, ...]]]] = {
    CostLine.SPARES_INITIAL: lambda _candidate, _years: ("spares_pool",),
    CostLine.SPARES_YEARLY: lambda _candidate, _years: ("spares_pool", "spares_use"),
    CostLine.SUPPORT: _support_needs,
    CostLine.SUPPORT_EXTENSION: _extension_needs,
    CostLine.MAINTENANCE: _maintenance_needs,
    CostLine.ENERGY: lambda _candidate, _years: (
        *ENERGY_YEAR,
        "tariff",
        "tariff_increase",
    ),
    CostLine.SPACE: _space_needs,
    CostLine.STAFF: lambda _candidate, _years: ("fte", "fte_cost", "wage_increase"),
    CostLine.RESIDUAL: lambda candidate, years: (residual_key(candidate, years),),
}
