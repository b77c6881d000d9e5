"""Cells: what the database refuses, and who may see which."""

import pytest
from django.db import IntegrityError, transaction

from catalog.models import Tender
from procurement.permissions import Role, Stage
from scoring.models import Cell
from tests.factories import make_user
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


@pytest.mark.parametrize(
    ("state", "score"),
    [("scored", None), ("scored", 0), ("scored", 6), ("declined", 3)],
)
def test_the_database_refuses_a_score_that_is_none(story, state, score):
    pk = story.cell(story.evaluator, "1.2", "A").pk

    with pytest.raises(IntegrityError), transaction.atomic():
        Cell.objects.filter(pk=pk).update(state=state, score=score)

    assert story.cell(story.evaluator, "1.2", "A").score == 3


def seen(user) -> set[str]:
    """Whose cells a person sees."""
    cells = Cell.objects.visible_to(user).select_related("worksheet__evaluator")
    return {cell.worksheet.evaluator.name for cell in cells}


def test_in_scoring_an_evaluator_sees_only_their_own_and_nobody_else_any(story):
    auditor = make_user("Ada", Role.AUDITOR)

    assert seen(story.evaluator) == {"Chen Wei"}
    for person in (story.officer, story.approver, story.observer, auditor):
        assert seen(person) == set()


def test_after_scoring_the_panel_and_the_officers_see_all(story):
    Tender.objects.update(stage=Stage.MODERATION)
    everybody = set(story.evaluators)

    assert seen(story.evaluator) == seen(story.officer) == everybody
    for person in (story.approver, story.observer, make_user("Ada", Role.AUDITOR)):
        assert seen(person) == set()


def test_an_auditor_sees_the_cells_of_what_has_ended(story):
    Tender.objects.update(stage=Stage.PUBLISHED)

    assert seen(make_user("Ada", Role.AUDITOR)) == set(story.evaluators)


def test_a_recused_evaluator_sees_nobodys_cells_of_that_vendor(story):
    Tender.objects.update(stage=Stage.MODERATION)

    cells = Cell.objects.visible_to(story.recused)

    assert not cells.filter(candidate=story.candidates["C"]).exists()
    assert cells.filter(candidate=story.candidates["A"]).count() == 48


def test_a_worksheet_is_locked_by_submission_or_by_moderation(story):
    sheet = story.worksheet(story.evaluator)
    assert not sheet.is_locked

    sheet.locked_at = sheet.evaluation.tender.quote_deadline
    assert sheet.is_locked
    assert not sheet.is_submitted
