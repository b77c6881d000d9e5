"""Decisions: frozen with a hash, approved by someone else, published, awarded."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.selectors.amounts import frozen_rates
from catalog.services.tenders import locked_tender, set_stage
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.canonical import digest
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import (
    Action,
    PermissionRefusedError,
    Stage,
    WrongStageError,
    require,
)
from scoring.models import Approval, Award, Candidate, Decision, Evaluation
from scoring.reports.gathering.snapshot import (
    FreezeTerms,
    canonical_text,
    inputs_digest,
    snapshot_of,
)
from scoring.reports.validation import SnapshotInvalidError
from scoring.selectors.costs.candidate_costs import quoted_total
from scoring.selectors.rankings.results import Ranking, ranking_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Whom the officer proposes, and what they add to the figures."""

    recommended: Candidate | None = None
    reserve: Candidate | None = None
    note: str = ""
    reservations: str = ""


def freeze(*, by: User, evaluation: Evaluation, proposal: Proposal) -> Decision:
    """Make the next version: final once nothing is provisional, a draft before.

    The tender's row is locked, as every service that changes an input does first, so
    the document is of one moment.
    """
    require(by, Action.FREEZE, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.FREEZE, evaluation.tender)
        evaluation = Evaluation.objects.get(pk=evaluation.pk)
        evaluation.tender = tender
        ranking = ranking_of(evaluation)
        is_draft = tender.stage != Stage.DECISION or bool(
            ranking.result.publication_blocks
        )
        state = Decision.State.DRAFT if is_draft else Decision.State.FINAL
        decision = _frozen(by, ranking, proposal, state)
        record(
            by=by,
            action="result_frozen",
            subject=decision,
            details={
                "version": decision.number,
                "state": state,
                "sha256": decision.sha256,
            },
            tender=tender.uuid,
        )
    return decision


def _frozen(
    by: User, ranking: Ranking, proposal: Proposal, state: Decision.State
) -> Decision:
    evaluation = ranking.evaluation
    first = _first(ranking)
    recommended = proposal.recommended or first
    if recommended is not None and not recommended.counts:
        raise RuleBrokenError(
            _("%(name)s takes no part and can't be recommended.")
            % {"name": recommended.label},
            "recommended_does_not_count",
            "recommended",
        )
    number = evaluation.decisions.count() + 1
    try:
        snapshot = snapshot_of(
            ranking,
            FreezeTerms(
                version=number,
                state="draft" if state == Decision.State.DRAFT else "final",
                frozen_at=database_now(),
                prepared_by=by.name,
                recommended=recommended,
                reserve=proposal.reserve,
                note=proposal.note.strip(),
                reservations=proposal.reservations.strip(),
            ),
        )
    except SnapshotInvalidError as error:
        raise RuleBrokenError(
            _("The figures contradict each other, so nothing was frozen: %(faults)s")
            % {"faults": error},
            "snapshot_invalid",
        ) from error
    decision = Decision(
        evaluation=evaluation,
        number=number,
        state=state,
        snapshot=canonical_text(snapshot),
        sha256=digest(snapshot),
        inputs_sha256=inputs_digest(ranking),
        first_place=recommended,
        note=proposal.note.strip(),
        prepared_by=by,
    )
    decision.full_clean(exclude=["frozen_at"])
    decision.save()
    decision.refresh_from_db()
    return decision


def _first(ranking: Ranking) -> Candidate | None:
    winners = ranking.result.winners
    rows = {str(row.pk): row for row in ranking.matrix.candidates}
    return rows[winners[0]] if len(winners) == 1 else None


def decide_approval(
    *, by: User, decision: Decision, verdict: str, seen_sha256: str, note: str = ""
) -> Approval:
    """Approve or return exactly the hash that the approver saw; never one's own."""
    tender = decision.evaluation.tender
    require(by, Action.APPROVE, tender)
    with transaction.atomic():
        locked_tender(by, Action.APPROVE, tender)
        row = Decision.objects.select_for_update().get(pk=decision.pk)
        _require_approvable(by, row, seen_sha256)
        if verdict == Approval.Verdict.RETURNED and not note.strip():
            raise RuleBrokenError(
                _("Say what has to change."), "reason_missing", "note"
            )
        approval = Approval(
            decision=row,
            approver=by,
            verdict=verdict,
            note=note.strip(),
            sha256=row.sha256,
        )
        approval.full_clean(exclude=["decided_at"])
        approval.save()
        approval.refresh_from_db()
        row.state = _after(approval)
        row.save(update_fields=["state"])
        record(
            by=by,
            action=f"result_{approval.verdict}",
            subject=row,
            details={
                "version": row.number,
                "sha256": row.sha256,
                "note": approval.note,
            },
            tender=tender.uuid,
        )
    return approval


