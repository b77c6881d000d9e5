"""Moderation: a consensus beside the originals, or a spread that is accepted."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import Candidate, Cell, Consensus, NotApplicable


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is decided on a cell, why, and the version that was seen (0: none yet).

    Without a value the spread is waived and the mean stands.
    """

    value: Decimal | None
    reason: str
    seen_version: int = 0


def set_consensus(
    *, by: User, candidate: Candidate, criterion_key: str, verdict: Verdict
) -> Consensus:
    """Decide a cell; what the evaluators said stays as it is."""
    require(by, Action.MODERATE, candidate.evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.MODERATE, candidate.evaluation.tender)
        _check_scored(Candidate.objects.get(pk=candidate.pk), criterion_key)
        row = _stored(candidate, criterion_key)
        _check_version(row, verdict)
        _check_reason(verdict)
        before = _words(row) if row.version else None
        row.value, row.reason = verdict.value, verdict.reason.strip()
        row.decided_by, row.decided_at = by, database_now()
        row.version += 1
        check_row(row)
        row.save()
        record(
            by=by,
            action="consensus_set" if row.value is not None else "spread_waived",
            subject=candidate,
            details={"criterion": criterion_key, "from": before, "to": _words(row)},
            tender=tender.uuid,
        )
    return row


def _words(row: Consensus) -> dict[str, object]:
    return {"value": row.value, "reason": row.reason}


def _check_scored(candidate: Candidate, key: str) -> None:
    evaluation = candidate.evaluation
    scored = Cell.objects.filter(
        worksheet__evaluation=evaluation,
        candidate=candidate,
        criterion_key=key,
        state=Cell.State.SCORED,
    )
    left_out = NotApplicable.objects.filter(evaluation=evaluation, criterion_key=key)
    if not candidate.counts or not scored.exists() or left_out.exists():
        raise RuleBrokenError(
            _("There is nothing to moderate: criterion %(key)s of %(name)s.")
            % {"key": key, "name": candidate.label},
            "cell_not_scored",
        )


def _stored(candidate: Candidate, key: str) -> Consensus:
    """The stored decision, or a new one of version 0."""
    stored = (
        Consensus.objects.select_for_update()
        .filter(candidate=candidate, criterion_key=key)
        .first()
    )
    return stored or Consensus(candidate=candidate, criterion_key=key, version=0)


def _check_version(row: Consensus, verdict: Verdict) -> None:
    if row.version != verdict.seen_version:
        raise ConflictError(
            _("This cell was moderated from elsewhere in the meantime."),
            saved=_words(row),
            version=row.version,
        )


def _check_reason(verdict: Verdict) -> None:
    if not verdict.reason.strip():
        raise RuleBrokenError(
            _("Say why: the reason is printed in the report."),
            "reason_missing",
            "reason",
        )
