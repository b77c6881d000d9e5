"""One's own worksheet as a grid: all eight states, nothing of others or recused."""

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest

from catalog.models import Tender
from procurement.clock import database_now
from procurement.permissions import Stage
from scoring.models import Cell, NotApplicable
from scoring.selectors.worksheets.reading import worksheet_grid
from tests.story import STORY, make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


def grid_of(story, user):
    story.evaluation.refresh_from_db()
    return worksheet_grid(story.evaluation, user)


def states(grid, key):
    row = next(row for row in grid.rows if row.criterion.key == key)
    return [cell.state for cell in row.cells]


def test_columns_are_the_candidates_that_count_and_rows_the_weighted_criteria(story):
    grid = grid_of(story, story.evaluator)

    labels = [column.label for column in grid.columns]
    assert labels == [STORY["bidders"][letter]["short"] for letter in "ABCDE"]
    assert grid.columns[0].product == "8× H100 SXM 80 GB"
    keys = [row.criterion.key for row in grid.rows]
    assert keys == [row["id"] for row in STORY["criteria"]]
    assert [group.dimension.key for group in grid.groups] == ["1", "2", "3", "4", "5"]
    assert [row.label for row in grid.left_out] == ["Lenovo SR680a V3"]


def test_all_eight_states_stand_where_they_belong(story):
    story.cell(story.recused, "1.4", "A").delete()
    Cell.objects.filter(pk=story.cell(story.recused, "1.2", "B").pk).update(
        state="na_proposed", score=None
    )
    NotApplicable.objects.create(
        evaluation=story.evaluation,
        criterion_key="4.3",
        reason="No bidder offers it.",
        approved_by=story.officer,
    )

    grid = grid_of(story, story.recused)

    assert states(grid, "1.1") == ["auto", "auto", "recused", "auto", "auto"]
    assert states(grid, "3.1") == ["sealed", "sealed", "recused", "sealed", "sealed"]
    assert states(grid, "1.4") == ["not_scored", "scored", "recused", *["scored"] * 2]
    assert states(grid, "1.2") == ["scored", "na_proposed", "recused", *["scored"] * 2]
    assert states(grid, "5.4") == ["declined", "scored", "recused", *["scored"] * 2]
    assert states(grid, "4.3") == ["na", "na", "recused", "na", "na"]


def test_data_cells_show_one_plus_four_times_the_share(story):
    grid = grid_of(story, story.evaluator)

    row = next(row for row in grid.rows if row.criterion.key == "1.1")
    assert row.cells[0].auto == 1 + 4 * Fraction(640 - 320, 1128 - 320)
    assert row.cells[1].auto == 5


def test_a_data_cell_without_a_datum_has_no_number(story):
    story.candidates["A"].evidence.filter(criterion_key="1.1").delete()

    grid = grid_of(story, story.evaluator)

    row = next(row for row in grid.rows if row.criterion.key == "1.1")
    assert (row.cells[0].state, row.cells[0].auto) == ("auto", None)


def test_a_recused_column_holds_nothing_of_its_candidate(story):
    grid = grid_of(story, story.recused)

    column = grid.columns[2]
    assert (column.is_recused, column.uuid, column.label) == (True, None, "")
    assert column.product == ""
    hidden = story.candidates["C"].pk
    assert hidden not in {owner for owner, _key in grid.evidence}
    assert all(cell.stored is None for row in grid.rows for cell in row.cells[2:3])


def test_a_recused_candidate_that_is_out_is_not_even_listed(story):
    story.candidates["C"].admission = "rejected"
    story.candidates["C"].save()

    grid = grid_of(story, story.recused)

    assert [row.label for row in grid.left_out] == ["Lenovo SR680a V3"]
    assert len(grid.columns) == 4


def test_prices_and_what_is_made_of_them_stay_sealed_until_released(story):
    story.version.criteria.filter(key="2.4").update(metric="tco.npv_per_gpu")
    before = grid_of(story, story.evaluator)

    Tender.objects.update(prices_released_at=database_now())
    story.tender.refresh_from_db()
    story.evaluation.tender = story.tender
    after = worksheet_grid(story.evaluation, story.evaluator)

    assert states(before, "3.1") == states(before, "2.4") == ["sealed"] * 5
    assert states(after, "3.1") == states(after, "2.4") == ["auto"] * 5


def test_only_assigned_criteria_have_a_row(story):
    story.evaluation.assignments.filter(
        evaluator=story.evaluator, criterion_key__startswith="5."
    ).delete()

    grid = grid_of(story, story.evaluator)

    assert [group.dimension.key for group in grid.groups] == ["1", "2", "3", "4"]
    assert len(grid.own) == 8 * 5


def test_counts_are_of_own_cells_only(story):
    story.cell(story.evaluator, "1.2", "A").delete()
    Cell.objects.filter(pk=story.cell(story.evaluator, "5.4", "E").pk).update(
        comment=""
    )

    grid = grid_of(story, story.evaluator)

    assert (grid.answered, len(grid.own)) == (59, 60)
    assert grid.answered_in(grid.columns[0]) == (11, 12)
    gaps = [(cell.criterion.key, cell.column.number) for cell in grid.gaps]
    assert gaps == [("1.2", 1), ("5.4", 5)]


def test_a_cell_is_found_by_criterion_and_candidate_only_if_it_is_ones_own(story):
    grid = grid_of(story, story.recused)
    uuid = {letter: row.uuid for letter, row in story.candidates.items()}

    assert grid.cell("1.2", uuid["A"]).score == 3
    assert grid.cell("1.1", uuid["A"]) is None
    assert grid.cell("1.2", uuid["C"]) is None
    assert grid.cell("1.2", uuid["F"]) is None


@pytest.mark.parametrize(
    ("minutes", "is_submitted", "stage", "is_open"),
    [
        (5, False, Stage.SCORING, True),
        (-1, False, Stage.SCORING, False),
        (5, True, Stage.SCORING, False),
        (5, False, Stage.MODERATION, False),
    ],
)
def test_it_takes_answers_until_submission_or_the_deadline(
    story, minutes, is_submitted, stage, is_open
):
    now = database_now()
    Tender.objects.update(scores_deadline=now + timedelta(minutes=minutes), stage=stage)
    if is_submitted:
        story.evaluation.worksheets.update(submitted_at=now)
    story.tender.refresh_from_db()
    story.evaluation.tender = story.tender

    assert worksheet_grid(story.evaluation, story.evaluator).is_open is is_open


def test_who_has_no_worksheet_has_no_cell_of_their_own(story):
    story.evaluation.assignments.filter(evaluator=story.evaluator).delete()
    story.worksheet(story.evaluator).delete()

    grid = grid_of(story, story.evaluator)

    assert (grid.worksheet, grid.own, grid.is_open) == (None, [], False)


def test_weights_are_not_needed_for_the_grid_but_kept_exact(story):
    grid = grid_of(story, story.evaluator)

    total = sum((row.criterion.weight for row in grid.rows), Decimal(0))
    assert total == 100
