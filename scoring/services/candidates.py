"""Candidates: taken from opened quotes; admitted, reviewed, rejected with a reason."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _, gettext_noop

from catalog.models import Offer, Quote
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import Candidate, Evaluation, KnockOutResult
from scoring.models.criteria import Criterion
from scoring.selectors.versions import current_version

LATE_REASON = gettext_noop("The quote arrived after the deadline.")


def take_offers(*, by: User, evaluation: Evaluation) -> list[Candidate]:
    """Make a candidate of each offer of a current, opened quote; none twice."""
    tender = evaluation.tender
    require(by, Action.DECIDE_ADMISSION, tender)
    if not tender.is_open:
        raise RuleBrokenError(
            _("The quotes are sealed; two officers open them first."), "quotes_sealed"
        )
    offers = (
        Offer.objects.filter(
            quote__tender=tender, quote__is_current=True, candidates=None
        )
        .select_related("quote__vendor", "sku")
        .order_by("quote__received_at", "quote_id", "position")
    )
    with transaction.atomic():
        last = evaluation.candidates.count()
        return [
            _take(by, evaluation, offer, last + number)
            for number, offer in enumerate(offers, start=1)
        ]


def _take(by: User, evaluation: Evaluation, offer: Offer, position: int) -> Candidate:
    late = offer.quote.lateness == Quote.Lateness.LATE
    product = offer.sku.name if offer.sku else offer.name
    candidate = Candidate(
        evaluation=evaluation,
        position=position,
        label=f"{offer.quote.vendor.name} {product}",
        vendor=offer.quote.vendor,
        offer=offer,
        admission=Candidate.Admission.LATE if late else Candidate.Admission.ADMITTED,
        admission_reason=LATE_REASON if late else "",
    )
    candidate.full_clean()
    candidate.save()
    record(
        by=by,
        action="candidate_taken",
        subject=candidate,
        details={"offer": offer.uuid, "admission": candidate.admission},
        tender=evaluation.tender.uuid,
    )
    return candidate


def decide_admission(
    *,
    by: User,
    candidate: Candidate,
    admission: str,
    reason: str = "",
    reason_zh: str = "",
) -> Candidate:
    """Set whether a candidate takes part; anything but admitted needs a reason."""
    tender = candidate.evaluation.tender
    require(by, Action.DECIDE_ADMISSION, tender)
    if admission != Candidate.Admission.ADMITTED and not reason.strip():
        raise RuleBrokenError(
            _("Say why the candidate is not simply admitted."),
            "reason_missing",
            "reason",
        )
    with transaction.atomic():
        row = Candidate.objects.select_for_update().get(pk=candidate.pk)
        before = row.admission
        row.admission = admission
        row.admission_reason = reason.strip()
        row.admission_reason_zh = reason_zh.strip()
        row.full_clean()
        row.admission_changed_at = Now()
        row.save()
        row.refresh_from_db()
        details = {"from": before, "to": admission, "reason": row.admission_reason}
        record(
            by=by,
            action="admission_decided",
            subject=row,
            details=details,
            tender=tender.uuid,
        )
    return row


def decide_knock_out(
    *, by: User, candidate: Candidate, criterion_key: str, is_passed: bool, reason: str
) -> KnockOutResult:
    """Record pass or fail of a knock-out criterion; a fail takes the candidate out."""
    evaluation = candidate.evaluation
    require(by, Action.DECIDE_ADMISSION, evaluation.tender)
    _require_knock_out(evaluation, criterion_key)
    with transaction.atomic():
        result, _created = KnockOutResult.objects.update_or_create(
            candidate=candidate,
            criterion_key=criterion_key,
            defaults={
                "is_passed": is_passed,
                "reason": reason.strip(),
                "decided_by": by,
                "decided_at": Now(),
            },
        )
        result.full_clean(exclude=["decided_at"])
        record(
            by=by,
            action="knock_out_decided",
            subject=candidate,
            details={
                "criterion": criterion_key,
                "is_passed": is_passed,
                "reason": result.reason,
            },
            tender=evaluation.tender.uuid,
        )
        if not is_passed and candidate.counts:
            decide_admission(
                by=by,
                candidate=candidate,
                admission=Candidate.Admission.KNOCKED_OUT,
                reason=f"{criterion_key}: {result.reason}",
            )
    return result


def _require_knock_out(evaluation: Evaluation, key: str) -> None:
    found = current_version(evaluation).criteria.filter(
        key=key, kind=Criterion.Kind.KNOCK_OUT
    )
    if not found.exists():
        raise RuleBrokenError(
            _("There is no knock-out criterion %(key)s.") % {"key": key},
            "criterion_unknown",
            "criterion_key",
        )
