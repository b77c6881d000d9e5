"""How each number came about: its formula and the inputs that went in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from scoring.tco import assembly
from scoring.tco.assumptions import Assumption
from scoring.tco.cashflow import CostLine
from scoring.tco.inputs import CandidateCosts, Conventions, PurchaseGroup
from scoring.tco.kinds import kind_of, parameters_of
from scoring.tco.needs import (
    ENERGY_YEAR,
    LIST_PRICE,
    USED_HOURS,
    discount_needs,
    needs_of,
    space_key,
    uncovered_years,
)
from scoring.tco.ownership import Ownership
from scoring.tco.words import gettext_noop

FORMULAS: Final[Mapping[str, str]] = {
    "purchase": gettext_noop(
        "Sum of quantity × unit price × (1 − discount), paid at the start"
    ),
    CostLine.SPARES_INITIAL: gettext_noop("Spares pool, paid at the start"),
    CostLine.SPARES_YEARLY: gettext_noop(
        "Spares pool × share replaced per year, in each year"
    ),
    CostLine.SUPPORT: gettext_noop(
        "Contract total ÷ years covered, in each year covered"
    ),
    CostLine.SUPPORT_EXTENSION: gettext_noop(
        "Contract total ÷ years covered, in each year covered"
    ),
    CostLine.MAINTENANCE: gettext_noop(
        "Price × maintenance rate × (1 + increase)^(year − 1), in the years that "
        "neither warranty nor contract covers"
    ),
    CostLine.ENERGY: gettext_noop(
        "Nodes × (idle + (load − idle) × utilisation) × hours × PUE × tariff × "
        "(1 + increase)^(year − 1)"
    ),
    CostLine.SPACE: gettext_noop("Units × price × (1 + increase)^(year − 1)"),
    CostLine.STAFF: gettext_noop("FTE × cost per FTE × (1 + increase)^(year − 1)"),
    CostLine.RESIDUAL: gettext_noop(
        "−(residual rate × price of compute and resaleable network), at the end of "
        "the last year"
    ),
    "energy_kwh_per_year": gettext_noop(
        "Nodes × (idle + (load − idle) × utilisation) × hours × PUE"
    ),
    "used_gpu_hours_per_year": gettext_noop(
        "GPUs × hours × utilisation × availability"
    ),
    "npv_end_of_year": gettext_noop(
        "Purchase + sum of each year's cost ÷ (1 + r)^year − residual ÷ (1 + r)^years"
    ),
    "npv_mid_year": gettext_noop(
        "Purchase + sum of each year's cost ÷ (1 + r)^(year − 0.5) − residual ÷ "
        "(1 + r)^years"
    ),
    "npv_per_gpu": gettext_noop("NPV ÷ GPUs"),
    "equivalent_annual_cost": gettext_noop("NPV × r ÷ (1 − (1 + r)^−years)"),
    "equivalent_annual_cost_at_zero": gettext_noop("NPV ÷ years"),
    "nominal_per_used_gpu_hour": gettext_noop(
        "Undiscounted sum of all costs ÷ used GPU-hours of all years"
    ),
    "levelised_per_used_gpu_hour": gettext_noop(
        "NPV ÷ used GPU-hours discounted like the running costs"
    ),
}
"""English formula texts by key, to be translated where they are shown."""

_PURCHASED: Final[frozenset[str]] = frozenset(map(str, PurchaseGroup))


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedInput:
    """Hold one input of a number.

    ``label`` is English and to be translated, then filled with ``parameters``.
    ``assumption`` carries origin, source and date where a person gave the value;
    without it the input is a quoted line (then with ``quantity`` and ``discount``),
    another figure of the result, or, with ``is_default``, a stated default.
    """

    label: str
    value: Decimal
    unit: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    assumption: Assumption | None = None
    is_default: bool = False
    quantity: Decimal | None = None
    discount: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Hold the formula and the inputs of one number of the result."""

    number: str
    formula: str
    inputs: tuple[UsedInput, ...]


def explain(
    candidate: CandidateCosts, conventions: Conventions, result: Ownership
) -> dict[str, Explanation]:
    """Explain every line and figure of a candidate's cost over one horizon, by key.

    The inputs come from the same tables that the calculation asks, so an explanation
    cannot name a value that was not used.
    """
    inputs: dict[str, tuple[UsedInput, ...]] = {
        **{group: _bought(group, candidate) for group in PurchaseGroup},
        **_running(candidate, result),
        **_on_prices(candidate, conventions, result),
        **_hours_and_energy(candidate, result),
        **_totals(candidate, conventions, result),
    }
    return {
        str(number): Explanation(
            number=str(number),
            formula=FORMULAS[_formula_key(number, conventions, result)],
            inputs=used,
        )
        for number, used in inputs.items()
    }


def _formula_key(number: str, conventions: Conventions, result: Ownership) -> str:
    if number in _PURCHASED:
        return "purchase"
    if number == "npv":
        return f"npv_{conventions.timing}"
    if number == "equivalent_annual_cost" and not result.discount_rate:
        return "equivalent_annual_cost_at_zero"
    return number


