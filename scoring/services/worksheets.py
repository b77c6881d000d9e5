"""Worksheets: opened, saved cell by cell with a version, submitted and locked."""

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _, ngettext

from catalog.models import Recusal, Tender
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.canonical import digest
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action, Role, require
from scoring.models import Candidate, Cell, Evaluation, NotApplicable, Worksheet
from scoring.selectors.versions import current_version
from scoring.selectors.worksheets.declarations import undeclared_ids
from scoring.selectors.worksheets.owing import cell_values, open_cells

COMMENT_LENGTH: Final = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an evaluator says in one cell, and the version they saw (0: no row yet)."""

    state: str
    score: int | None = None
    comment: str = ""
    seen_version: int = 0

    @property
    def values(self) -> dict[str, object]:
        """The answer as :func:`cell_values` gives a stored one."""
        return {
            "state": str(self.state),
            "score": self.score,
            "comment": self.comment.strip(),
        }


def open_worksheets(*, by: User, evaluation: Evaluation) -> list[Worksheet]:
    """Make an empty worksheet for each evaluator with an assignment."""
    require(by, Action.MOVE_STAGE, evaluation.tender)
    members = evaluation.tender.members.filter(role=Role.EVALUATOR).values("user")
    assigned = (
        evaluation.assignments.filter(evaluator__in=members)
        .order_by("evaluator_id")
        .values_list("evaluator_id", flat=True)
    )
    for evaluator_id in dict.fromkeys(assigned):
        Worksheet.objects.get_or_create(
            evaluation=evaluation, evaluator_id=evaluator_id
        )
    return list(evaluation.worksheets.all())


def close_worksheets(*, by: User, evaluation: Evaluation) -> None:
    """Lock what was never submitted; its answers count, its gaps stay open."""
    tender = evaluation.tender
    require(by, Action.MOVE_STAGE, tender)
    left = evaluation.worksheets.filter(submitted_at=None).select_related("evaluator")
    names = [row.evaluator.name for row in left.order_by("id")]
    left.update(locked_at=database_now())
    record(
        by=by,
        action="worksheets_closed",
        subject=tender,
        details={"not_submitted": names},
        tender=tender.uuid,
    )


def save_cell(
    *, by: User, candidate: Candidate, criterion_key: str, answer: Answer
) -> Cell:
    """Save one cell of one's own worksheet; an old version is refused with both values.

    The tender's row is locked first: a save is either before a submission, a recusal
    or the end of scoring, or refused after it. The deadline is judged by the
    database's clock, once the lock is held. What was saved already, by a request whose
    answer got lost, is answered again and changes nothing.
    """
    evaluation = candidate.evaluation
    require(by, Action.SCORE, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.SCORE, evaluation.tender)
        worksheet = _own_open_worksheet(by, evaluation, tender)
        held = Candidate.objects.select_related("evaluation").get(pk=candidate.pk)
        _check_cell(by, held, criterion_key)
        cell = _stored(worksheet, candidate, criterion_key)
        if _is_settled(cell) and cell_values(cell) == answer.values:
            return cell
        _check_version(cell, answer)
        _write(cell, answer)
        record(
            by=by,
            action="cell_saved",
            subject=worksheet,
            details={
                "candidate": candidate.uuid,
                "criterion": criterion_key,
                "version": cell.version,
            },
            tender=tender.uuid,
        )
    return cell


def submit_worksheet(*, by: User, evaluation: Evaluation) -> Worksheet:
    """Lock one's worksheet for good; refused while anything is open.

    A second submission finds the first and changes nothing. The audit entry holds the
    digest of all answers, so that a later change of one of them shows.
    """
    require(by, Action.SCORE, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.SCORE, evaluation.tender)
        worksheet = _own_worksheet(by, evaluation)
        if worksheet.is_submitted:
            return worksheet
        _check_open(worksheet, tender)
        if undeclared_ids(worksheet.evaluation, by):
            raise _undeclared()
        _check_complete(worksheet)
        worksheet.submitted_at = database_now()
        worksheet.save(update_fields=["submitted_at"])
        record(
            by=by,
            action="worksheet_submitted",
            subject=worksheet,
            details={
                "cells": worksheet.cells.count(),
                "sha256": worksheet_digest(worksheet),
            },
            tender=tender.uuid,
        )
    return worksheet


def worksheet_digest(worksheet: Worksheet) -> str:
    """SHA-256 over all answers of a worksheet, in a fixed order."""
    cells = worksheet.cells.select_related("candidate")
    rows = [
        {
            "candidate": cell.candidate.uuid,
            "criterion": cell.criterion_key,
            "version": cell.version,
            **cell_values(cell),
        }
        for cell in cells.order_by("criterion_key", "candidate__position")
    ]
    return digest(rows)


def _own_worksheet(by: User, evaluation: Evaluation) -> Worksheet:
    worksheet = (
        Worksheet.objects.select_for_update(of=("self",))
        .select_related("evaluation__tender", "evaluator")
        .filter(evaluation=evaluation, evaluator=by)
        .first()
    )
    if worksheet is None:
        raise RuleBrokenError(_("You have no worksheet here."), "worksheet_missing")
    return worksheet


def _own_open_worksheet(by: User, evaluation: Evaluation, tender: Tender) -> Worksheet:
    worksheet = _own_worksheet(by, evaluation)
    _check_open(worksheet, tender)
    return worksheet


def _check_open(worksheet: Worksheet, tender: Tender) -> None:
    if worksheet.is_locked:
        raise ConflictError(
            _("Your worksheet is submitted and locked."),
            saved={},
            code="worksheet_locked",
        )
    if tender.scores_deadline and tender.scores_deadline < database_now():
        raise ConflictError(
            _("The deadline for scores has passed."), saved={}, code="deadline_passed"
        )


def _undeclared() -> RuleBrokenError:
    return RuleBrokenError(
        _("Declare first whether you have a conflict of interest with each vendor."),
        "declaration_missing",
    )


def _check_complete(worksheet: Worksheet) -> None:
    gaps = len(open_cells(worksheet))
    if gaps:
        words = ngettext(
            "%(count)d cell is still open.", "%(count)d cells are still open.", gaps
        )
        raise RuleBrokenError(words % {"count": gaps}, "worksheet_incomplete")


def _check_cell(by: User, candidate: Candidate, key: str) -> None:
    evaluation = candidate.evaluation
    recused = Recusal.objects.filter(
        tender=evaluation.tender_id, user=by, vendor=candidate.vendor_id
    )
    if candidate.vendor_id is not None and recused.exists():
        raise RuleBrokenError(_("You are recused from this vendor."), "recused")
    if candidate.vendor_id in undeclared_ids(evaluation, by):
        raise _undeclared()
    if not candidate.counts:
        raise RuleBrokenError(
            _("%(name)s takes no part and is not scored.") % {"name": candidate.label},
            "candidate_not_scored",
        )
    if not evaluation.assignments.filter(evaluator=by, criterion_key=key).exists():
        raise RuleBrokenError(
            _("Criterion %(key)s is not assigned to you.") % {"key": key},
            "not_assigned",
        )
    if NotApplicable.objects.filter(evaluation=evaluation, criterion_key=key).exists():
        raise RuleBrokenError(
            _("Criterion %(key)s does not apply.") % {"key": key}, "not_applicable"
        )


def _stored(worksheet: Worksheet, candidate: Candidate, key: str) -> Cell:
    """The stored cell, or a new one of version 0."""
    place = {"worksheet": worksheet, "candidate": candidate, "criterion_key": key}
    stored = Cell.objects.select_for_update(of=("self",)).filter(**place).first()
    return stored or Cell(**place, version=0)


def _is_settled(cell: Cell) -> bool:
    """Whether it was saved, for what its criterion asks now."""
    return bool(cell.version) and not cell.awaits_confirmation


def _check_version(cell: Cell, answer: Answer) -> None:
    if cell.version != answer.seen_version:
        raise ConflictError(
            _("This cell was saved from elsewhere in the meantime."),
            saved=cell_values(cell if cell.version else None)
            | {"changed_at": cell.changed_at if cell.version else None},
            version=cell.version,
        )


def _write(cell: Cell, answer: Answer) -> None:
    if len(answer.comment.strip()) > COMMENT_LENGTH:
        raise RuleBrokenError(
            _("A comment has at most %(count)s characters.")
            % {"count": COMMENT_LENGTH},
            "comment_too_long",
            "comment",
        )
    cell.state = answer.state
    cell.score = answer.score
    cell.comment = answer.comment.strip()
    cell.returned_because = ""
    cell.awaits_confirmation = False
    cell.version += 1
    cell.decline_accepted_at = None
    cell.criteria_version = current_version(cell.worksheet.evaluation)
    cell.changed_at = database_now()
    check_row(cell)
    cell.save()
