"""Worksheets: assigned, saved cell by cell with a version, submitted and locked."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import Recusal, TenderMember
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action, Role, require
from scoring.models import (
    Assignment,
    Candidate,
    Cell,
    Criterion,
    Evaluation,
    NotApplicable,
    Worksheet,
)
from scoring.selectors.versions import current_version

COMMENTED_SCORES = frozenset({1, 5})
COMMENTED_STATES = frozenset({Cell.State.DECLINED, Cell.State.NA_PROPOSED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an evaluator says in one cell, and the version they saw (0: no row yet)."""

    state: str
    score: int | None = None
    comment: str = ""
    seen_version: int = 0


def needs_comment(state: str, score: int | None) -> bool:
    """Whether a comment is due before submission."""
    return state in COMMENTED_STATES or score in COMMENTED_SCORES


def assign_criteria(
    *, by: User, evaluation: Evaluation, evaluator: User, keys: Collection[str]
) -> None:
    """Set which rubric criteria an evaluator scores."""
    tender = evaluation.tender
    require(by, Action.MANAGE_PANEL, tender)
    member = TenderMember.objects.filter(
        tender=tender, user=evaluator, role=Role.EVALUATOR
    )
    if not member.exists():
        raise RuleBrokenError(
            _("%(name)s is no evaluator of this evaluation.")
            % {"name": evaluator.name},
            "not_an_evaluator",
        )
    rubric = {row.key for row in rubric_criteria(evaluation)}
    unknown = set(keys) - rubric
    if unknown:
        raise RuleBrokenError(
            _("Not scored by people: %(keys)s.") % {"keys": ", ".join(sorted(unknown))},
            "criterion_unknown",
        )
    with transaction.atomic():
        evaluation.assignments.filter(evaluator=evaluator).delete()
        Assignment.objects.bulk_create(
            Assignment(evaluation=evaluation, evaluator=evaluator, criterion_key=key)
            for key in sorted(keys)
        )
        record(
            by=by,
            action="criteria_assigned",
            subject=evaluator,
            details={"criteria": sorted(keys)},
            tender=tender.uuid,
        )


def assign_all(*, by: User, evaluation: Evaluation) -> None:
    """Let every evaluator score every rubric criterion."""
    keys = [row.key for row in rubric_criteria(evaluation)]
    members = evaluation.tender.members.filter(role=Role.EVALUATOR)
    for member in members.select_related("user"):
        assign_criteria(by=by, evaluation=evaluation, evaluator=member.user, keys=keys)


def rubric_criteria(evaluation: Evaluation) -> list[Criterion]:
    """The criteria that people score, in order."""
    version = current_version(evaluation)
    return list(version.criteria.filter(kind=Criterion.Kind.RUBRIC))


def open_worksheets(*, by: User, evaluation: Evaluation) -> list[Worksheet]:
    """Make an empty worksheet for each evaluator with an assignment."""
    require(by, Action.MOVE_STAGE, evaluation.tender)
    assigned = evaluation.assignments.order_by("evaluator_id").values_list(
        "evaluator_id", flat=True
    )
    for evaluator_id in dict.fromkeys(assigned):
        Worksheet.objects.get_or_create(
            evaluation=evaluation, evaluator_id=evaluator_id
        )
    return list(evaluation.worksheets.all())


def save_cell(
    *, by: User, candidate: Candidate, criterion_key: str, answer: Answer
) -> Cell:
    """Save one cell of one's own worksheet; an old version is refused with both values.

    The deadline is that of the database clock; the worksheet's row is locked, so a
    save is either before a submission or refused after it.
    """
    evaluation = candidate.evaluation
    require(by, Action.SCORE, evaluation.tender)
    with transaction.atomic():
        worksheet = _own_open_worksheet(by, evaluation)
        _require_cell(by, candidate, criterion_key)
        cell = _stored(worksheet, candidate, criterion_key, answer)
        _write(cell, answer)
        record(
            by=by,
            action="cell_saved",
            subject=worksheet,
            details={
                "candidate": candidate.uuid,
                "criterion": criterion_key,
                "state": cell.state,
                "version": cell.version,
            },
            tender=evaluation.tender.uuid,
        )
    return cell


def _own_open_worksheet(by: User, evaluation: Evaluation) -> Worksheet:
    tender = (
        type(evaluation.tender)
        .objects.select_for_update(of=("self",))
        .filter(pk=evaluation.tender_id)
    )
    is_late = tender.filter(scores_deadline__lt=Now()).exists()
    if is_late:
        raise ConflictError(
            _("The deadline for scores has passed."), saved={}, code="deadline_passed"
        )
    worksheet = (
        Worksheet.objects.select_for_update()
        .filter(evaluation=evaluation, evaluator=by)
        .first()
    )
    if worksheet is None:
        raise RuleBrokenError(_("You have no worksheet here."), "worksheet_missing")
    if worksheet.is_submitted:
        raise ConflictError(
            _("Your worksheet is submitted and locked."),
            saved={},
            code="worksheet_locked",
        )
    return worksheet


