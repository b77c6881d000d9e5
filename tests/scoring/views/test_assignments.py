"""Assignments: evaluators × criteria, for officers."""

import pytest
from django.urls import reverse

from procurement.permissions import Stage
from scoring.models import Assignment, Cell
from scoring.selectors.worksheets.owing import assignments_of
from tests.factories import at_stage, make_criteria
from tests.story import make_story


def page(tender) -> str:
    return reverse("scoring:assignment-list", kwargs={"reference": tender.reference})


def test_the_boxes_show_and_set_what_each_scores(
    signed_in, officer, evaluator, second_evaluator, tender
):
    make_criteria(tender)
    browser = signed_in(officer)
    assert "checked" not in browser.get(page(tender)).content.decode()

    sent = {str(evaluator.uuid): ["1.2", "5.1"], str(second_evaluator.uuid): ["1.2"]}
    assert browser.post(page(tender), sent).status_code == 302

    assert assignments_of(tender.evaluation) == {
        evaluator.pk: {"1.2", "5.1"},
        second_evaluator.pk: {"1.2"},
    }
    assert browser.get(page(tender)).content.decode().count(" checked") == 3


@pytest.mark.parametrize("key", ["1.1", "K1", "9.9"])
def test_what_people_do_not_score_can_not_be_chosen(
    signed_in, officer, evaluator, tender, key
):
    make_criteria(tender)

    answer = signed_in(officer).post(page(tender), {str(evaluator.uuid): [key]})

    assert answer.status_code == 422
    assert not Assignment.objects.exists()


def test_an_answered_criterion_stays_and_the_page_says_so(db, signed_in):
    story = make_story(stage=Stage.SCORING)
    before = Assignment.objects.count()

    answer = signed_in(story.officer).post(page(story.tender), {})

    assert answer.status_code == 422
    assert "that stays assigned" in answer.content.decode()
    assert Assignment.objects.count() == before
    assert Cell.objects.exists()


def test_once_moderation_is_open_the_matrix_can_only_be_read(
    signed_in, officer, tender
):
    make_criteria(tender)
    at_stage(tender, Stage.MODERATION)
    browser = signed_in(officer)

    text = browser.get(page(tender)).content.decode()

    assert "The panel no longer changes in this stage." in text
    assert "disabled" in text
    assert browser.post(page(tender), {}).status_code == 409


def test_nobody_else_sees_who_scores_what(
    signed_in, tender, evaluator, approver, observer
):
    make_criteria(tender)

    for person in (evaluator, approver, observer):
        assert signed_in(person).get(page(tender)).status_code == 403
