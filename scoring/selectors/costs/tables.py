"""The figures of the TCO page: tiles, components, yearly flows, what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from procurement.money import round_decimal
from procurement.punctuation import listed
from scoring.figures.errors import InputError
from scoring.models import Candidate
from scoring.selectors.chart_texts import chart_label
from scoring.selectors.costs.assumptions import label_of
from scoring.selectors.costs.candidate_costs import CandidateCost
from scoring.tco.cashflow import Component, CostLine
from scoring.tco.chart import COLOURS, PATTERNS, hardware_share
from scoring.tco.explain import Explanation, UsedInput, explain
from scoring.tco.inputs import Conventions
from scoring.tco.needs import Reason
from scoring.tco.ownership import NotComputable, Ownership

COMPONENT_NAMES = {
    Component.HARDWARE: gettext_lazy("Hardware"),
    Component.ENERGY: gettext_lazy("Energy"),
    Component.MAINTENANCE: gettext_lazy("Maintenance"),
    Component.SPACE: gettext_lazy("Space"),
    Component.STAFF: gettext_lazy("Staff"),
    Component.SPARES: gettext_lazy("Spares"),
    Component.RESIDUAL: gettext_lazy("Residual"),
}
LINE_NAMES = {
    CostLine.COMPUTE: gettext_lazy("Compute"),
    CostLine.NETWORK: gettext_lazy("Network"),
    CostLine.STORAGE: gettext_lazy("Storage"),
    CostLine.RACKS: gettext_lazy("Rack and power"),
    CostLine.SOFTWARE: gettext_lazy("Software"),
    CostLine.SERVICES: gettext_lazy("Services"),
    CostLine.FREIGHT: gettext_lazy("Freight"),
    CostLine.FACILITY: gettext_lazy("Facility"),
    CostLine.TAX: gettext_lazy("Non-recoverable tax"),
    CostLine.SPARES_INITIAL: gettext_lazy("Spares pool"),
    CostLine.SPARES_YEARLY: gettext_lazy("Spares replaced"),
    CostLine.SUPPORT: gettext_lazy("Support contract"),
    CostLine.SUPPORT_EXTENSION: gettext_lazy("Support extension"),
    CostLine.MAINTENANCE: gettext_lazy("Maintenance after warranty"),
    CostLine.ENERGY: gettext_lazy("Energy"),
    CostLine.SPACE: gettext_lazy("Rack space"),
    CostLine.STAFF: gettext_lazy("Staff"),
    CostLine.RESIDUAL: gettext_lazy("Residual value"),
}
FIGURE_NAMES = {
    "npv": gettext_lazy("NPV"),
    "npv_per_gpu": gettext_lazy("NPV per GPU"),
    "equivalent_annual_cost": gettext_lazy("Equivalent annual cost"),
    "nominal_per_used_gpu_hour": gettext_lazy("Nominal cost per used GPU-hour"),
    "levelised_per_used_gpu_hour": gettext_lazy("Levelised cost per used GPU-hour"),
    "energy_kwh_per_year": gettext_lazy("Energy per year, kWh"),
    "used_gpu_hours_per_year": gettext_lazy("Used GPU-hours per year"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """NPV per GPU of one candidate and how far it is above the lowest."""

    candidate: Candidate
    npv_per_gpu: Decimal | None
    above_lowest: Decimal | None
    reason: str = ""

    @property
    def is_lowest(self) -> bool:
        """Whether no other candidate that counts is cheaper."""
        return self.above_lowest == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentRow:
    """Present values of one candidate by component, and their sum."""

    candidate: Candidate
    values: tuple[Decimal, ...]
    total: Decimal
    hardware_share: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRow:
    """One line of the yearly table and its undiscounted sum."""

    name: str
    amounts: tuple[Decimal, ...]
    total: Decimal
    formula: str = ""
    inputs: tuple[UsedInput, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One result with its formula; None with a reason where it is undefined."""

    name: str
    value: Decimal | None
    unit: str
    formula: str
    reason: str = ""


def tiles(costs: Sequence[CandidateCost], years: int) -> list[Tile]:
    """NPV per GPU of each candidate that counts, beside the lowest of them."""
    counting = [cost for cost in costs if cost.candidate.counts]
    found = [
        result.npv_per_gpu for cost in counting if (result := cost.ownership(years))
    ]
    lowest = min(found, default=None)
    return [_tile(cost, years, lowest) for cost in counting]


def _tile(cost: CandidateCost, years: int, lowest: Decimal | None) -> Tile:
    result = cost.ownership(years)
    if result is None or lowest is None:
        return Tile(
            candidate=cost.candidate,
            npv_per_gpu=None,
            above_lowest=None,
            reason=refusal_of(cost, years),
        )
    return Tile(
        candidate=cost.candidate,
        npv_per_gpu=result.npv_per_gpu,
        above_lowest=result.npv_per_gpu / lowest - 1 if lowest > 0 else None,
    )


