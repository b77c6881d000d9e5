"""Criteria are assigned to evaluators by officers, until the evaluator submits."""

import pytest

from catalog.models import Tender
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import Assignment, Cell, Worksheet
from scoring.selectors.worksheets.owing import assignments_of
from scoring.services.assignments import assign_all, assign_criteria, assign_panel
from scoring.services.worksheets import submit_worksheet
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.EVIDENCE)


def assign(story, *keys, by=None, evaluator=None):
    assign_criteria(
        by=by or story.officer,
        evaluation=story.evaluation,
        evaluator=evaluator or story.evaluator,
        keys=keys,
    )


def test_the_assigned_criteria_replace_the_former_ones(story):
    Cell.objects.all().delete()
    assign(story, "2.3", "1.2", "1.4")

    assign(story, "2.3", "1.2")

    assert assignments_of(story.evaluation)[story.evaluator.pk] == {"1.2", "2.3"}
    entry = AuditEntry.objects.filter(action="criteria_assigned").latest("id")
    assert entry.details == {
        "name": "Chen Wei",
        "from": ["1.2", "1.4", "2.3"],
        "to": ["1.2", "2.3"],
    }


def test_what_an_evaluator_has_answered_stays_assigned(story):
    keys = assignments_of(story.evaluation)[story.evaluator.pk]

    with pytest.raises(RuleBrokenError) as caught:
        assign(story, *(keys - {"1.2", "5.4"}))

    assert caught.value.code == "answers_would_be_lost"
    assert "1.2, 5.4" in caught.value.message
    assert assignments_of(story.evaluation)[story.evaluator.pk] == keys


def test_the_whole_panel_is_assigned_or_nobody(story):
    Cell.objects.all().delete()
    before = assignments_of(story.evaluation)

    with pytest.raises(RuleBrokenError):
        assign_panel(
            by=story.officer,
            evaluation=story.evaluation,
            keys={story.evaluator: ["1.2"], story.approver: ["1.2"]},
        )

    assert assignments_of(story.evaluation) == before


def test_all_get_every_criterion_that_people_score(story):
    Assignment.objects.all().delete()

    assign_all(by=story.officer, evaluation=story.evaluation)

    found = assignments_of(story.evaluation)
    assert set(found) == {user.pk for user in story.evaluators.values()}
    assert {len(keys) for keys in found.values()} == {12}


@pytest.mark.parametrize("key", ["1.1", "3.1", "K1", "9.9"])
def test_what_people_do_not_score_is_not_assigned(story, key):
    with pytest.raises(RuleBrokenError, match="Not scored by people"):
        assign(story, "1.2", key)

    assert len(assignments_of(story.evaluation)[story.evaluator.pk]) == 12


def test_only_an_evaluator_of_this_evaluation_gets_criteria(story):
    with pytest.raises(RuleBrokenError, match="no evaluator of this evaluation"):
        assign(story, "1.2", evaluator=story.approver)


def test_only_officers_assign_and_not_once_moderation_is_open(story):
    with pytest.raises(PermissionRefusedError):
        assign(story, "1.2", by=story.evaluator)

    Tender.objects.update(stage=Stage.MODERATION)
    with pytest.raises(WrongStageError):
        assign(story, "1.2")


def test_in_scoring_a_newly_assigned_evaluator_gets_a_worksheet(story):
    Tender.objects.update(stage=Stage.SCORING)
    Worksheet.objects.filter(evaluator=story.evaluator).delete()

    assign(story, "1.2")

    assert story.worksheet(story.evaluator).cells.count() == 0


def test_who_has_submitted_gets_no_other_criteria(story):
    Tender.objects.update(stage=Stage.SCORING)
    story.tender.refresh_from_db()
    submit_worksheet(by=story.evaluator, evaluation=story.evaluation)

    with pytest.raises(RuleBrokenError, match="has submitted"):
        assign(story, "1.2")
