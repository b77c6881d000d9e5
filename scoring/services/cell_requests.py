"""Answers to what evaluators ask for in a cell: N/A for all, or to be let off."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action, Stage, WrongStageError, require
from scoring.models import Cell, Evaluation, NotApplicable, Worksheet
from scoring.selectors.worksheets.owing import cell_values


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request is refused, and the version of the cell that was read."""

    reason: str
    seen_version: int


def approve_not_applicable(
    *, by: User, evaluation: Evaluation, criterion_key: str, reason: str
) -> NotApplicable:
    """Leave a criterion out for all candidates; someone must have proposed it."""
    require(by, Action.ANSWER_CELL_REQUESTS, evaluation.tender)
    with transaction.atomic():
        tender = _locked_while_scoring(by, evaluation)
        if not proposals(evaluation, criterion_key).exists():
            raise _nobody_proposed(criterion_key)
        row = NotApplicable(
            evaluation=evaluation,
            criterion_key=criterion_key,
            reason=reason.strip(),
            approved_by=by,
            approved_at=database_now(),
        )
        check_row(row)
        row.save()
        record(
            by=by,
            action="not_applicable_approved",
            subject=tender,
            details={"criterion": criterion_key, "reason": row.reason},
            tender=tender.uuid,
        )
    return row


def refuse_not_applicable(
    *, by: User, evaluation: Evaluation, criterion_key: str, reason: str
) -> list[Cell]:
    """Give every cell that proposes N/A for a criterion back to its evaluator."""
    require(by, Action.ANSWER_CELL_REQUESTS, evaluation.tender)
    with transaction.atomic():
        tender = _locked_while_scoring(by, evaluation)
        cells = list(proposals(evaluation, criterion_key).select_for_update())
        if not cells:
            raise _nobody_proposed(criterion_key)
        _give_back(cells, reason)
        record(
            by=by,
            action="not_applicable_refused",
            subject=tender,
            details={
                "criterion": criterion_key,
                "reason": reason.strip(),
                "cells": len(cells),
            },
            tender=tender.uuid,
        )
    return cells


def accept_decline(*, by: User, cell: Cell, seen_version: int) -> Cell:
    """Accept that an evaluator can't judge a cell; it is then no longer required."""
    tender = cell.worksheet.evaluation.tender
    require(by, Action.ANSWER_CELL_REQUESTS, tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.ANSWER_CELL_REQUESTS, tender)
        row = _declined(cell, seen_version)
        row.decline_accepted_at = database_now()
        row.save(update_fields=["decline_accepted_at"])
        record(
            by=by,
            action="decline_accepted",
            subject=row.candidate,
            details={"criterion": row.criterion_key},
            tender=tender.uuid,
        )
    return row


def refuse_decline(*, by: User, cell: Cell, refusal: Refusal) -> Cell:
    """Give a declined cell back to its evaluator, with the reason."""
    evaluation = cell.worksheet.evaluation
    require(by, Action.ANSWER_CELL_REQUESTS, evaluation.tender)
    with transaction.atomic():
        tender = _locked_while_scoring(by, evaluation)
        row = _declined(cell, refusal.seen_version)
        _give_back([row], refusal.reason)
        record(
            by=by,
            action="decline_refused",
            subject=row.candidate,
            details={
                "criterion": row.criterion_key,
                "reason": refusal.reason.strip(),
            },
            tender=tender.uuid,
        )
    return row


def proposals(evaluation: Evaluation, criterion_key: str) -> QuerySet[Cell]:
    """The cells that propose N/A for a criterion."""
    return Cell.objects.filter(
        worksheet__evaluation=evaluation,
        criterion_key=criterion_key,
        state=Cell.State.NA_PROPOSED,
        awaits_confirmation=False,
    )


def _locked_while_scoring(by: User, evaluation: Evaluation) -> Tender:
    tender = locked_tender(by, Action.ANSWER_CELL_REQUESTS, evaluation.tender)
    if tender.stage != Stage.SCORING:
        raise WrongStageError(
            _("This is answered before moderation opens."), "wrong_stage"
        )
    return tender


def _nobody_proposed(key: str) -> RuleBrokenError:
    return RuleBrokenError(
        _("Nobody proposed N/A for criterion %(key)s.") % {"key": key}, "not_proposed"
    )


def _declined(cell: Cell, seen_version: int) -> Cell:
    row = (
        Cell.objects.select_for_update(of=("self",))
        .select_related("worksheet", "candidate")
        .get(pk=cell.pk)
    )
    if row.version != seen_version:
        raise ConflictError(
            _("The evaluator has changed this cell in the meantime."),
            saved=cell_values(row),
            version=row.version,
        )
    if row.state != Cell.State.DECLINED:
        raise RuleBrokenError(_("This cell is not declined."), "not_declined")
    return row


def _give_back(cells: Collection[Cell], reason: str) -> None:
    """Open the cells again; a worksheet that was submitted opens with them."""
    if not reason.strip():
        raise RuleBrokenError(
            _("Say why: the evaluator reads it."), "reason_missing", "reason"
        )
    for row in cells:
        row.state = Cell.State.NOT_SCORED
        row.decline_accepted_at = None
        row.awaits_confirmation = False
        row.returned_because = reason.strip()
        row.version += 1
        row.changed_at = database_now()
        check_row(row)
        row.save()
    sheets = {row.worksheet_id for row in cells}
    Worksheet.objects.filter(pk__in=sheets).update(submitted_at=None)