def refusal_of(cost: CandidateCost, years: int) -> str:
    """Why there is no result over a horizon, in a sentence."""
    if cost.refusal:
        return cost.refusal
    outcome = cost.outcomes.get(years)
    if not isinstance(outcome, NotComputable):
        return _("A cloud offer has no cost of ownership.")
    missing = listed(_missing_name(key) for key in outcome.missing)
    if outcome.reason is Reason.NO_RESIDUAL_RATE:
        return _("This horizon has no residual rate: %(names)s.") % {"names": missing}
    return _("Missing: %(names)s.") % {"names": missing}


def _missing_name(key: str) -> str:
    try:
        return label_of(key)
    except InputError:
        return _("price of the servers") if key == "compute" else _("list price")


def component_rows(costs: Sequence[CandidateCost], years: int) -> list[ComponentRow]:
    """Present values by component of each candidate that counts and has a result."""
    return [
        ComponentRow(
            candidate=cost.candidate,
            values=tuple(result.component_values[part] for part in Component),
            total=result.npv,
            hardware_share=hardware_share(result),
        )
        for cost in costs
        if cost.candidate.counts and (result := cost.ownership(years))
    ]


def stacked_bars(costs: Sequence[CandidateCost], years: int) -> dict[str, Any]:
    """The stacked bars for plotly; names are plain text, amounts in millions."""
    rows = component_rows(costs, years)
    names = [chart_label(row.candidate.label) for row in rows]
    currency = rows[0].candidate.evaluation.tender.currency if rows else ""
    data = [
        {
            "type": "bar",
            "name": str(COMPONENT_NAMES[part]),
            "x": names,
            "y": [_millions(row.values[place]) for row in rows],
            "marker": {
                "color": f"var:{COLOURS[part]}",
                "pattern": {
                    "shape": PATTERNS[part],
                    "size": 5,
                    "solidity": 0.25,
                    "fgcolor": "var:surface",
                    "fillmode": "overlay",
                },
            },
        }
        for place, part in enumerate(Component)
    ]
    # Five names side by side need more width than a phone has.
    narrow = {"layout": {"xaxis": {"tickangle": -90}}, "margin": {"b": 130}}
    return {
        "data": data,
        "layout": _layout(rows, names, currency),
        "narrow": narrow,
    }


def _layout(
    rows: list[ComponentRow], names: list[str], currency: str
) -> dict[str, Any]:
    return {
        "barmode": "relative",
        "showlegend": True,
        "margin": {"l": 46, "t": 44, "b": 56},
        "xaxis": {"tickangle": 0},
        "yaxis": {
            "tickformat": ".0f",
            "title": {"text": _("million %(currency)s") % {"currency": currency}},
        },
        "annotations": [
            {
                "x": name,
                "y": _millions(sum((v for v in row.values if v > 0), Decimal(0))),
                "text": _("%(amount)s net") % {"amount": f"{_millions(row.total):.2f}"},
                "showarrow": False,
                "yshift": 9,
                "font": {"size": 11, "color": "var:ink"},
            }
            for row, name in zip(rows, names, strict=True)
        ],
    }


def _millions(amount: Decimal) -> float:
    return float(round_decimal(amount / 1_000_000, 6))


def flow_rows(
    cost: CandidateCost, conventions: Conventions, result: Ownership
) -> list[FlowRow]:
    """The yearly amounts of each line that has any, with formula and inputs."""
    explained = (
        explain(cost.costs, conventions, result) if cost.costs is not None else {}
    )
    return [
        FlowRow(
            name=str(LINE_NAMES[line]),
            amounts=amounts,
            total=sum(amounts, Decimal(0)),
            formula=_formula(explained.get(str(line))),
            inputs=explained[str(line)].inputs if str(line) in explained else (),
        )
        for line, amounts in result.cash_flows.lines.items()
        if any(amounts)
    ]


def _formula(explanation: Explanation | None) -> str:
    if explanation is None:
        return ""
    return _(explanation.formula)


def figures_of(
    cost: CandidateCost, conventions: Conventions, result: Ownership
) -> list[Figure]:
    """NPV, EAC and costs per GPU-hour with their formulas."""
    explained = (
        explain(cost.costs, conventions, result) if cost.costs is not None else {}
    )
    currency = result.currency
    return [
        Figure(
            name=str(label),
            value=getattr(result, name),
            unit="" if name.endswith("per_year") else currency,
            formula=_formula(explained.get(name)),
            reason=_undefined(result, name),
        )
        for name, label in FIGURE_NAMES.items()
    ]


def _undefined(result: Ownership, name: str) -> str:
    if name not in result.undefined:
        return ""
    return _("No GPU-hour is used.")
