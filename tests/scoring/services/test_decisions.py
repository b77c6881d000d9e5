"""A version is frozen, approved by someone else for its hash, published, awarded."""

import json
from decimal import Decimal

import pytest
from django.db.models.functions import Now

from procurement.audit.models import AuditEntry
from procurement.canonical import digest
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import PermissionRefusedError, Role, Stage, WrongStageError
from scoring.models import (
    Approval,
    Award,
    Cell,
    Consensus,
    CostAssumption,
    Decision,
)
from scoring.selectors.rankings.results import ranking_of
from scoring.services.decisions import (
    Proposal,
    acknowledge_award,
    decide_approval,
    freeze,
    has_changed,
    publish,
)
from scoring.services.stages import reopen
from tests.factories import add_member, make_user
from tests.story import make_story

pytestmark = pytest.mark.django_db
APPROVED, RETURNED = Approval.Verdict.APPROVED, Approval.Verdict.RETURNED


@pytest.fixture
def story():
    made = make_story(stage=Stage.DECISION, moment="final")
    settle(made)
    return made


def settle(story):
    """Answer what moderation still asks: waive each wide cell, accept each decline."""
    Cell.objects.filter(state=Cell.State.DECLINED).update(decline_accepted_at=Now())
    for item in ranking_of(story.evaluation).result.ranked:
        for leaf in item.criteria:
            if getattr(leaf.working, "exceeds_spread", False):
                Consensus.objects.get_or_create(
                    candidate_id=int(item.key),
                    criterion_key=leaf.criterion.key,
                    defaults={"reason": "Both hold.", "decided_by": story.officer},
                )


def frozen(story, **proposal):
    return freeze(
        by=story.officer, evaluation=story.evaluation, proposal=Proposal(**proposal)
    )


def approve(story, decision, **changes):
    terms = {
        "by": story.approver,
        "decision": decision,
        "verdict": APPROVED,
        "seen_sha256": decision.sha256,
    }
    return decide_approval(**(terms | changes))


def test_a_complete_result_is_final_and_its_hash_is_that_of_its_text(story):
    decision = frozen(story, note="Agreed by the committee.")

    assert (decision.number, decision.state) == (1, Decision.State.FINAL)
    assert digest(json.loads(decision.snapshot)) == decision.sha256
    assert decision.first_place == story.candidates["D"]
    entry = AuditEntry.objects.get(action="result_frozen")
    assert entry.details["sha256"] == decision.sha256


def test_a_provisional_result_is_a_draft_that_nobody_approves():
    story = make_story(stage=Stage.MODERATION)
    decision = frozen(story)
    story.tender.stage = Stage.DECISION
    story.tender.save()
    decision = Decision.objects.get(pk=decision.pk)

    assert decision.state == Decision.State.DRAFT
    with pytest.raises(WrongStageError, match="draft"):
        approve(story, decision)


def test_the_preparer_never_approves(story):
    add_member(story.tender, story.officer, Role.APPROVER)
    decision = frozen(story)

    with pytest.raises(PermissionRefusedError, match="someone else"):
        approve(story, decision, by=story.officer)

    assert not Approval.objects.exists()


def test_only_the_hash_that_was_seen_is_approved(story):
    decision = frozen(story)

    with pytest.raises(ConflictError):
        approve(story, decision, seen_sha256="0" * 64)

    assert not Approval.objects.exists()


def test_only_the_newest_version_is_approved(story):
    first = frozen(story)
    frozen(story)

    with pytest.raises(WrongStageError, match="newer version"):
        approve(story, first)


def test_returning_needs_a_note_and_blocks_publication(story):
    decision = frozen(story)
    with pytest.raises(RuleBrokenError, match="has to change"):
        approve(story, decision, verdict=RETURNED)

    approve(story, decision, verdict=RETURNED, note="Freight is wrong.")

    with pytest.raises(WrongStageError, match="approved version"):
        publish(by=story.officer, decision=decision)


def test_an_approved_version_is_published_and_awarded(story):
    decision = frozen(story)
    approve(story, decision)

    award = publish(by=story.officer, decision=decision)

    assert (award.amount, award.currency) == (Decimal("4999780.00"), "USD")
    assert award.candidate == story.candidates["D"]
    story.tender.refresh_from_db()
    assert story.tender.stage == Stage.PUBLISHED


def test_changed_data_stop_publication_and_are_told(story):
    decision = frozen(story)
    approve(story, decision)
    assert not has_changed(decision)

    CostAssumption.objects.filter(key="tariff").update(value=Decimal("0.2"))

    assert has_changed(decision)
    with pytest.raises(WrongStageError, match="freeze a new version"):
        publish(by=story.officer, decision=decision)
    assert not Award.objects.exists()


def test_after_reopening_only_a_new_version_follows(story):
    decision = frozen(story)
    approve(story, decision)
    publish(by=story.officer, decision=decision)
    reopen(by=story.officer, evaluation=story.evaluation, reason="Complaint upheld.")
    story.tender.refresh_from_db()

    second = frozen(story)

    assert second.number == 2
    earlier = json.loads(second.snapshot)["earlier_versions"]
    assert [row["sha256"] for row in earlier] == [decision.sha256]


def test_finance_acknowledges_once(story):
    decision = frozen(story)
    approve(story, decision)
    award = publish(by=story.officer, decision=decision)
    finance = make_user("Felix Finance", Role.FINANCE)

    acknowledge_award(by=finance, award=award, reference="PO-7")
    acknowledge_award(by=finance, award=award, reference="PO-7")

    with pytest.raises(ConflictError):
        acknowledge_award(by=finance, award=award, reference="PO-8")
    assert AuditEntry.objects.filter(action="award_acknowledged").count() == 1


def test_an_evaluator_neither_freezes_nor_publishes(story):
    with pytest.raises(PermissionRefusedError):
        freeze(by=story.evaluator, evaluation=story.evaluation, proposal=Proposal())

    assert not Decision.objects.exists()