def _require_cell(by: User, candidate: Candidate, key: str) -> None:
    evaluation = candidate.evaluation
    if not candidate.counts:
        raise RuleBrokenError(
            _("%(name)s is not scored: %(reason)s")
            % {"name": candidate.label, "reason": candidate.admission_reason},
            "candidate_not_scored",
        )
    if not evaluation.assignments.filter(evaluator=by, criterion_key=key).exists():
        raise RuleBrokenError(
            _("Criterion %(key)s is not assigned to you.") % {"key": key},
            "not_assigned",
        )
    if Recusal.objects.filter(
        tender=evaluation.tender, user=by, vendor=candidate.vendor
    ).exists():
        raise RuleBrokenError(_("You are recused from this vendor."), "recused")
    if NotApplicable.objects.filter(evaluation=evaluation, criterion_key=key).exists():
        raise RuleBrokenError(
            _("Criterion %(key)s does not apply.") % {"key": key}, "not_applicable"
        )


def _stored(
    worksheet: Worksheet, candidate: Candidate, key: str, answer: Answer
) -> Cell:
    cell = Cell.objects.filter(
        worksheet=worksheet, candidate=candidate, criterion_key=key
    ).first()
    version = cell.version if cell else 0
    if version != answer.seen_version:
        raise ConflictError(
            _("This cell was saved from elsewhere in the meantime."),
            saved=cell_values(cell),
            version=version,
        )
    return cell or Cell(
        worksheet=worksheet, candidate=candidate, criterion_key=key, version=0
    )


def cell_values(cell: Cell | None) -> dict[str, object]:
    """The stored values of a cell, for the conflict dialog."""
    if cell is None:
        return {"state": Cell.State.NOT_SCORED, "score": None, "comment": ""}
    return {"state": cell.state, "score": cell.score, "comment": cell.comment}


def _write(cell: Cell, answer: Answer) -> None:
    cell.state = answer.state
    cell.score = answer.score
    cell.comment = answer.comment.strip()
    cell.version += 1
    cell.decline_accepted_at = None
    cell.criteria_version = current_version(cell.worksheet.evaluation)
    cell.full_clean()
    cell.changed_at = Now()
    cell.save()
    cell.refresh_from_db()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCell:
    """A cell that keeps a worksheet from being submitted, and why."""

    candidate: Candidate
    criterion_key: str
    reason: str


def open_cells(worksheet: Worksheet) -> list[OpenCell]:
    """List what is not answered yet, and the comments that are due."""
    answered = {
        (cell.candidate_id, cell.criterion_key): cell for cell in worksheet.cells.all()
    }
    return [
        OpenCell(candidate=candidate, criterion_key=key, reason=reason)
        for key in required_keys(worksheet)
        for candidate in required_candidates(worksheet)
        if (reason := _gap(answered.get((candidate.pk, key))))
    ]


def _gap(cell: Cell | None) -> str:
    if cell is None or cell.state == Cell.State.NOT_SCORED:
        return _("not scored")
    if needs_comment(cell.state, cell.score) and not cell.comment:
        return _("comment missing")
    return ""


def required_keys(worksheet: Worksheet) -> list[str]:
    """The assigned criteria that apply, in the order of the requirements."""
    evaluation = worksheet.evaluation
    assigned = set(
        evaluation.assignments.filter(evaluator=worksheet.evaluator).values_list(
            "criterion_key", flat=True
        )
    )
    assigned -= set(evaluation.not_applicable.values_list("criterion_key", flat=True))
    return [row.key for row in rubric_criteria(evaluation) if row.key in assigned]


def required_candidates(worksheet: Worksheet) -> list[Candidate]:
    """The candidates that count, less the vendors the evaluator is recused from."""
    recused = Recusal.objects.filter(
        tender=worksheet.evaluation.tender_id, user=worksheet.evaluator_id
    ).values_list("vendor_id", flat=True)
    counting = worksheet.evaluation.candidates.counting()
    return list(counting.exclude(vendor_id__in=list(recused)))


def submit_worksheet(*, by: User, evaluation: Evaluation) -> Worksheet:
    """Lock one's worksheet for good; refused while anything is open."""
    require(by, Action.SCORE, evaluation.tender)
    with transaction.atomic():
        worksheet = _own_open_worksheet(by, evaluation)
        gaps = open_cells(worksheet)
        if gaps:
            raise RuleBrokenError(
                _("%(count)s cells are still open.") % {"count": len(gaps)},
                "worksheet_incomplete",
            )
        worksheet.submitted_at = Now()
        worksheet.save(update_fields=["submitted_at"])
        worksheet.refresh_from_db()
        record(
            by=by,
            action="worksheet_submitted",
            subject=worksheet,
            details={"cells": worksheet.cells.count()},
            tender=evaluation.tender.uuid,
        )
    return worksheet
