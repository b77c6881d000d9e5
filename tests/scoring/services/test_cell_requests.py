"""The officer answers proposals of N/A and declines; no answer gives a score."""

import pytest

from catalog.models import Tender
from procurement.audit.models import AuditEntry
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import NotApplicable
from scoring.selectors.rankings.results import ranking_of
from scoring.services.cell_requests import (
    Refusal,
    accept_decline,
    approve_not_applicable,
    refuse_decline,
    refuse_not_applicable,
)
from scoring.services.worksheets import Answer, save_cell, submit_worksheet
from tests.concurrency import together
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


def say(story, state, *, user=None, key="4.3", letter="A"):
    return save_cell(
        by=user or story.evaluator,
        candidate=story.candidates[letter],
        criterion_key=key,
        answer=Answer(state=state, comment="No such offer.", seen_version=1),
    )


def approve(story, key="4.3", by=None, reason="No bidder offers it."):
    return approve_not_applicable(
        by=by or story.officer,
        evaluation=story.evaluation,
        criterion_key=key,
        reason=reason,
    )


def test_an_approved_proposal_leaves_the_criterion_out_for_all(story):
    say(story, "na_proposed")

    approve(story)

    result = ranking_of(story.evaluation).result
    assert "4.3" not in result.effective_weights
    assert {own.is_applicable for own in _results(result, "4.3")} == {False}
    assert sum(result.effective_weights.values()) == 1
    entry = AuditEntry.objects.get(action="not_applicable_approved")
    assert entry.details == {"criterion": "4.3", "reason": "No bidder offers it."}


def _results(result, key):
    return [item.criterion(key) for item in result.ranked]


def test_nothing_is_left_out_that_nobody_proposed(story):
    with pytest.raises(RuleBrokenError, match="Nobody proposed N/A"):
        approve(story)

    assert not NotApplicable.objects.exists()


def test_n_a_needs_a_reason_and_the_officer(story):
    say(story, "na_proposed")

    with pytest.raises(RuleBrokenError) as refused:
        approve(story, reason=" ")
    assert refused.value.field == "reason"
    with pytest.raises(PermissionRefusedError):
        approve(story, by=story.recused)
    assert not NotApplicable.objects.exists()


def test_n_a_is_approved_once(story):
    say(story, "na_proposed")
    approve(story)

    with pytest.raises(RuleBrokenError):
        approve(story)


def test_n_a_is_answered_before_moderation_opens(story):
    say(story, "na_proposed")
    Tender.objects.update(stage=Stage.MODERATION)

    with pytest.raises(WrongStageError, match="before moderation"):
        approve(story)
    with pytest.raises(WrongStageError, match="before moderation"):
        refuse_not_applicable(
            by=story.officer,
            evaluation=story.evaluation,
            criterion_key="4.3",
            reason="It applies.",
        )


def test_a_refused_proposal_goes_back_to_every_evaluator_who_made_it(story):
    say(story, "na_proposed")
    say(story, "na_proposed", user=story.recused, letter="B")
    submit_worksheet(by=story.evaluator, evaluation=story.evaluation)

    cells = refuse_not_applicable(
        by=story.officer,
        evaluation=story.evaluation,
        criterion_key="4.3",
        reason="The buy-back clause is in annex 2.",
    )

    assert len(cells) == 2
    cell = story.cell(story.evaluator, "4.3", "A")
    assert (cell.state, cell.score, cell.version) == ("not_scored", None, 3)
    assert cell.comment == "No such offer."
    assert cell.returned_because == "The buy-back clause is in annex 2."
    assert not story.worksheet(story.evaluator).is_locked


def test_an_answer_to_what_came_back_takes_the_note_away(story):
    say(story, "na_proposed")
    refuse_not_applicable(
        by=story.officer,
        evaluation=story.evaluation,
        criterion_key="4.3",
        reason="It applies.",
    )

    cell = save_cell(
        by=story.evaluator,
        candidate=story.candidates["A"],
        criterion_key="4.3",
        answer=Answer(state="scored", score=2, seen_version=3),
    )

    assert (cell.score, cell.returned_because, cell.version) == (2, "", 4)


