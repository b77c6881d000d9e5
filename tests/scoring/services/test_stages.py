"""From stage to stage: each guard, each lock, and no step that is not in the table."""

from datetime import timedelta
from decimal import Decimal

import pytest

from catalog.models import Tender
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import (
    PermissionRefusedError,
    Role,
    Stage,
    WrongStageError,
)
from scoring.models import Cell, Consensus, Worksheet
from scoring.selectors.guards import GUARDS, next_stage, refusals
from scoring.selectors.rankings.results import ranking_of
from scoring.services.assignments import assign_all
from scoring.services.criteria import edit_criteria
from scoring.services.stages import cancel, move_stage, reopen
from tests.factories import at_stage, make_candidate, make_criteria, make_quote
from tests.story import make_story

KNOCK_OUTS = ("K1", "K2", "K3", "K4")


@pytest.fixture
def evaluation(tender):
    """An evaluation in set-up, its deadline ahead, with its criteria."""
    move_deadline(tender, days=20)
    make_criteria(tender)
    return tender.evaluation


def move_deadline(tender, **when) -> None:
    tender.quote_deadline = database_now() + timedelta(**when)
    tender.save(update_fields=["quote_deadline"])


def move(officer, evaluation, to) -> Tender:
    return move_stage(by=officer, evaluation=evaluation, to=to)


def refused(officer, evaluation, to, kind=RuleBrokenError) -> RuleBrokenError:
    """Try a step that must be refused: stage, criteria and audit stay as they are."""
    before = (
        Tender.objects.get(pk=evaluation.tender_id).stage,
        list(evaluation.criteria_versions.values()),
        list(Worksheet.objects.values()),
        AuditEntry.objects.count(),
    )
    with pytest.raises(kind) as caught:
        move(officer, evaluation, to)
    after = (
        Tender.objects.get(pk=evaluation.tender_id).stage,
        list(evaluation.criteria_versions.values()),
        list(Worksheet.objects.values()),
        AuditEntry.objects.count(),
    )
    assert after == before
    evaluation.tender.refresh_from_db()
    return caught.value


def decide_all(officer, candidate) -> None:
    for key in KNOCK_OUTS:
        candidate.knock_out_results.create(
            criterion_key=key, is_passed=True, reason_en="Checked.", decided_by=officer
        )


def ready_for_scoring(officer, evaluation):
    """An evaluation in the stage of evidence with everything that scoring needs."""
    make_candidate(at_stage(evaluation.tender, Stage.EVIDENCE))
    candidate = evaluation.candidates.get()
    decide_all(officer, candidate)
    assign_all(by=officer, evaluation=evaluation)
    return candidate


def test_the_officer_asks_for_quotes_and_it_is_recorded(officer, evaluation):
    tender = move(officer, evaluation, Stage.QUOTES)

    assert tender.stage == Stage.QUOTES
    entry = AuditEntry.objects.latest("id")
    assert entry.action == "stage_moved"
    assert entry.details == {"from": "setup", "to": "quotes", "reason": ""}


@pytest.mark.parametrize("start", list(Stage))
def test_a_step_that_is_not_in_the_table_is_refused(officer, evaluation, start):
    at_stage(evaluation.tender, start)

    for to in Stage:
        if (start, to) not in GUARDS:
            refused(officer, evaluation, to, WrongStageError)


@pytest.mark.parametrize(
    "role", ["evaluator", "approver", "observer", "finance", "auditor", "outsider"]
)
def test_only_officers_of_the_evaluation_move_cancel_or_reopen(
    request, evaluation, role
):
    person = request.getfixturevalue(role)

    refused(person, evaluation, Stage.QUOTES, PermissionRefusedError)
    for act in (cancel, reopen):
        with pytest.raises(PermissionRefusedError):
            act(by=person, evaluation=evaluation, reason="why")

    assert Tender.objects.get().stage == Stage.SETUP


def test_quotes_are_not_asked_for_with_gaps_in_the_anchors(officer, evaluation):
    version = evaluation.criteria_versions.get()
    empty = {"1.2": {"anchors_en": ["", "", "", "", ""]}}
    edit_criteria(by=officer, version=version, changes=empty)

    assert refused(officer, evaluation, Stage.QUOTES).code == "anchors_missing"


def test_quotes_are_not_asked_for_after_their_deadline(officer, evaluation):
    move_deadline(evaluation.tender, seconds=-1)

    assert refused(officer, evaluation, Stage.QUOTES).code == "deadline_passed"


def test_quotes_close_only_after_the_deadline(officer, evaluation):
    make_quote(at_stage(evaluation.tender, Stage.QUOTES))

    error = refused(officer, evaluation, Stage.EVIDENCE, WrongStageError)
    assert error.code == "deadline_open"

    move_deadline(evaluation.tender, seconds=-1)
    move(officer, evaluation, Stage.EVIDENCE)
    version = evaluation.criteria_versions.get()
    assert version.is_locked
    assert version.locked_by == officer


