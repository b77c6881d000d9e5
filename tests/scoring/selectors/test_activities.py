"""What happened lately, as each may know it."""

import pytest

from catalog.models import PriceJustification
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
        | lists.ABOUT_LOW_BIDS
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


@pytest.mark.parametrize("is_released", [True, False])
def test_an_answer_about_a_price_is_news_to_those_alone_who_may_know_of_it(
    is_released,
):
    story = make_story(are_prices_released=is_released)
    question = PriceJustification.objects.get(
        offer__quote__vendor=story.candidates["C"].vendor
    )
    record(
        by=story.officer,
        action="justification_answered",
        subject=story.tender,
        details={"justification": question.uuid},
        tender=story.tender.uuid,
    )
    news = ["justification received"]

    assert told(story, story.officer) == news
    assert told(story, story.evaluator) == (news if is_released else [])
    assert told(story, story.recused) == []