def _bought(group: PurchaseGroup, candidate: CandidateCosts) -> tuple[UsedInput, ...]:
    return tuple(
        UsedInput(
            label=line.label,
            value=line.unit_price.amount,
            unit=line.unit_price.currency,
            quantity=line.quantity,
            discount=line.discount,
        )
        for line in candidate.lines_of(group)
    )


def _running(
    candidate: CandidateCosts, result: Ownership
) -> dict[str, tuple[UsedInput, ...]]:
    nodes = (_nodes(candidate),)
    needs = {line: needs_of(line, candidate, result.years) for line in CostLine}
    is_per_node = {
        CostLine.ENERGY: True,
        CostLine.SPACE: space_key(candidate) == "rack_units",
        **{
            line: any("/node" in candidate.assumptions[key].unit for key in needs[line])
            for line in (CostLine.SUPPORT, CostLine.SUPPORT_EXTENSION)
        },
    }
    return {
        line: (nodes if is_per_node.get(line) else ()) + _given(keys, candidate)
        for line, keys in needs.items()
        if line not in _PURCHASED
    }


def _on_prices(
    candidate: CandidateCosts, conventions: Conventions, result: Ownership
) -> dict[str, tuple[UsedInput, ...]]:
    currency = conventions.currency
    maintained = _figure(
        gettext_noop("Price that the maintenance rate refers to"),
        assembly.maintenance_base(candidate, conventions),
        currency,
    )
    sold = _figure(
        gettext_noop("Price of compute and resaleable network"),
        assembly.residual_base(candidate, conventions),
        currency,
    )
    charged = tuple(
        _figure(gettext_noop("Year without cover"), Decimal(year), "")
        for year in uncovered_years(candidate, result.years)
    )
    needs = needs_of(CostLine.MAINTENANCE, candidate, result.years)
    return {
        CostLine.MAINTENANCE: (
            *_given(needs, candidate),
            *((maintained, *charged) if charged else ()),
        ),
        CostLine.RESIDUAL: (
            *_given(needs_of(CostLine.RESIDUAL, candidate, result.years), candidate),
            sold,
        ),
    }


def _hours_and_energy(
    candidate: CandidateCosts, result: Ownership
) -> dict[str, tuple[UsedInput, ...]]:
    gpus = _figure(gettext_noop("GPUs"), Decimal(result.gpus), "")
    return {
        "energy_kwh_per_year": (_nodes(candidate), *_given(ENERGY_YEAR, candidate)),
        "used_gpu_hours_per_year": (gpus, *_given(USED_HOURS, candidate)),
    }


def _totals(
    candidate: CandidateCosts, conventions: Conventions, result: Ownership
) -> dict[str, tuple[UsedInput, ...]]:
    npv = _figure(gettext_noop("NPV"), result.npv, result.currency)
    gpus = _figure(gettext_noop("GPUs"), Decimal(result.gpus), "")
    years = _figure(gettext_noop("Years"), Decimal(result.years), "")
    rate = _figure(gettext_noop("Discount rate as used"), result.discount_rate, "")
    total = _figure(
        gettext_noop("Undiscounted sum"), result.cash_flows.total, result.currency
    )
    hours = _figure(
        gettext_noop("Used GPU-hours per year"), result.used_gpu_hours_per_year, "h"
    )
    discount = _given(discount_needs(conventions), candidate)
    return {
        "npv": (*_years(result), *discount, rate),
        "npv_per_gpu": (npv, gpus),
        "equivalent_annual_cost": (npv, rate, years),
        "nominal_per_used_gpu_hour": (total, hours, years),
        "levelised_per_used_gpu_hour": (npv, hours, rate, years),
    }


def _years(result: Ownership) -> tuple[UsedInput, ...]:
    return tuple(
        UsedInput(
            label=gettext_noop("Cost of year %(year)s"),
            value=amount,
            unit=result.currency,
            parameters={"year": str(year)},
        )
        for year, amount in enumerate(result.cash_flows.per_year)
    )


def _given(keys: tuple[str, ...], candidate: CandidateCosts) -> tuple[UsedInput, ...]:
    return tuple(_input(key, candidate) for key in keys if key != LIST_PRICE)


def _input(key: str, candidate: CandidateCosts) -> UsedInput:
    value, unit = candidate.value_of(key)
    return UsedInput(
        label=kind_of(key).label,
        value=value,
        unit=unit,
        parameters=parameters_of(key),
        assumption=candidate.assumptions.get(key),
        is_default=not candidate.has(key),
    )


def _nodes(candidate: CandidateCosts) -> UsedInput:
    return _figure(gettext_noop("Nodes"), Decimal(candidate.nodes), "")


def _figure(label: str, value: Decimal, unit: str) -> UsedInput:
    return UsedInput(label=label, value=value, unit=unit)
