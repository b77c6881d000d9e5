"""The cost model: conventions in words, every input, every result by line."""

from django.utils.translation import gettext as _

from scoring.models import Candidate, Evaluation
from scoring.reports import schema
from scoring.reports.gathering.offers import candidate_key
from scoring.reports.gathering.texts import (
    literal,
    number,
    number_or_none,
    spoken,
    translated,
    typed,
)
from scoring.selectors.costs.assumptions import label_of
from scoring.selectors.costs.candidate_costs import CandidateCost, horizons_of
from scoring.selectors.costs.tables import LINE_NAMES, refusal_of
from scoring.selectors.rankings.results import Ranking
from scoring.selectors.units import unit_words
from scoring.tco.assumptions import Assumption
from scoring.tco.cashflow import COMPONENT_OF, CostLine
from scoring.tco.ownership import Ownership


def cost_part(ranking: Ranking) -> schema.Cost:
    """Inputs and results of the candidates that count."""
    evaluation = ranking.evaluation
    horizons = horizons_of(evaluation)
    counting = [cost for cost in ranking.costs if cost.candidate.counts]
    return {
        "horizons": list(horizons),
        "conventions": _conventions(evaluation),
        "assumptions": _assumptions(counting),
        "results": [_result(cost, years) for cost in counting for years in horizons],
    }


def _conventions(evaluation: Evaluation) -> list[schema.Text]:
    timing = evaluation.Timing(evaluation.timing).label
    tender = evaluation.tender
    basis = tender.TaxBasis(tender.tax_basis).label
    return [
        spoken(
            lambda: (
                _("All amounts in %(currency)s, %(basis)s, nominal.")
                % {"currency": tender.currency, "basis": basis}
            )
        ),
        spoken(
            lambda: (
                _("Purchase at the start, undiscounted; running costs at %(timing)s.")
                % {"timing": timing}
            )
        ),
        spoken(lambda: _("Support contracts in equal parts in the years covered.")),
        spoken(
            lambda: _("The residual of compute hardware at the end of the last year.")
        ),
    ]


def _assumptions(costs: list[CandidateCost]) -> list[schema.Assumption]:
    """Values that are the same for all once, the others by candidate."""
    held = [
        (cost.candidate, key, item)
        for cost in costs
        if cost.costs is not None
        for key, item in cost.costs.assumptions.items()
    ]
    by_key: dict[str, list[Assumption]] = {}
    for _candidate, key, item in held:
        by_key.setdefault(key, []).append(item)
    full = sum(1 for cost in costs if cost.costs is not None)
    common = {
        key
        for key, items in by_key.items()
        if len(items) == full and all(item == items[0] for item in items)
    }
    rows = [_assumption(by_key[key][0], None) for key in by_key if key in common]
    rows += [
        _assumption(item, candidate)
        for candidate, key, item in held
        if key not in common
    ]
    return rows


def _assumption(item: Assumption, candidate: Candidate | None) -> schema.Assumption:
    replaces: schema.Override | None = None
    if item.replaces is not None:
        replaces = {"value": number(item.replaces), "reason": typed(item.reason)}
    return {
        "key": item.key,
        "candidate": candidate_key(candidate) if candidate else None,
        "name": spoken(lambda: label_of(item.key)),
        "value": number(item.value),
        "unit": spoken(lambda: unit_words(item.unit)),
        "origin": literal(item.origin),
        "source": typed(item.source),
        "dated_on": item.on.isoformat(),
        "replaces": replaces,
        "reason": typed(item.reason) if item.reason and replaces is None else None,
    }


def _result(cost: CandidateCost, years: int) -> schema.CostResult:
    result = cost.ownership(years)
    figures = {
        name: number_or_none(getattr(result, name)) if result else None
        for name in (
            "npv",
            "npv_per_gpu",
            "equivalent_annual_cost",
            "nominal_per_used_gpu_hour",
            "levelised_per_used_gpu_hour",
        )
    }
    return {
        "candidate": candidate_key(cost.candidate),
        "horizon_years": years,
        "lines": _lines(result) if result else [],
        "npv": figures["npv"],
        "npv_per_gpu": figures["npv_per_gpu"],
        "equivalent_annual_cost": figures["equivalent_annual_cost"],
        "nominal_per_used_gpu_hour": figures["nominal_per_used_gpu_hour"],
        "levelised_per_used_gpu_hour": figures["levelised_per_used_gpu_hour"],
        "reason": None if result else spoken(lambda: refusal_of(cost, years)),
    }


def _lines(result: Ownership) -> list[schema.CostLine]:
    return [
        {
            "key": str(line),
            "name": translated(LINE_NAMES[CostLine(line)]),
            "component": literal(COMPONENT_OF[line]),
            "amounts": [number(amount) for amount in amounts],
            "present_value": number(result.present_values[line]),
        }
        for line, amounts in result.cash_flows.lines.items()
        if any(amounts)
    ]
