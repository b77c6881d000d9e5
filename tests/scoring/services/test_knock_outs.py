"""A knock-out is decided with a reason; a fail takes the candidate out."""

import pytest
from django.utils.translation import override

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import KnockOutResult
from scoring.services.knock_outs import Verdict, decide_knock_out
from tests.factories import at_stage, make_candidate, make_criteria


@pytest.fixture
def candidate(tender):
    """An admitted candidate in the stage of evidence."""
    make_criteria(tender)
    return make_candidate(at_stage(tender, Stage.EVIDENCE))


def decide(
    officer,
    candidate,
    key="K2",
    *,
    is_passed=False,
    reason="43.6 of 42.0 kW",
    reason_zh="",
):
    return decide_knock_out(
        by=officer,
        candidate=candidate,
        criterion_key=key,
        verdict=Verdict(is_passed=is_passed, reason_en=reason, reason_zh=reason_zh),
    )


def test_a_fail_takes_the_candidate_out_with_the_reason(officer, candidate):
    decide(officer, candidate)

    candidate.refresh_from_db()
    assert candidate.admission == "knocked_out"
    assert (
        candidate.admission_reason == "K2 Four nodes fit into one rack: 43.6 of 42.0 kW"
    )
    assert candidate.admission_reason_zh == "K2 单机柜可容纳四台节点：43.6 of 42.0 kW"
    actions = list(AuditEntry.objects.values_list("action", flat=True))
    assert actions[-2:] == ["knock_out_decided", "admission_decided"]


def test_each_reader_sees_the_reason_in_their_language(officer, candidate):
    result = decide(officer, candidate, reason_zh="需要 43.6 kW，只有 42.0 kW")

    candidate.refresh_from_db()
    with override("zh-hans"):
        assert result.reason == "需要 43.6 kW，只有 42.0 kW"
        assert candidate.reason == (
            "K2 单机柜可容纳四台节点：需要 43.6 kW，只有 42.0 kW"
        )
    with override("en"):
        assert result.reason == "43.6 of 42.0 kW"
        assert candidate.reason == "K2 Four nodes fit into one rack: 43.6 of 42.0 kW"


def test_a_pass_changes_no_admission(officer, candidate):
    decide(officer, candidate, is_passed=True, reason="39.6 of 42.0 kW")

    candidate.refresh_from_db()
    assert candidate.admission == "admitted"
    assert candidate.knock_out_results.get().is_passed


def test_when_the_last_fail_is_withdrawn_the_candidate_is_under_review(
    officer, candidate
):
    decide(officer, candidate, "K1")
    decide(officer, candidate, "K2")

    decide(officer, candidate, "K1", is_passed=True)
    candidate.refresh_from_db()
    assert candidate.admission == "knocked_out"

    decide(officer, candidate, "K2", is_passed=True, reason="New power plan")
    candidate.refresh_from_db()
    assert candidate.admission == "under_review"
    assert candidate.admission_reason == "K2 decided anew: New power plan"
    assert KnockOutResult.objects.count() == 2


def test_a_rejected_candidate_stays_rejected(officer, candidate):
    candidate.admission, candidate.admission_reason = "rejected", "Withdrew"
    candidate.save()

    decide(officer, candidate)

    candidate.refresh_from_db()
    assert (candidate.admission, candidate.admission_reason) == ("rejected", "Withdrew")


def test_a_long_reason_still_fits_the_admission(officer, candidate):
    decide(officer, candidate, reason="x" * 400)

    candidate.refresh_from_db()
    assert len(candidate.admission_reason) == 400


@pytest.mark.parametrize(
    ("key", "reason", "code"),
    [
        ("K9", "why", "criterion_unknown"),
        ("1.2", "why", "criterion_unknown"),
        ("K1", " ", "invalid"),
        ("K1", "x" * 401, "invalid"),
    ],
)
def test_a_decision_that_is_none_is_refused(officer, candidate, key, reason, code):
    before = AuditEntry.objects.count()

    with pytest.raises(RuleBrokenError) as caught:
        decide(officer, candidate, key, reason=reason)

    assert caught.value.code == code
    assert not KnockOutResult.objects.exists()
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize("role", ["evaluator", "approver", "observer"])
def test_only_officers_decide(request, candidate, role):
    with pytest.raises(PermissionRefusedError):
        decide(request.getfixturevalue(role), candidate)

    assert not KnockOutResult.objects.exists()


@pytest.mark.parametrize("stage", [Stage.SETUP, Stage.QUOTES, Stage.PUBLISHED])
def test_the_stage_must_be_right(officer, candidate, stage):
    at_stage(candidate.evaluation.tender, stage)

    with pytest.raises(WrongStageError):
        decide(officer, candidate)

    assert not KnockOutResult.objects.exists()