def _after(approval: Approval) -> Decision.State:
    approved = approval.verdict == Approval.Verdict.APPROVED
    return Decision.State.APPROVED if approved else Decision.State.RETURNED


def _require_approvable(by: User, decision: Decision, seen_sha256: str) -> None:
    if decision.prepared_by_id == by.pk:
        raise PermissionRefusedError(
            _("You prepared this version; someone else approves it."),
            "own_work",
        )
    if seen_sha256 != decision.sha256:
        raise ConflictError(
            _("This is not the version that you saw."),
            saved={"sha256": decision.sha256},
        )
    if decision.state == Decision.State.DRAFT:
        raise WrongStageError(_("A draft can't be approved."), "draft")
    if decision.state != Decision.State.FINAL:
        raise WrongStageError(_("This version is decided already."), "approval_decided")
    _require_newest(decision)


def _require_newest(decision: Decision) -> None:
    newer = Decision.objects.filter(
        evaluation=decision.evaluation_id, number__gt=decision.number
    )
    if newer.exists():
        raise WrongStageError(
            _("There is a newer version; only the newest counts."), "version_replaced"
        )


def publish(*, by: User, decision: Decision) -> Award:
    """Publish an approved version and award to whom it recommends."""
    tender = decision.evaluation.tender
    require(by, Action.PUBLISH, tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.PUBLISH, tender)
        row = Decision.objects.select_for_update().get(pk=decision.pk)
        _require_publishable(row)
        row.state = Decision.State.PUBLISHED
        row.published_by = by
        row.published_at = Now()
        row.save(update_fields=["state", "published_by", "published_at"])
        row.refresh_from_db()
        award = _award(row)
        record(
            by=by,
            action="result_published",
            subject=row,
            details={
                "version": row.number,
                "sha256": row.sha256,
                "candidate": award.candidate.label,
                "amount": award.amount,
                "currency": award.currency,
            },
            tender=tender.uuid,
        )
        set_stage(by=by, tender=tender, stage=Stage.PUBLISHED)
    return award


def _require_publishable(decision: Decision) -> None:
    _require_newest(decision)
    if decision.state != Decision.State.APPROVED:
        raise WrongStageError(
            _("Only an approved version can be published."), "not_approved"
        )
    if has_changed(decision):
        raise WrongStageError(
            _("Data changed since this version was frozen; freeze a new version."),
            "data_changed",
        )
    if decision.first_place is None:
        raise RuleBrokenError(
            _("This version recommends nobody."), "nobody_recommended"
        )


def has_changed(decision: Decision) -> bool:
    """Whether anything that a version rests on has changed since it was frozen."""
    return inputs_digest(ranking_of(decision.evaluation)) != decision.inputs_sha256


def _award(decision: Decision) -> Award:
    candidate = decision.first_place
    if candidate is None:
        raise RuleBrokenError(
            _("This version recommends nobody."), "nobody_recommended"
        )
    tender = decision.evaluation.tender
    award = Award(
        decision=decision,
        candidate=candidate,
        amount=quoted_total(candidate, tender, frozen_rates(tender)) or Decimal(0),
        currency=tender.currency,
        tax_basis=tender.tax_basis,
    )
    award.full_clean(exclude=["awarded_at"])
    award.save()
    award.refresh_from_db()
    return award


def acknowledge_award(*, by: User, award: Award, reference: str) -> Award:
    """Note that finance took the award over; the same reference again is no news."""
    tender = award.decision.evaluation.tender
    require(by, Action.ACKNOWLEDGE_AWARD, tender)
    with transaction.atomic():
        row = Award.objects.select_for_update().get(pk=award.pk)
        if row.acknowledged_at is not None:
            if row.acknowledgement != reference.strip():
                raise ConflictError(
                    _("This award is acknowledged already."),
                    saved={"acknowledgement": row.acknowledgement},
                    code="award_acknowledged",
                )
            return row
        row.acknowledged_at = Now()
        row.acknowledged_by = by
        row.acknowledgement = reference.strip()
        row.full_clean(exclude=["acknowledged_at"])
        row.save()
        row.refresh_from_db()
        record(
            by=by,
            action="award_acknowledged",
            subject=row,
            details={"reference": row.acknowledgement},
            tender=tender.uuid,
        )
    return row
