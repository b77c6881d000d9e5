"""Knock-outs: pass or fail with a reason; a fail takes the candidate out."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import Candidate, Criterion, KnockOutResult
from scoring.selectors.versions import current_version
from scoring.services.admissions import decide_admission

REASON_LENGTH = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Pass or fail and why; without Chinese every reader sees the English."""

    is_passed: bool
    reason_en: str
    reason_zh: str = ""


def decide_knock_out(
    *, by: User, candidate: Candidate, criterion_key: str, verdict: Verdict
) -> KnockOutResult:
    """Record pass or fail of a knock-out criterion.

    A fail takes a counting candidate out. Where the last fail is withdrawn, the
    candidate is under review until its admission is decided: it does not come back
    by itself.
    """
    tender = candidate.evaluation.tender
    require(by, Action.DECIDE_ADMISSION, tender)
    with transaction.atomic():
        locked_tender(by, Action.DECIDE_ADMISSION, tender)
        criterion = _knock_out(candidate, criterion_key)
        result = _written(by, candidate, criterion, verdict)
        record(
            by=by,
            action="knock_out_decided",
            subject=candidate,
            details={
                "criterion": criterion_key,
                "is_passed": result.is_passed,
                "reason": result.reason_en,
                "reason_zh": result.reason_zh,
            },
            tender=tender.uuid,
        )
        _follow(by, candidate, criterion, result)
    return result


def _knock_out(candidate: Candidate, key: str) -> Criterion:
    version = current_version(candidate.evaluation)
    found = version.criteria.filter(key=key, kind=Criterion.Kind.KNOCK_OUT).first()
    if found is None:
        raise RuleBrokenError(
            _("There is no knock-out criterion %(key)s.") % {"key": key},
            "criterion_unknown",
            "criterion_key",
        )
    return found


def _written(
    by: User, candidate: Candidate, criterion: Criterion, verdict: Verdict
) -> KnockOutResult:
    row = KnockOutResult.objects.filter(
        candidate=candidate, criterion_key=criterion.key
    ).first() or KnockOutResult(candidate=candidate, criterion_key=criterion.key)
    row.is_passed, row.decided_by = verdict.is_passed, by
    row.reason_en = verdict.reason_en.strip()
    row.reason_zh = verdict.reason_zh.strip()
    check_row(row, exclude=["decided_at"])
    row.decided_at = Now()
    row.save()
    row.refresh_from_db()
    return row


def _follow(
    by: User, candidate: Candidate, criterion: Criterion, result: KnockOutResult
) -> None:
    states = Candidate.Admission
    held = Candidate.objects.get(pk=candidate.pk)
    if not result.is_passed and held.counts:
        to, name_en, name_zh = states.KNOCKED_OUT, criterion.name_en, criterion.name_zh
    elif result.is_passed and held.admission == states.KNOCKED_OUT:
        if held.knock_out_results.filter(is_passed=False).exists():
            return
        to, name_en, name_zh = states.UNDER_REVIEW, "decided anew", "重新判定"
    else:
        return
    decide_admission(
        by=by,
        candidate=candidate,
        admission=to,
        reason=f"{criterion.key} {name_en}: {result.reason_en}"[:REASON_LENGTH],
        reason_zh=(
            f"{criterion.key} {name_zh or name_en}："
            f"{result.reason_zh or result.reason_en}"
        )[:REASON_LENGTH],
    )
