"""What a worksheet owes: its cells, less what is left out or recused, and the gaps."""

import pytest

from procurement.permissions import Stage
from scoring.models import Cell, NotApplicable
from scoring.selectors.worksheets.owing import (
    assignments_of,
    cell_values,
    gap,
    needs_comment,
    open_cells,
    required_candidates,
    required_keys,
)
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


@pytest.mark.parametrize(
    ("state", "score", "is_due"),
    [
        ("scored", 1, True),
        ("scored", 2, False),
        ("scored", 3, False),
        ("scored", 4, False),
        ("scored", 5, True),
        ("declined", None, True),
        ("na_proposed", None, True),
        ("not_scored", None, False),
    ],
)
def test_a_comment_is_due_for_the_ends_of_the_scale_and_for_requests(
    state, score, is_due
):
    assert needs_comment(state, score) is is_due
    assert bool(gap(Cell(state=state, score=score))) is (is_due or score is None)


def test_a_cell_without_a_row_is_not_scored():
    assert cell_values(None) == {"state": "not_scored", "score": None, "comment": ""}
    assert gap(None) == "not scored"


def test_a_worksheet_owes_each_assigned_criterion_for_each_candidate_that_counts(story):
    sheet = story.worksheet(story.evaluator)

    labels = [row.label for row in required_candidates(sheet)]
    assert len(required_keys(sheet)) == 12
    assert "Lenovo SR680a V3" not in labels
    assert len(labels) == 5


def test_a_recused_vendor_and_a_left_out_criterion_are_not_owed(story):
    NotApplicable.objects.create(
        evaluation=story.evaluation,
        criterion_key="4.3",
        reason="No bidder offers it.",
        approved_by=story.officer,
    )
    sheet = story.worksheet(story.recused)

    assert "4.3" not in required_keys(sheet)
    assert "Inspur NF5688M7" not in [row.label for row in required_candidates(sheet)]


def test_gaps_stand_in_the_order_of_the_requirements_with_their_reason(story):
    story.cell(story.evaluator, "5.4", "E").delete()
    Cell.objects.filter(pk=story.cell(story.evaluator, "1.4", "D").pk).update(
        score=5, comment=""
    )

    found = open_cells(story.worksheet(story.evaluator))

    assert [(row.criterion_key, row.candidate.label, row.reason) for row in found] == [
        ("1.4", "HPE XD670", "comment missing"),
        ("5.4", "NVIDIA DGX H200", "not scored"),
    ]


def test_assignments_are_read_by_evaluator(story):
    found = assignments_of(story.evaluation)

    assert {len(keys) for keys in found.values()} == {12}
    assert set(found) == {user.pk for user in story.evaluators.values()}
