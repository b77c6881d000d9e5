"""How far the panels are: cells answered, requests open, spreads settled; no scores."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from catalog.models import Recusal
from procurement.accounts.models import User
from procurement.permissions import Role
from scoring.models import (
    Assignment,
    Candidate,
    Cell,
    Consensus,
    Evaluation,
    NotApplicable,
    Worksheet,
)
from scoring.selectors.worksheets.owing import needs_comment

STEPS = 4
"""From score 1 to score 5: a spread is a share of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetProgress:
    """One evaluator's worksheet in counts."""

    evaluator: User
    required: int
    answered: int
    comments_missing: int
    submitted_at: datetime | None
    locked_at: datetime | None
    by_candidate: Mapping[int, tuple[int, int]]
    """Answered and required cells by candidate."""

    @property
    def open(self) -> int:
        """Cells without an answer."""
        return self.required - self.answered

    @property
    def is_submitted(self) -> bool:
        """Whether the evaluator has handed it in."""
        return self.submitted_at is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelProgress:
    """One panel in counts; what of it a person may know is decided elsewhere."""

    sheets: tuple[SheetProgress, ...] = ()
    requests: int = 0
    """Proposals of N/A and declines that wait for the officer's answer."""
    settled: int = 0
    spreads: int = 0
    """Cells whose scores lie too far apart, and how many of them are settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    candidates: Mapping[int, list[tuple[int, int | None]]]
    keys: Mapping[tuple[int, int], set[str]]
    left_out: set[tuple[int, str]]
    recusals: set[tuple[int, int, int | None]]
    cells: Mapping[int, list[Cell]]
    settled: set[tuple[int, str]]


def panel_progress(evaluations: Sequence[Evaluation]) -> dict[int, PanelProgress]:
    """The progress of each panel by evaluation; seven queries, however many there are.

    A worksheet that somebody left open when leaving the panel is no longer awaited.
    """
    facts = _facts(evaluations)
    members = {
        (row.pk, member.user_id)
        for row in evaluations
        for member in row.tender.members.all()
        if member.role == Role.EVALUATOR
    }
    sheets: dict[int, list[Worksheet]] = defaultdict(list)
    rows = Worksheet.objects.filter(evaluation__in=evaluations)
    for sheet in rows.select_related("evaluator").order_by("evaluator__name", "id"):
        if sheet.is_submitted or (sheet.evaluation_id, sheet.evaluator_id) in members:
            sheets[sheet.evaluation_id].append(sheet)
    return {row.pk: _panel(row, sheets[row.pk], facts) for row in evaluations}


def _facts(evaluations: Sequence[Evaluation]) -> _Facts:
    candidates: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    counting = Candidate.objects.counting().filter(evaluation__in=evaluations)
    for pk, evaluation, vendor in counting.values_list(
        "pk", "evaluation_id", "vendor_id"
    ):
        candidates[evaluation].append((pk, vendor))
    keys: dict[tuple[int, int], set[str]] = defaultdict(set)
    assigned = Assignment.objects.filter(evaluation__in=evaluations)
    for evaluation, evaluator, key in assigned.values_list(
        "evaluation_id", "evaluator_id", "criterion_key"
    ):
        keys[evaluation, evaluator].add(key)
    left_out = NotApplicable.objects.filter(evaluation__in=evaluations)
    recusals = Recusal.objects.filter(tender__in=[row.tender_id for row in evaluations])
    consensus = Consensus.objects.filter(candidate__evaluation__in=evaluations)
    cells: dict[int, list[Cell]] = defaultdict(list)
    for cell in Cell.objects.filter(worksheet__evaluation__in=evaluations):
        cells[cell.worksheet_id].append(cell)
    return _Facts(
        candidates=candidates,
        keys=keys,
        left_out=set(left_out.values_list("evaluation_id", "criterion_key")),
        recusals=set(recusals.values_list("tender_id", "user_id", "vendor_id")),
        cells=cells,
        settled=set(consensus.values_list("candidate_id", "criterion_key")),
    )


def _panel(
    evaluation: Evaluation, sheets: Iterable[Worksheet], facts: _Facts
) -> PanelProgress:
    progress, counted = [], []
    for sheet in sheets:
        keys = _keys(sheet, facts)
        due = _due(evaluation, sheet, facts)
        cells = [
            cell
            for cell in facts.cells[sheet.pk]
            if cell.candidate_id in due
            and cell.criterion_key in keys
            and cell.state != Cell.State.NOT_SCORED
            and not cell.awaits_confirmation
        ]
        counted += cells
        progress.append(_sheet(sheet, keys, due, cells))
    spreads = _far_apart(counted, evaluation.spread_limit)
    return PanelProgress(
        sheets=tuple(progress),
        requests=_requests(counted),
        settled=len(spreads & facts.settled),
        spreads=len(spreads),
    )


def _keys(sheet: Worksheet, facts: _Facts) -> set[str]:
    return {
        key
        for key in facts.keys[sheet.evaluation_id, sheet.evaluator_id]
        if (sheet.evaluation_id, key) not in facts.left_out
    }


def _due(evaluation: Evaluation, sheet: Worksheet, facts: _Facts) -> set[int]:
    return {
        pk
        for pk, vendor in facts.candidates[evaluation.pk]
        if (evaluation.tender_id, sheet.evaluator_id, vendor) not in facts.recusals
    }


def _sheet(
    sheet: Worksheet, keys: set[str], due: set[int], answered: Sequence[Cell]
) -> SheetProgress:
    return SheetProgress(
        evaluator=sheet.evaluator,
        required=len(due) * len(keys),
        answered=len(answered),
        comments_missing=sum(
            needs_comment(cell.state, cell.score) and not cell.comment
            for cell in answered
        ),
        submitted_at=sheet.submitted_at,
        locked_at=sheet.locked_at,
        by_candidate={
            pk: (sum(cell.candidate_id == pk for cell in answered), len(keys))
            for pk in due
        },
    )


def _requests(cells: Iterable[Cell]) -> int:
    """A proposed N/A is one question for all candidates; each decline is its own."""
    proposed = {c.criterion_key for c in cells if c.state == Cell.State.NA_PROPOSED}
    declined = [
        cell
        for cell in cells
        if cell.state == Cell.State.DECLINED and cell.decline_accepted_at is None
    ]
    return len(proposed) + len(declined)


def _far_apart(cells: Iterable[Cell], limit: Decimal) -> set[tuple[int, str]]:
    scores: dict[tuple[int, str], list[int]] = defaultdict(list)
    for cell in cells:
        if cell.score is not None:
            scores[cell.candidate_id, cell.criterion_key].append(cell.score)
    return {
        place
        for place, given in scores.items()
        if Decimal(max(given) - min(given)) / STEPS > limit
    }
