"""Who may know why a candidate stands where it stands."""

import pytest
from django.utils import timezone

from procurement.permissions import Stage
from scoring.models import Evaluation
from scoring.selectors.admissions import known_reason
from scoring.selectors.boards import read_boards
from scoring.selectors.outstanding.candidates import review_items
from tests.story import REVIEW, make_story

TASK = (
    "37.7\xa0% below the mean of the other bids, 33.5\xa0% below the next bid, "
    "asked for, no answer yet"
)


@pytest.mark.django_db
def test_why_a_price_is_reviewed_is_told_to_who_may_read_prices():
    story = make_story(stage=Stage.SCORING)

    def told(person):
        found = Evaluation.objects.filter(pk=story.evaluation.pk)
        (board,) = read_boards(list(found), person)
        reasons = {known_reason(board, row) for row in board.candidates}
        return reasons, {item.note for item in review_items(board)}

    hidden, noted = told(story.evaluator)
    assert not {REVIEW, TASK} & (hidden | noted)
    assert len(hidden) > 1  # the reason of a knock-out is told to all
    for person in (story.officer, story.approver, story.observer):
        assert told(person)[0] == hidden | {REVIEW}
        assert TASK in told(person)[1]

    story.tender.prices_released_at = timezone.now()
    story.tender.save()

    assert told(story.evaluator)[0] == hidden | {REVIEW}