def test_an_accepted_decline_is_no_longer_required(story):
    cell = say(story, "declined")
    before = ranking_of(story.evaluation).result.completeness

    accept_decline(by=story.officer, cell=cell, seen_version=2)

    after = ranking_of(story.evaluation).result.completeness
    assert (before.required, after.required) == (227, 226)
    assert (before.open, after.open) == (1, 0)
    entry = AuditEntry.objects.get(action="decline_accepted")
    assert entry.details["criterion"] == "4.3"


def test_a_decline_can_be_accepted_in_moderation_but_no_longer_given_back(story):
    cell = say(story, "declined")
    Tender.objects.update(stage=Stage.MODERATION)
    cell.worksheet.evaluation.tender.refresh_from_db()

    with pytest.raises(WrongStageError):
        refuse_decline(
            by=story.officer,
            cell=cell,
            refusal=Refusal(reason="You can.", seen_version=2),
        )
    assert accept_decline(by=story.officer, cell=cell, seen_version=2)


def test_only_an_officer_accepts_and_only_what_is_declined(story):
    cell = say(story, "declined")

    with pytest.raises(PermissionRefusedError):
        accept_decline(by=story.evaluator, cell=cell, seen_version=2)
    with pytest.raises(RuleBrokenError, match="not declined"):
        accept_decline(
            by=story.officer,
            cell=story.cell(story.evaluator, "1.2", "A"),
            seen_version=1,
        )
    assert story.cell(story.evaluator, "4.3", "A").decline_accepted_at is None


def test_a_decline_that_changed_since_is_not_accepted(story):
    cell = say(story, "declined")
    save_cell(
        by=story.evaluator,
        candidate=story.candidates["A"],
        criterion_key="4.3",
        answer=Answer(state="declined", comment="Another reason.", seen_version=2),
    )

    with pytest.raises(ConflictError) as refused:
        accept_decline(by=story.officer, cell=cell, seen_version=2)

    assert refused.value.version == 3
    assert story.cell(story.evaluator, "4.3", "A").decline_accepted_at is None


def test_a_refused_decline_goes_back_with_the_reason(story):
    cell = say(story, "declined")

    refuse_decline(
        by=story.officer,
        cell=cell,
        refusal=Refusal(reason="The log is attached now.", seen_version=2),
    )

    row = story.cell(story.evaluator, "4.3", "A")
    assert (row.state, row.returned_because) == (
        "not_scored",
        "The log is attached now.",
    )
    assert AuditEntry.objects.filter(action="decline_refused").count() == 1


def test_giving_back_needs_a_reason(story):
    cell = say(story, "declined")

    with pytest.raises(RuleBrokenError, match="Say why"):
        refuse_decline(
            by=story.officer, cell=cell, refusal=Refusal(reason=" ", seen_version=2)
        )

    assert story.cell(story.evaluator, "4.3", "A").state == "declined"


@pytest.mark.django_db(transaction=True)
def test_two_officers_approve_once():
    story = make_story(stage=Stage.SCORING)
    say(story, "na_proposed")

    outcomes = together(
        lambda: approve(story).criterion_key,
        lambda: approve(story, by=story.second_officer).criterion_key,
    )

    assert sorted(map(str, outcomes)) == ["4.3", "invalid"]
    assert NotApplicable.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_accepting_and_changing_a_decline_at_once_never_accepts_a_score():
    story = make_story(stage=Stage.SCORING)
    cell = say(story, "declined")

    together(
        lambda: accept_decline(by=story.officer, cell=cell, seen_version=2),
        lambda: save_cell(
            by=story.evaluator,
            candidate=story.candidates["A"],
            criterion_key="4.3",
            answer=Answer(state="scored", score=3, seen_version=2),
        ),
    )

    row = story.cell(story.evaluator, "4.3", "A")
    assert (row.state, row.score, row.decline_accepted_at) == ("scored", 3, None)
