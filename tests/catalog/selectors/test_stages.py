"""The steps of an evaluation follow its stage."""

from datetime import UTC, datetime

import pytest

from catalog.selectors.heads import QuotesHead
from catalog.selectors.stages import stage_steps
from procurement.permissions import Stage


@pytest.mark.parametrize(
    ("stage", "states"),
    [
        (Stage.SETUP, ["now", "", "", "", "", ""]),
        (Stage.SCORING, ["done", "done", "done", "now", "", ""]),
        (Stage.PUBLISHED, ["done"] * 6),
        (Stage.CANCELLED, [""] * 6),
    ],
)
def test_the_steps_follow_the_stage(tender, stage, states):
    tender.stage = stage

    assert [step.state for step in stage_steps(tender, QuotesHead())] == states


def test_a_deadline_is_shown_in_the_evaluations_time_zone(tender):
    tender.time_zone = "Asia/Shanghai"
    tender.scores_deadline = datetime(2026, 12, 3, 20, 0, tzinfo=UTC)

    assert stage_steps(tender, QuotesHead())[3].note == "due 4 Dec"


@pytest.mark.parametrize(
    ("stage", "head", "note"),
    [
        (Stage.QUOTES, QuotesHead(received=6, late=1), "due 20 Nov"),
        (Stage.SCORING, QuotesHead(received=6, late=1), "6 received, 1 late"),
        (Stage.SCORING, QuotesHead(received=1, late=0), "1 received"),
        (Stage.SCORING, QuotesHead(), "due 20 Nov"),
    ],
)
def test_a_closed_step_of_quotes_tells_how_many_came(tender, stage, head, note):
    tender.stage = stage
    tender.quote_deadline = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

    assert stage_steps(tender, head)[1].note == note