def test_quotes_do_not_close_without_one(officer, evaluation):
    at_stage(evaluation.tender, Stage.QUOTES)
    move_deadline(evaluation.tender, seconds=-1)

    assert refused(officer, evaluation, Stage.EVIDENCE).code == "quotes_missing"


def test_the_close_of_sealed_quotes_does_not_tell_whether_there_are_any(
    officer, evaluation
):
    tender = at_stage(evaluation.tender, Stage.QUOTES)
    tender.is_sealed = True
    tender.save()
    move_deadline(tender, seconds=-1)

    assert move(officer, evaluation, Stage.EVIDENCE).stage == Stage.EVIDENCE


def test_scoring_needs_a_candidate(officer, evaluation):
    at_stage(evaluation.tender, Stage.EVIDENCE)
    assign_all(by=officer, evaluation=evaluation)

    assert refused(officer, evaluation, Stage.SCORING).code == "candidates_missing"


def test_scoring_needs_each_knock_out_decided(officer, evaluation):
    candidate = ready_for_scoring(officer, evaluation)
    candidate.knock_out_results.filter(criterion_key="K3").delete()

    error = refused(officer, evaluation, Stage.SCORING)

    assert error.message == "Candidate 1: decide the knock-out criteria K3 first."


def test_scoring_needs_somebody_for_each_criterion(officer, evaluation):
    ready_for_scoring(officer, evaluation)
    evaluation.assignments.filter(criterion_key="5.4").delete()

    error = refused(officer, evaluation, Stage.SCORING)

    assert error.message == "Nobody scores the criteria 5.4."


def test_an_assignment_of_somebody_who_left_does_not_count(
    officer, evaluator, second_evaluator, evaluation
):
    ready_for_scoring(officer, evaluation)
    evaluation.assignments.filter(evaluator=second_evaluator).delete()
    evaluation.tender.members.filter(user=evaluator).delete()

    assert refused(officer, evaluation, Stage.SCORING).code == "assignments_missing"


def test_scoring_needs_the_rate_of_each_quoted_currency(officer, evaluation):
    candidate = ready_for_scoring(officer, evaluation)
    quote = candidate.offer.quote
    quote.currency = "EUR"
    quote.save()

    assert refused(officer, evaluation, Stage.SCORING).code == "rates_missing"

    evaluation.tender.rates.create(
        currency="EUR", rate=Decimal("1.08"), on=database_now().date(), source="ECB"
    )
    assert move(officer, evaluation, Stage.SCORING).stage == Stage.SCORING


def test_scoring_needs_the_tax_of_a_quote_on_another_basis(officer, evaluation):
    ready_for_scoring(officer, evaluation)
    evaluation.tender.tax_basis = Tender.TaxBasis.GROSS
    evaluation.tender.save()

    assert refused(officer, evaluation, Stage.SCORING).code == "tax_rate_missing"


def test_scoring_opens_a_worksheet_for_each_assigned_evaluator(
    officer, evaluator, second_evaluator, evaluation
):
    ready_for_scoring(officer, evaluation)

    move(officer, evaluation, Stage.SCORING)

    sheets = set(Worksheet.objects.values_list("evaluator", flat=True))
    assert sheets == {evaluator.pk, second_evaluator.pk}


def test_moderation_waits_for_open_worksheets_until_their_deadline(officer, evaluation):
    ready_for_scoring(officer, evaluation)
    move(officer, evaluation, Stage.SCORING)

    assert refused(officer, evaluation, Stage.MODERATION).code == "worksheets_open"

    Tender.objects.update(scores_deadline=database_now() - timedelta(seconds=1))
    move(officer, evaluation, Stage.MODERATION)
    assert not Worksheet.objects.filter(locked_at=None).exists()
    assert not Worksheet.objects.exclude(submitted_at=None).exists()


def test_the_open_worksheet_of_somebody_who_left_is_not_awaited(
    officer, evaluator, second_evaluator, evaluation
):
    ready_for_scoring(officer, evaluation)
    move(officer, evaluation, Stage.SCORING)
    Worksheet.objects.filter(evaluator=evaluator).update(submitted_at=database_now())
    evaluation.tender.members.filter(user=second_evaluator).delete()

    moved = move(officer, evaluation, Stage.MODERATION)

    assert moved.stage == Stage.MODERATION


def test_moderation_needs_an_approver(officer, approver, evaluation):
    ready_for_scoring(officer, evaluation)
    move(officer, evaluation, Stage.SCORING)
    Worksheet.objects.update(submitted_at=database_now())
    evaluation.tender.members.filter(role=Role.APPROVER).delete()

    assert refused(officer, evaluation, Stage.MODERATION).code == "approver_missing"


