"""The assumptions of one candidate as the TCO page lists them."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy

from scoring.models import Candidate, CostAssumption, Evaluation
from scoring.selectors.costs.candidate_costs import CandidateCost
from scoring.selectors.units import unit_words
from scoring.tco.assumptions import Assumption, Origin
from scoring.tco.kinds import KINDS, AssumptionGroup, kind_of, parameters_of

GROUP_NAMES = {
    AssumptionGroup.POWER: gettext_lazy("Power"),
    AssumptionGroup.SUPPORT: gettext_lazy("Support and parts"),
    AssumptionGroup.PLACE: gettext_lazy("Place and people"),
    AssumptionGroup.MONEY: gettext_lazy("Money"),
}
ORIGIN_NAMES = {
    Origin.QUOTED: gettext_lazy("quoted"),
    Origin.ASSUMED: gettext_lazy("assumed"),
    Origin.DEFAULT: gettext_lazy("default"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumptionRow:
    """One value used for a candidate, with everything that makes it checkable."""

    key: str
    label: str
    value: Decimal
    unit: str
    origin: str
    source: str
    on: date
    replaces: Decimal | None
    reason: str
    is_stale: bool
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumptionSection:
    """The values under one heading."""

    name: str
    rows: tuple[AssumptionRow, ...]


def label_of(key: str) -> str:
    """The name of an assumption in the reader's language."""
    return _(kind_of(key).label) % parameters_of(key)


def sections_of(
    evaluation: Evaluation, cost: CandidateCost, day: date
) -> list[AssumptionSection]:
    """List what counts for a candidate, by heading, in the order of the model."""
    if cost.costs is None:
        return []
    own = set(
        evaluation.cost_assumptions.filter(candidate=cost.candidate).values_list(
            "key", flat=True
        )
    )
    rows = [
        _row(assumption, own, day) for assumption in cost.costs.assumptions.values()
    ]
    rows.sort(key=lambda row: (_place(row.key), row.key))
    return [
        AssumptionSection(name=str(GROUP_NAMES[group]), rows=members)
        for group in AssumptionGroup
        if (members := tuple(r for r in rows if kind_of(r.key).group is group))
    ]


def _place(key: str) -> int:
    return KINDS.index(kind_of(key))


def _row(assumption: Assumption, own: set[str], day: date) -> AssumptionRow:
    return AssumptionRow(
        key=assumption.key,
        label=label_of(assumption.key),
        value=assumption.value,
        unit=unit_words(assumption.unit),
        origin=str(ORIGIN_NAMES[assumption.origin]),
        source=assumption.source,
        on=assumption.on,
        replaces=assumption.replaces,
        reason=assumption.reason,
        is_stale=assumption.is_stale(day),
        is_own=assumption.key in own,
    )


def stored_assumption(
    evaluation: Evaluation, key: str, candidate: Candidate | None
) -> CostAssumption | None:
    """The row that a person set for a candidate, or for all."""
    return evaluation.cost_assumptions.filter(candidate=candidate, key=key).first()


def settable(
    held: set[str], family: str, horizons: tuple[int, ...]
) -> list[tuple[str, str]]:
    """Keys and names of the assumptions that nobody has given yet."""
    plain = [kind.pattern for kind in KINDS if "(" not in kind.pattern]
    residuals = [f"residual_{years}_{family}" for years in horizons if family]
    keys = [key for key in [*plain, *residuals] if key not in held]
    return [(key, label_of(key)) for key in keys]
