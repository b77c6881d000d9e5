"""Low prices: asked about in writing, answered, decided on; nobody unheard."""

from datetime import timedelta
from decimal import Decimal

import pytest

from catalog.models import PriceJustification
from catalog.services.justifications import Letter, record_answer
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from scoring.services.admissions import decide_admission
from scoring.services.justifications import (
    Question,
    Verdict,
    ask_justification,
    decide_justification,
)
from tests.factories import at_stage, make_candidate


@pytest.fixture
def candidates(tender):
    """Four candidates that quote 16 servers for 65, 100, 110 and 120 each."""
    at_stage(tender, Stage.EVIDENCE)
    made = [make_candidate(tender) for _each in range(4)]
    for row, price in zip(made, (65, 100, 110, 120), strict=True):
        row.offer.lines.update(unit_price=Decimal(price))
    return made


def ask(officer, candidate, **more) -> PriceJustification:
    due = database_now() + timedelta(days=5)
    question = Question(**{"text": "Why so low?", "due_at": due} | more)
    return ask_justification(by=officer, candidate=candidate, question=question)


def answer(officer, asked, text="Own stock.") -> PriceJustification:
    letter = Letter(text=text, received_at=database_now())
    return record_answer(by=officer, justification=asked, letter=letter)


def decide(officer, candidate, *, accepted, reason="Read and checked."):
    verdict = Verdict(is_accepted=accepted, reason=reason)
    return decide_justification(by=officer, candidate=candidate, verdict=verdict)


def refusal(call) -> str:
    with pytest.raises(RuleBrokenError) as caught:
        call()
    return caught.value.code


def expire(asked) -> None:
    asked.asked_at -= timedelta(days=9)
    asked.due_at = database_now() - timedelta(seconds=1)
    asked.save()


def test_asking_puts_the_candidate_under_review_and_into_the_trail(officer, candidates):
    asked = ask(officer, candidates[0])

    candidates[0].refresh_from_db()
    assert candidates[0].admission == "under_review"
    entry = AuditEntry.objects.get(action="justification_asked")
    assert entry.subject_id == str(candidates[0].uuid)
    assert entry.details["justification"] == str(asked.uuid)
    assert "Why so low?" not in str(entry.details)


def test_a_low_bid_is_never_rejected_unheard(officer, candidates):
    def reject():
        decide_admission(
            by=officer, candidate=candidates[0], admission="rejected", reason="Too low"
        )

    assert refusal(reject) == "justification_undecided"
    asked = ask(officer, candidates[0])
    assert refusal(reject) == "justification_undecided"
    answer(officer, asked)
    assert refusal(reject) == "justification_undecided"
    decide(officer, candidates[0], accepted=True)
    reject()

    candidates[0].refresh_from_db()
    assert candidates[0].admission == "rejected"


def test_withdrawing_it_first_is_no_way_round(officer, candidates):
    decide_admission(
        by=officer, candidate=candidates[0], admission="withdrawn", reason="x"
    )

    code = refusal(
        lambda: decide_admission(
            by=officer, candidate=candidates[0], admission="rejected", reason="x"
        )
    )

    assert code == "justification_undecided"


def test_an_accepted_answer_admits_and_a_refused_one_rejects(officer, candidates):
    answer(officer, ask(officer, candidates[0]))
    decide(officer, candidates[0], accepted=True)
    candidates[0].refresh_from_db()
    assert (candidates[0].admission, candidates[0].admission_reason) == ("admitted", "")

    answer(officer, ask_again := ask_next(officer, candidates))
    decide(officer, candidates[1], accepted=False, reason="Only a wish.")
    candidates[1].refresh_from_db()
    assert candidates[1].admission == "rejected"
    assert candidates[1].admission_reason == "Only a wish."
    ask_again.refresh_from_db()
    assert ask_again.is_accepted is False


def ask_next(officer, candidates):
    """Make the second bid abnormally low too, and ask about it."""
    candidates[1].offer.lines.update(unit_price=Decimal(70))
    return ask(officer, candidates[1])


def test_admission_out_of_the_review_needs_the_accepted_answer(officer, candidates):
    ask(officer, candidates[0])

    code = refusal(
        lambda: decide_admission(
            by=officer, candidate=candidates[0], admission="admitted"
        )
    )

    assert code == "justification_missing"


def test_an_expired_quote_stays_under_review_for_that(officer, candidates):
    quote = candidates[0].offer.quote
    quote.valid_until = database_now().date() - timedelta(days=1)
    quote.save()
    answer(officer, ask(officer, candidates[0]))

    decide(officer, candidates[0], accepted=True)

    candidates[0].refresh_from_db()
    assert candidates[0].admission == "under_review"
    assert candidates[0].admission_reason.startswith("The quote was valid until")


def test_the_vendor_has_its_time_and_no_answer_can_be_accepted(officer, candidates):
    asked = ask(officer, candidates[0])
    low = candidates[0]
    assert refusal(lambda: decide(officer, low, accepted=False)) == "answer_awaited"
    assert refusal(lambda: decide(officer, low, accepted=True)) == "answer_missing"
    expire(asked)
    assert refusal(lambda: decide(officer, low, accepted=True)) == "answer_missing"

    decide(officer, low, accepted=False, reason="No answer came.")

    low.refresh_from_db()
    assert (low.admission, low.admission_reason) == ("rejected", "No answer came.")


@pytest.mark.parametrize(
    ("which", "more", "code"),
    [
        (1, {}, "not_abnormally_low"),
        (0, {"due_at": database_now}, "due_before_asked"),
        (0, {"asked_at": lambda: database_now() + timedelta(days=1)}, "asked_ahead"),
        (0, {"text": lambda: "  "}, "invalid"),
    ],
)
def test_a_question_that_does_not_fit_is_refused(
    officer, candidates, which, more, code
):
    words = {name: make() for name, make in more.items()}

    assert refusal(lambda: ask(officer, candidates[which], **words)) == code
    assert not PriceJustification.objects.exists()


def test_one_question_at_a_time_and_one_answer(officer, candidates):
    asked = ask(officer, candidates[0])
    assert refusal(lambda: ask(officer, candidates[0])) == "asked_already"
    answer(officer, asked)

    assert refusal(lambda: answer(officer, asked)) == "answered_already"
    assert refusal(lambda: ask(officer, candidates[0])) == "asked_already"


def test_an_answer_came_between_the_question_and_now(officer, candidates):
    asked = ask(officer, candidates[0])
    for moment in (asked.asked_at - timedelta(days=1), database_now() + timedelta(1)):
        letter = Letter(text="x", received_at=moment)

        code = refusal(
            lambda letter=letter: record_answer(
                by=officer, justification=asked, letter=letter
            )
        )

        assert code == "received_at_impossible"


def test_a_verdict_needs_its_reason_and_a_question(officer, candidates):
    low = candidates[0]
    assert refusal(lambda: decide(officer, low, accepted=True)) == "not_asked"
    answer(officer, ask(officer, low))

    code = refusal(lambda: decide(officer, low, accepted=True, reason=" "))

    assert code == "reason_missing"


def test_nobody_but_an_officer_asks_or_decides(evaluator, officer, candidates):
    with pytest.raises(PermissionRefusedError):
        ask(evaluator, candidates[0])
    asked = ask(officer, candidates[0])
    with pytest.raises(PermissionRefusedError):
        answer(evaluator, asked)
    with pytest.raises(PermissionRefusedError):
        decide(evaluator, candidates[0], accepted=True)
