"""Whose rows reach the arithmetic."""

from catalog.models import TenderMember
from scoring.models import Worksheet
from scoring.selectors.rankings.results import ranking_of


def test_who_left_the_panel_without_submitting_is_no_longer_awaited(story):
    TenderMember.objects.filter(user=story.evaluator).delete()
    Worksheet.objects.filter(evaluator=story.evaluator).update(submitted_at=None)
    story.worksheet(story.evaluator).cells.filter(criterion_key="1.2").delete()

    completeness = ranking_of(story.evaluation).result.completeness

    assert (completeness.required, completeness.open) == (227 - 60, 0)


def test_what_was_submitted_before_leaving_the_panel_counts(story):
    TenderMember.objects.filter(user=story.evaluator).delete()

    completeness = ranking_of(story.evaluation).result.completeness

    assert (completeness.required, completeness.scored) == (227, 227)
