"""What each may know of an evaluation is in the board, and nothing else."""

import pytest

from procurement.permissions import Stage
from scoring.models import Cell, Evaluation
from scoring.selectors.boards import Board, read_boards, with_panel
from scoring.selectors.outstanding.items import Item
from scoring.selectors.outstanding.stages import open_items
from tests.story import make_story

pytestmark = pytest.mark.django_db


def board_of(story, user) -> Board:
    found = with_panel(Evaluation.objects.filter(tender=story.tender))
    (board,) = read_boards(list(found), user)
    return board


def items_of(story, user) -> list[Item]:
    return open_items(board_of(story, user))


@pytest.fixture
def story():
    """In scoring: Chen Wei lacks three cells, one of them a comment."""
    made = make_story(stage=Stage.SCORING)
    cells = Cell.objects.filter(worksheet__evaluator=made.evaluator)
    for cell in cells.filter(criterion_key="1.2")[:3]:
        cell.delete()
    return made


def test_the_officer_sees_the_progress_of_all_and_no_score(story):
    board = board_of(story, story.officer)

    progress = {
        row.evaluator.name: (row.answered, row.required) for row in board.sheets
    }
    assert progress == {
        "Chen Wei": (57, 60),
        "J. Lindqvist": (60, 60),
        "M. Okafor": (48, 48),
        "S. Rao": (60, 60),
    }
    assert board.spreads is None


def test_an_evaluator_sees_the_own_progress_only(story):
    board = board_of(story, story.evaluator)

    assert [row.evaluator for row in board.sheets] == [story.evaluator]
    assert board.requests == 0
    titles = [item.title for item in items_of(story, story.evaluator)]
    assert "Your worksheet" in titles
    assert not any("S. Rao" in title for title in titles)


@pytest.mark.parametrize("role", ["approver", "observer"])
def test_approver_and_observer_see_no_progress(story, role):
    user = getattr(story, role)

    assert board_of(story, user).sheets == ()
    titles = [item.title for item in items_of(story, user)]
    assert "Scores of the panel" in titles
    assert not any("Worksheet of" in title for title in titles)


def test_prices_are_not_in_the_board_of_an_evaluator(story):
    assert board_of(story, story.evaluator).totals == {}
    assert board_of(story, story.evaluator).low_bids == {}

    totals = board_of(story, story.approver).totals
    assert totals[story.candidates["C"].pk].net.amount == 3322920


def test_the_prices_of_sealed_quotes_are_in_no_board(story):
    story.tender.opened_at = None
    story.tender.save()

    board = board_of(story, story.officer)

    assert board.totals == {}
    assert board.quoted is None


def test_the_vendor_one_is_recused_from_is_not_in_the_board(story):
    labels = {row.label for row in board_of(story, story.recused).candidates}

    assert "Inspur NF5688M7" not in labels
    assert len(labels) == 5


def test_spreads_are_counted_once_moderation_is_open_for_those_who_moderate(story):
    story.tender.stage = Stage.MODERATION
    story.tender.save()

    assert board_of(story, story.officer).spreads is not None
    assert board_of(story, story.approver).spreads is None
