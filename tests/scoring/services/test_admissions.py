"""Who takes part: each state with a reason that fits."""

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import Stage
from scoring.services.admissions import decide_admission
from scoring.services.candidates import take_offers
from tests.factories import at_stage, make_candidate, make_quote


@pytest.fixture
def evaluation(tender):
    """An evaluation in the stage of evidence."""
    return at_stage(tender, Stage.EVIDENCE).evaluation


@pytest.mark.parametrize(
    ("admission", "reason", "code"),
    [
        ("under_review", "", "reason_missing"),
        ("rejected", "  ", "reason_missing"),
        ("late", "because", "not_late"),
        ("knocked_out", "because", "no_knock_out_failed"),
        ("nonsense", "because", "invalid"),
    ],
)
def test_an_admission_that_does_not_fit_is_refused(
    officer, evaluation, admission, reason, code
):
    candidate = make_candidate(evaluation.tender)
    before = AuditEntry.objects.count()

    with pytest.raises(RuleBrokenError) as caught:
        decide_admission(
            by=officer, candidate=candidate, admission=admission, reason=reason
        )

    assert caught.value.code == code
    candidate.refresh_from_db()
    assert candidate.admission == "admitted"
    assert AuditEntry.objects.count() == before


def test_who_fails_a_knock_out_does_not_come_back(officer, evaluation):
    candidate = make_candidate(evaluation.tender)
    candidate.knock_out_results.create(
        criterion_key="K2", is_passed=False, reason_en="Too much", decided_by=officer
    )

    for admission in ("admitted", "under_review"):
        with pytest.raises(RuleBrokenError) as caught:
            decide_admission(
                by=officer, candidate=candidate, admission=admission, reason="why"
            )
        assert caught.value.code == "knock_out_failed"


def test_a_late_one_may_be_accepted_for_review(officer, evaluation):
    make_quote(evaluation.tender, lateness="late")
    (candidate,) = take_offers(by=officer, evaluation=evaluation)

    row = decide_admission(
        by=officer,
        candidate=candidate,
        admission="under_review",
        reason="Late by 2 h; accepted for review.",
    )

    assert row.counts
    assert row.admission_changed_at is not None
    entry = AuditEntry.objects.latest("id")
    assert (entry.details["from"], entry.details["to"]) == ("late", "under_review")


def test_admitting_takes_the_reason_away(officer, evaluation):
    candidate = make_candidate(
        evaluation.tender, admission="under_review", admission_reason="Checking"
    )

    row = decide_admission(
        by=officer, candidate=candidate, admission="admitted", reason="All well"
    )

    assert (row.admission, row.admission_reason) == ("admitted", "")
    assert AuditEntry.objects.latest("id").details["reason"] == "All well"
