"""What happened lately, as each may know it."""

import pytest

from procurement.audit.recording import record
from procurement.audit.words import WORDS
from scoring.models import Evaluation
from scoring.selectors import activities as lists
from scoring.selectors.activities import activities
from scoring.selectors.boards import read_boards, with_panel
from tests.story import make_story

pytestmark = pytest.mark.django_db


def told(story, user):
    found = with_panel(Evaluation.objects.filter(tender=story.tender))
    [board] = read_boards(list(found), user)
    return [activity.what for activity in activities(board)]


def test_the_lists_name_only_actions_that_there_are():
    named = (
        lists.EVERYONE
        | lists.ABOUT_CANDIDATES
        | lists.ABOUT_PRICES
        | lists.OF_OFFICERS
        | lists.OF_READERS
    )

    assert sorted(named - set(WORDS)) == []


def test_a_frozen_result_is_news_to_those_who_read_prices_only():
    story = make_story(are_prices_released=False)
    record(
        by=story.officer,
        action="result_frozen",
        subject=story.tender,
        tender=story.tender.uuid,
    )

    assert told(story, story.officer) == ["result frozen"]
    assert told(story, story.evaluator) == []


def test_evaluators_never_learn_that_somebody_asked_for_not_applicable():
    story = make_story()
    record(
        by=story.officer,
        action="not_applicable_refused",
        subject=story.tender,
        tender=story.tender.uuid,
    )

    assert told(story, story.officer) == ["N/A refused"]
    assert told(story, story.evaluator) == []
