"""The assumptions of the cost model, with their sources and dates."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from scoring.models import Candidate, Evaluation
from scoring.services.assumptions import AssumptionTerms, set_assumption
from scoring.services.demonstration.scene import Scene
from scoring.services.demonstration.telling import Telling
from scoring.tco.assumptions import Origin

QUOTED: Final = "quoted"
ORIGINS: Final = {
    "evaluation assumption": Origin.ASSUMED,
    "catalogue default": Origin.DEFAULT,
}


def assume(scene: Scene, evaluation: Evaluation) -> None:
    """Set what is common, and what holds for one candidate; quotes say the rest."""
    told = scene.telling.story["tco_assumptions"]
    rows: list[tuple[Candidate | None, Mapping[str, Any]]] = [
        (None, row) for row in told["common"]
    ]
    candidates = scene.candidates(evaluation)
    for letter, own in told["per_candidate"].items():
        rows += [(candidates[letter], row) for row in own["values"]]
    for candidate, row in rows:
        if row["origin"] != QUOTED:
            set_assumption(
                by=scene.officer,
                evaluation=evaluation,
                terms=_terms(scene.telling, row),
                candidate=candidate,
            )


def _terms(telling: Telling, row: Mapping[str, Any]) -> AssumptionTerms:
    replaced = row.get("replaces_default")
    return AssumptionTerms(
        key=row["key"],
        value=_number(row["value"]),
        unit=row["unit"],
        source=row["source"],
        on=telling.day(row["date"]),
        origin=ORIGINS[row["origin"]],
        replaces=None if replaced is None else _number(replaced),
        reason=row.get("reason", ""),
    )


def _number(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))