def test_moderation_waits_for_the_answer_to_a_proposed_na(db):
    story = make_story(stage=Stage.SCORING)
    Worksheet.objects.update(submitted_at=database_now())
    cell = story.cell(story.evaluator, "1.2", "A")
    cell.state, cell.score = Cell.State.NA_PROPOSED, None
    cell.save()

    error = refused(story.officer, story.evaluation, Stage.MODERATION)

    assert error.message == "Answer the proposals of N/A first: 1.2."


def test_a_candidate_taken_in_late_needs_its_knock_outs_before_moderation(db):
    story = make_story(stage=Stage.SCORING)
    Worksheet.objects.update(submitted_at=database_now())
    make_candidate(story.tender)

    error = refused(story.officer, story.evaluation, Stage.MODERATION)

    assert error.code == "knock_outs_open"


def test_a_provisional_result_is_not_taken_to_the_decision(db):
    story = make_story(stage=Stage.MODERATION)

    error = refused(story.officer, story.evaluation, Stage.DECISION)

    assert error.code == "result_provisional"


def test_a_complete_result_is_taken_to_the_decision(db):
    story = make_story(stage=Stage.MODERATION, moment="final")
    result = ranking_of(story.evaluation).result
    for candidate in result.ranked:
        for own in candidate.criteria:
            if getattr(own.working, "exceeds_spread", False):
                Consensus.objects.create(
                    candidate_id=int(candidate.key),
                    criterion_key=own.criterion.key,
                    reason="Heard in the session.",
                    decided_by=story.officer,
                )

    tender = move(story.officer, story.evaluation, Stage.DECISION)

    assert Consensus.objects.count() == 3
    assert tender.stage == Stage.DECISION


def test_without_anybody_to_rank_there_is_no_decision(db):
    story = make_story(stage=Stage.MODERATION, moment="final")
    story.evaluation.candidates.update(admission="rejected", admission_reason="why")

    found = [error.code for error in refusals(story.evaluation, Stage.DECISION)]

    assert "nobody_ranked" in found


def test_publication_is_no_step_of_this_table(officer, evaluation):
    at_stage(evaluation.tender, Stage.DECISION)

    assert next_stage(evaluation) is None
    refused(officer, evaluation, Stage.PUBLISHED, WrongStageError)


@pytest.mark.parametrize(
    "stage",
    [
        Stage.SETUP,
        Stage.QUOTES,
        Stage.EVIDENCE,
        Stage.SCORING,
        Stage.MODERATION,
        Stage.DECISION,
    ],
)
def test_it_is_cancelled_from_any_stage_before_publication(officer, evaluation, stage):
    at_stage(evaluation.tender, stage)

    tender = cancel(by=officer, evaluation=evaluation, reason=" No budget. ")

    assert tender.stage == Stage.CANCELLED
    assert AuditEntry.objects.latest("id").details["reason"] == "No budget."


@pytest.mark.parametrize("stage", [Stage.PUBLISHED, Stage.CANCELLED])
def test_what_has_ended_is_not_cancelled(officer, evaluation, stage):
    at_stage(evaluation.tender, stage)

    with pytest.raises(WrongStageError):
        cancel(by=officer, evaluation=evaluation, reason="why")

    assert Tender.objects.get().stage == stage


@pytest.mark.parametrize("reason", ["", "  "])
def test_cancelling_and_reopening_need_a_reason(officer, evaluation, reason):
    with pytest.raises(RuleBrokenError) as caught:
        cancel(by=officer, evaluation=evaluation, reason=reason)
    assert caught.value.field == "reason"

    at_stage(evaluation.tender, Stage.PUBLISHED)
    with pytest.raises(RuleBrokenError):
        reopen(by=officer, evaluation=evaluation, reason=reason)

    assert Tender.objects.get().stage == Stage.PUBLISHED


def test_a_published_one_is_reopened_into_the_decision(officer, evaluation):
    at_stage(evaluation.tender, Stage.PUBLISHED)

    tender = reopen(by=officer, evaluation=evaluation, reason="Error in a quote")

    assert tender.stage == Stage.DECISION


@pytest.mark.parametrize("stage", [Stage.SETUP, Stage.DECISION, Stage.CANCELLED])
def test_only_a_published_one_is_reopened(officer, evaluation, stage):
    at_stage(evaluation.tender, stage)

    with pytest.raises(WrongStageError):
        reopen(by=officer, evaluation=evaluation, reason="why")

    assert Tender.objects.get().stage == stage


def test_a_step_seen_on_an_old_page_is_refused(officer, evaluation):
    old = type(evaluation).objects.get(pk=evaluation.pk)
    assert old.tender.stage == Stage.SETUP
    move(officer, evaluation, Stage.QUOTES)

    with pytest.raises(WrongStageError):
        move(officer, old, Stage.QUOTES)
