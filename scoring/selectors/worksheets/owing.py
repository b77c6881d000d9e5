"""What a worksheet owes: its criteria and candidates, and the cells still open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from catalog.models import Recusal
from scoring.models import Candidate, Cell, Criterion, Evaluation, Worksheet
from scoring.selectors.versions import current_version

COMMENTED_SCORES: Final = frozenset({1, 5})
COMMENTED_STATES: Final = frozenset({Cell.State.DECLINED, Cell.State.NA_PROPOSED})


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCell:
    """A cell that keeps a worksheet from being submitted, and why."""

    candidate: Candidate
    criterion_key: str
    reason: str


def needs_comment(state: str, score: int | None) -> bool:
    """Whether a comment is due before submission."""
    return state in COMMENTED_STATES or score in COMMENTED_SCORES


def cell_values(cell: Cell | None) -> dict[str, object]:
    """What an evaluator said in a cell; no row is a cell not scored."""
    if cell is None:
        return {"state": Cell.State.NOT_SCORED.value, "score": None, "comment": ""}
    return {"state": cell.state, "score": cell.score, "comment": cell.comment}


def open_cells(worksheet: Worksheet) -> list[OpenCell]:
    """List what is not answered yet, and the comments that are due."""
    answered = {
        (cell.candidate_id, cell.criterion_key): cell for cell in worksheet.cells.all()
    }
    candidates = required_candidates(worksheet)
    return [
        OpenCell(candidate=candidate, criterion_key=key, reason=reason)
        for key in required_keys(worksheet)
        for candidate in candidates
        if (reason := gap(answered.get((candidate.pk, key))))
    ]


def gap(cell: Cell | None) -> str:
    """Why a cell keeps its worksheet open; nothing when it is answered."""
    if cell is None or cell.state == Cell.State.NOT_SCORED:
        return _("not scored")
    if cell.awaits_confirmation:
        return _("to be confirmed again")
    if needs_comment(cell.state, cell.score) and not cell.comment:
        return _("comment missing")
    return ""


def rubric_criteria(evaluation: Evaluation) -> list[Criterion]:
    """The criteria that people score, in order."""
    version = current_version(evaluation)
    return list(version.criteria.filter(kind=Criterion.Kind.RUBRIC))


def required_keys(worksheet: Worksheet) -> list[str]:
    """The assigned criteria that apply, in the order of the requirements."""
    evaluation = worksheet.evaluation
    assigned = assignments_of(evaluation).get(worksheet.evaluator_id, frozenset())
    left_out = frozenset(
        evaluation.not_applicable.values_list("criterion_key", flat=True)
    )
    return [
        row.key for row in rubric_criteria(evaluation) if row.key in assigned - left_out
    ]


def required_candidates(worksheet: Worksheet) -> list[Candidate]:
    """The candidates that count, less the vendors the evaluator is recused from."""
    recused = Recusal.objects.filter(
        tender=worksheet.evaluation.tender_id, user=worksheet.evaluator_id
    ).values_list("vendor_id", flat=True)
    counting = worksheet.evaluation.candidates.counting()
    return list(counting.exclude(vendor_id__in=list(recused)))


def assignments_of(evaluation: Evaluation) -> Mapping[int, frozenset[str]]:
    """Evaluator → the keys of the criteria that they score."""
    found: dict[int, set[str]] = {}
    rows = evaluation.assignments.values_list("evaluator_id", "criterion_key")
    for evaluator, key in rows:
        found.setdefault(evaluator, set()).add(key)
    return {evaluator: frozenset(keys) for evaluator, keys in found.items()}
