"""Moderation: consensus or waiver with a reason; answers to N/A and declines."""

from decimal import Decimal

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action, Stage, WrongStageError, require
from scoring.models import Candidate, Cell, Consensus, Evaluation, NotApplicable


def set_consensus(  # noqa: PLR0913  # the fields of one decision, by keyword
    *,
    by: User,
    candidate: Candidate,
    criterion_key: str,
    value: Decimal | None,
    reason: str,
    seen_version: int = 0,
) -> Consensus:
    """Decide a cell: a value overrides the mean, None waives its spread."""
    tender = candidate.evaluation.tender
    require(by, Action.MODERATE, tender)
    if not reason.strip():
        raise RuleBrokenError(
            _("Say why: the reason is printed in the report."),
            "reason_missing",
            "reason",
        )
    _require_scored(candidate, criterion_key)
    with transaction.atomic():
        row = (
            Consensus.objects.select_for_update()
            .filter(candidate=candidate, criterion_key=criterion_key)
            .first()
        ) or Consensus(candidate=candidate, criterion_key=criterion_key, version=0)
        if row.version != seen_version:
            raise ConflictError(
                _("This cell was moderated from elsewhere in the meantime."),
                saved={"value": row.value, "reason": row.reason},
                version=row.version,
            )
        before = row.value if row.pk else None
        row.value, row.reason, row.decided_by = value, reason.strip(), by
        row.version += 1
        row.full_clean()
        row.decided_at = Now()
        row.save()
        row.refresh_from_db()
        record(
            by=by,
            action="consensus_set" if value is not None else "spread_waived",
            subject=candidate,
            details={
                "criterion": criterion_key,
                "from": before,
                "to": value,
                "reason": row.reason,
            },
            tender=tender.uuid,
        )
    return row


def _require_scored(candidate: Candidate, key: str) -> None:
    scored = Cell.objects.filter(
        candidate=candidate, criterion_key=key, state=Cell.State.SCORED
    )
    if not candidate.counts or not scored.exists():
        raise RuleBrokenError(
            _("Nobody scored criterion %(key)s for %(name)s.")
            % {"key": key, "name": candidate.label},
            "cell_not_scored",
        )


def approve_not_applicable(
    *, by: User, evaluation: Evaluation, criterion_key: str, reason: str
) -> NotApplicable:
    """Leave a criterion out for all candidates; someone must have proposed it."""
    require(by, Action.ANSWER_CELL_REQUESTS, evaluation.tender)
    if evaluation.tender.stage != Stage.SCORING:
        raise WrongStageError(
            _("N/A is approved before moderation opens, for all candidates."),
            "wrong_stage",
        )
    proposed = Cell.objects.filter(
        worksheet__evaluation=evaluation,
        criterion_key=criterion_key,
        state=Cell.State.NA_PROPOSED,
    )
    if not proposed.exists():
        raise RuleBrokenError(
            _("Nobody proposed N/A for criterion %(key)s.") % {"key": criterion_key},
            "not_proposed",
        )
    row = NotApplicable(
        evaluation=evaluation,
        criterion_key=criterion_key,
        reason=reason.strip(),
        approved_by=by,
    )
    row.full_clean(exclude=["approved_at"])
    with transaction.atomic():
        row.save()
        record(
            by=by,
            action="not_applicable_approved",
            subject=evaluation,
            details={"criterion": criterion_key, "reason": row.reason},
            tender=evaluation.tender.uuid,
        )
    return row


def accept_decline(*, by: User, cell: Cell) -> Cell:
    """Accept that an evaluator can't judge a cell; it is then no longer required."""
    evaluation = cell.worksheet.evaluation
    require(by, Action.ANSWER_CELL_REQUESTS, evaluation.tender)
    with transaction.atomic():
        row = Cell.objects.select_for_update().get(pk=cell.pk)
        if row.state != Cell.State.DECLINED:
            raise RuleBrokenError(_("This cell is not declined."), "not_declined")
        row.decline_accepted_at = Now()
        row.save(update_fields=["decline_accepted_at"])
        row.refresh_from_db()
        record(
            by=by,
            action="decline_accepted",
            subject=row.worksheet,
            details={"candidate": row.candidate.uuid, "criterion": row.criterion_key},
            tender=evaluation.tender.uuid,
        )
    return row
