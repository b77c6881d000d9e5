"""Ask the vendor of an abnormally low bid for its reasons, and decide on them."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import PriceJustification, Tender
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.canonical import digest
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import Candidate
from scoring.selectors.justifications import is_abnormally_low, open_question
from scoring.services.admissions import decide_admission
from scoring.services.candidates import LATE_EN, LATE_ZH
from scoring.services.reviews import expiry_words, review_quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the vendor is asked, until when; since when if it was asked by letter."""

    text: str
    due_at: datetime
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether the price is justified, and why; the reason is printed."""

    is_accepted: bool
    reason: str
    reason_zh: str = ""


def ask_justification(
    *, by: User, candidate: Candidate, question: Question
) -> PriceJustification:
    """Ask the vendor in writing; a candidate that was admitted comes under review."""
    require(by, Action.DECIDE_ADMISSION, candidate.evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.DECIDE_ADMISSION, candidate.evaluation.tender)
        row = _locked(candidate)
        now = database_now()
        asked_at = question.asked_at or now
        _check_question(tender, row, question.due_at, asked_at)
        if question.asked_at is not None and question.asked_at > now:
            raise RuleBrokenError(
                _("The question can't have been asked later than now."),
                "asked_ahead",
            )
        asked = PriceJustification(
            offer=row.offer,
            question=question.text.strip(),
            asked_by=by,
            asked_at=asked_at,
            due_at=question.due_at,
        )
        check_row(asked)
        asked.save()
        _record(by, "justification_asked", row, asked)
        if row.admission == Candidate.Admission.ADMITTED:
            review_quote(by=by, candidate=row)
    return asked


def _check_question(
    tender: Tender, row: Candidate, due_at: datetime, asked_at: datetime
) -> None:
    if not row.counts or not is_abnormally_low(tender, row):
        raise RuleBrokenError(
            _("The price of %(name)s is not abnormally low.") % {"name": row.label},
            "not_abnormally_low",
        )
    if open_question(row) is not None:
        raise RuleBrokenError(
            _("The vendor is asked already; decide on that first."), "asked_already"
        )
    if due_at <= asked_at:
        raise RuleBrokenError(
            _("The answer must be due after the question was asked."),
            "due_before_asked",
            "due_at",
        )


def decide_justification(
    *, by: User, candidate: Candidate, verdict: Verdict
) -> PriceJustification:
    """Accept the answer and admit the candidate, or reject both, with the reason."""
    require(by, Action.DECIDE_ADMISSION, candidate.evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.DECIDE_ADMISSION, candidate.evaluation.tender)
        row = _locked(candidate)
        asked = open_question(row)
        if asked is None:
            raise RuleBrokenError(
                _("Nothing was asked that is not decided."), "not_asked"
            )
        _check_verdict(asked, verdict)
        asked.is_accepted, asked.decided_by = verdict.is_accepted, by
        asked.reason = verdict.reason.strip()
        asked.reason_zh = verdict.reason_zh.strip()
        asked.decided_at = database_now()
        check_row(asked)
        asked.save()
        _record(by, "justification_decided", row, asked)
        if row.counts:
            _follow(by, _locked(row), tender, verdict)
    return asked


def _check_verdict(asked: PriceJustification, verdict: Verdict) -> None:
    if not verdict.reason.strip():
        raise RuleBrokenError(
            _("Say why the price is justified or not."), "reason_missing", "reason_en"
        )
    if not asked.is_answered and verdict.is_accepted:
        raise RuleBrokenError(
            _("There is no answer yet that could be accepted."),
            "answer_missing",
            "verdict",
        )
    if not asked.is_answered and asked.due_at > database_now():
        raise RuleBrokenError(
            _("The vendor may still answer; its time is not over."), "answer_awaited"
        )


def _follow(by: User, row: Candidate, tender: Tender, verdict: Verdict) -> None:
    """Admit or reject; an expired or late quote stays under review for that."""
    states = Candidate.Admission
    if not verdict.is_accepted:
        reasons = (verdict.reason, verdict.reason_zh)
        _decide(by, row, states.REJECTED, *reasons)
        return
    rest = list(expiry_words(row))
    if row.came_late and tender.accepts_late_quotes:
        rest.append((LATE_EN, LATE_ZH))
    if rest:
        english = " ".join(words for words, _zh in rest)
        chinese = "".join(words for _en, words in rest)
        _decide(by, row, states.UNDER_REVIEW, english, chinese)
    else:
        _decide(by, row, states.ADMITTED)


def _decide(
    by: User, row: Candidate, admission: str, reason: str = "", reason_zh: str = ""
) -> None:
    decide_admission(
        by=by,
        candidate=row,
        admission=admission,
        reason=reason,
        reason_zh=reason_zh,
    )


def _locked(candidate: Candidate) -> Candidate:
    rows = Candidate.objects.select_for_update(of=("self",))
    return rows.select_related("evaluation__tender", "offer__quote__tender").get(
        pk=candidate.pk
    )


def _record(by: User, action: str, row: Candidate, asked: PriceJustification) -> None:
    details: dict[str, object] = {
        "justification": asked.uuid,
        "asked_at": asked.asked_at,
        "due_at": asked.due_at,
        "content_sha256": digest({"question": asked.question, "answer": asked.answer}),
    }
    if asked.is_accepted is not None:
        details |= {"is_accepted": asked.is_accepted, "reason": asked.reason}
    record(
        by=by,
        action=action,
        subject=row,
        details=details,
        tender=row.evaluation.tender.uuid,
    )
