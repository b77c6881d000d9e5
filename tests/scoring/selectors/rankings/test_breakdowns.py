"""A total taken apart: lines add up to dimensions, dimensions to the total."""

from fractions import Fraction
from uuid import uuid4

from scoring.models import NotApplicable
from scoring.selectors.rankings.breakdowns import breakdown
from scoring.selectors.rankings.results import ranking_of
from tests.story import STORY


def apart(story, letter="B", *, user=None, shows_marks=True):
    return breakdown(
        ranking_of(story.evaluation),
        story.candidates[letter].uuid,
        reader=(user or story.officer).pk,
        shows_marks=shows_marks,
    )


def line(found, key):
    return next(
        row
        for section in found.sections
        for row in section.lines
        if row.criterion.key == key
    )


def test_points_add_up_from_lines_to_sections_to_the_total(story):
    found = apart(story)

    for section in found.sections:
        assert sum(row.result.points for row in section.lines) == section.points
    assert sum(section.points for section in found.sections) == found.result.total
    assert abs(found.result.total - Fraction(STORY["expected"]["totals"]["B"])) < 1e-9
    assert found.digits == STORY["expected"]["totals"]["B"]
    assert sum(row.weight for s in found.sections for row in s.lines) == 100


def test_every_criterion_is_explained(story):
    found = apart(story)

    explained = [row for section in found.sections for row in section.lines]
    assert [row.criterion.key for row in explained] == [
        row["id"] for row in STORY["criteria"]
    ]
    assert all(row.steps[-1].startswith("Points = 100 ×") for row in explained)
    assert line(found, "2.3").steps[0] == "Mean of 4 scores: (2 + 3 + 5 + 5) ÷ 4 = 3.75"
    assert line(found, "3.1").steps[:2] == (
        "Evaluated price: USD 45,169.07, TCO per GPU (NPV) over 4 years",
        (
            "Low-bid: share = lowest price ÷ own price = 33,201.31 ÷ 45,169.07 "
            "≈ 0.735045"
        ),
    )


def test_originals_stand_under_labels_only_for_who_may_see_them(story):
    shown = line(apart(story), "2.3")
    kept = line(apart(story, shows_marks=False), "2.3")

    assert [item.label for item in shown.cell.originals] == ["A", "B", "C", "D"]
    assert kept.cell is None
    assert kept.steps[0] == "Mean of 4 scores = 3.75"


def test_what_does_not_apply_gives_its_weight_to_the_others(story):
    NotApplicable.objects.create(
        evaluation=story.evaluation,
        criterion_key="4.3",
        reason="No bidder offers it.",
        approved_by=story.officer,
    )

    found = apart(story)

    left_out = line(found, "4.3")
    assert (left_out.result.points, left_out.weight) == (None, 0)
    assert line(found, "1.1").weight == Fraction(1000, 96)
    assert found.sections[3].head.weight == Fraction(1100, 96)


def test_what_cannot_be_ranked_says_why(story):
    story.candidates["B"].evidence.filter(criterion_key="1.1").delete()

    found = apart(story)

    assert found.result.total is None
    assert found.reasons == ("Criterion 1.1 has no datum for this candidate.",)
    assert line(found, "1.1").steps == ("The datum is missing.",)


def test_what_is_hidden_excluded_or_foreign_is_not_found(story):
    assert apart(story, "C", user=story.recused) is None
    assert apart(story, "F") is None
    ranking = ranking_of(story.evaluation)
    assert breakdown(ranking, uuid4(), reader=1, shows_marks=True) is None


def test_a_recused_reader_is_not_told_the_lowest_price_of_that_vendor(story):
    words = line(apart(story, user=story.recused), "3.1").steps[1]

    assert "33,201.31" not in words
    assert "not shown to you" in words
