"""Cost of ownership: a candidate's lines put together over each horizon."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from procurement.money import CurrencyMismatchError, Money, TaxBasis
from scoring.figures.errors import InputError
from scoring.figures.precision import ZERO, exact
from scoring.tco.assembly import cash_flows, energy_of_year, used_gpu_hours
from scoring.tco.cashflow import COMPONENT_OF, CashFlows, Component, CostLine, Yearly
from scoring.tco.discounting import (
    discount_factors,
    equivalent_annual_cost,
    present_value,
    real_rate,
)
from scoring.tco.inputs import (
    CandidateCosts,
    Conventions,
    Terms,
    Timing,
)
from scoring.tco.needs import (
    Reason,
    defaulted_needs,
    missing_needs,
    residual_key,
)

HORIZONS: Final = (3, 4, 5)
"""Years shown side by side."""

LONGEST_HORIZON: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """Hold what owning a candidate over one horizon costs, unrounded.

    Costs are positive and the residual negative. Totals include the purchase, all
    running costs and the residual; they exclude what no line names (financing, tax
    on profit, the work that the machines do). ``undefined`` gives the reason of each
    figure that is ``None``; ``defaulted`` names the assumptions that nobody gave and
    that therefore stand at their stated default.
    """

    candidate: str
    years: int
    currency: str
    tax_basis: TaxBasis
    gpus: int
    discount_rate: Decimal
    cash_flows: CashFlows
    factors: Yearly
    present_values: Mapping[CostLine, Decimal]
    discounted_per_year: Yearly
    npv: Decimal
    npv_per_gpu: Decimal
    equivalent_annual_cost: Decimal
    energy_kwh_per_year: Decimal
    used_gpu_hours_per_year: Decimal
    nominal_per_used_gpu_hour: Decimal | None
    levelised_per_used_gpu_hour: Decimal | None
    undefined: Mapping[str, Reason]
    defaulted: tuple[str, ...]

    @property
    @exact
    def component_values(self) -> Mapping[Component, Decimal]:
        """The present values added up to the components of pages and charts."""
        values = dict.fromkeys(Component, ZERO)
        for line, value in self.present_values.items():
            values[COMPONENT_OF[line]] += value
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class NotComputable:
    """Say why a candidate has no cost over a horizon, and name what is missing.

    A horizon without its own residual rate has the reason ``no_residual_rate`` and is
    not shown; anything else that is missing must be given first.
    """

    candidate: str
    years: int
    reason: Reason
    missing: tuple[str, ...]


type Outcome = Ownership | NotComputable


@exact
def cost_of_ownership(
    candidate: CandidateCosts,
    conventions: Conventions,
    horizons: Iterable[int] = HORIZONS,
) -> dict[int, Outcome]:
    """Work out the cost of owning a candidate over each horizon.

    Formula: NPV = C0 + Σ C_t/(1+r)^t − R/(1+r)^n, t−0.5 in place of t for running
    costs taken in mid-year; the residual R always stays at the end of year n.

    Never guesses: where a required assumption or price is missing, the horizon's
    result is ``NotComputable`` with the missing keys.

    Source: ISO 15686-5 for life-cycle costing; Brealey, Myers and Allen for NPV.

    Raises:
        InputError: a horizon is not 1 to 10 years.
        CurrencyMismatchError: an amount is in another currency or tax basis.
    """
    _require_currency(candidate, conventions)
    return {years: _outcome(candidate, conventions, years) for years in horizons}


def plain_values(outcome: Outcome) -> dict[str, object]:
    """Turn an outcome into the named values that snapshots, files and the API hold.

    Decimals stay exact decimals; names are those of the cost lines.

    >>> reason = Reason.NO_RESIDUAL_RATE
    >>> missing = ("residual_6_H100",)
    >>> plain_values(
    ...     NotComputable(candidate="A", years=6, reason=reason, missing=missing)
    ... )["missing"]
    ['residual_6_H100']
    """
    if isinstance(outcome, NotComputable):
        return {
            "years": outcome.years,
            "computable": False,
            "reason": str(outcome.reason),
            "missing": list(outcome.missing),
        }
    return {
        "years": outcome.years,
        "computable": True,
        "currency": outcome.currency,
        "tax_basis": str(outcome.tax_basis),
        "gpus": outcome.gpus,
        "discount_rate": outcome.discount_rate,
        "cash_flows": _by_name(outcome.cash_flows.lines),
        "total_per_year": list(outcome.cash_flows.per_year),
        "discounted_per_year": list(outcome.discounted_per_year),
        "present_value": {str(k): v for k, v in outcome.present_values.items()},
        "total": outcome.cash_flows.total,
        **{name: getattr(outcome, name) for name in _FIGURES},
        "undefined": {name: str(why) for name, why in outcome.undefined.items()},
        "defaulted": list(outcome.defaulted),
    }


_PER_HOUR = ("nominal_per_used_gpu_hour", "levelised_per_used_gpu_hour")
_FIGURES = (
    "npv",
    "npv_per_gpu",
    "equivalent_annual_cost",
    "energy_kwh_per_year",
    "used_gpu_hours_per_year",
    *_PER_HOUR,
)


def _by_name(flows: Mapping[CostLine, Yearly]) -> dict[str, list[Decimal]]:
    return {str(line): list(amounts) for line, amounts in flows.items()}


def _outcome(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> Outcome:
    if not 1 <= years <= LONGEST_HORIZON:
        message = f"a horizon is 1 to {LONGEST_HORIZON} years, not {years}"
        raise InputError(message, "out_of_range", "horizon")
    missing = missing_needs(candidate, conventions, years)
    if missing:
        is_residual_only = missing == (residual_key(candidate, years),)
        return NotComputable(
            candidate=candidate.name,
            years=years,
            reason=Reason.NO_RESIDUAL_RATE if is_residual_only else Reason.MISSING,
            missing=missing,
        )
    return _ownership(candidate, conventions, years)


def _ownership(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> Ownership:
    flows = cash_flows(candidate, conventions, years)
    rate = effective_rate(candidate, conventions)
    factors = discount_factors(rate, years, conventions.timing)
    weighed = {
        line: _weighed(line, flow, factors, rate) for line, flow in flows.lines.items()
    }
    discounted = CashFlows(years=years, lines=weighed)
    hours = used_gpu_hours(candidate)
    undefined = {} if hours else dict.fromkeys(_PER_HOUR, Reason.NO_USED_HOURS)
    return Ownership(
        candidate=candidate.name,
        years=years,
        currency=conventions.currency,
        tax_basis=conventions.tax_basis,
        gpus=candidate.gpus,
        discount_rate=rate,
        cash_flows=flows,
        factors=factors,
        present_values={line: sum(flow, ZERO) for line, flow in weighed.items()},
        discounted_per_year=discounted.per_year,
        npv=discounted.total,
        npv_per_gpu=discounted.total / candidate.gpus,
        equivalent_annual_cost=equivalent_annual_cost(discounted.total, rate, years),
        energy_kwh_per_year=energy_of_year(candidate),
        used_gpu_hours_per_year=hours,
        nominal_per_used_gpu_hour=flows.total / (hours * years) if hours else None,
        levelised_per_used_gpu_hour=(
            discounted.total / present_value((ZERO, *(hours,) * years), factors)
            if hours
            else None
        ),
        undefined=undefined,
        defaulted=defaulted_needs(candidate, conventions, years),
    )


def effective_rate(candidate: CandidateCosts, conventions: Conventions) -> Decimal:
    """Return the discount rate as used: nominal, or made real by inflation."""
    rate = candidate.number("discount")
    if conventions.terms is Terms.REAL:
        return real_rate(rate, candidate.number("inflation"))
    return rate


def _weighed(line: CostLine, flow: Yearly, factors: Yearly, rate: Decimal) -> Yearly:
    if line is CostLine.RESIDUAL:
        factors = discount_factors(rate, len(flow) - 1, Timing.END_OF_YEAR)
    return tuple(a * f for a, f in zip(flow, factors, strict=True))


def _require_currency(candidate: CandidateCosts, conventions: Conventions) -> None:
    for item in candidate.purchases:
        conventions.amount(item.unit_price)
    if candidate.list_price is not None:
        conventions.amount(candidate.list_price)
    for assumption in candidate.assumptions.values():
        if assumption.currency not in {None, conventions.currency}:
            basis = conventions.tax_basis
            raise CurrencyMismatchError(
                Money(assumption.value, assumption.currency, basis),
                Money(ZERO, conventions.currency, basis),
            )
