"""The panel's cells: widest spread first, anonymous, with the effect of a decision."""

from decimal import Decimal
from fractions import Fraction

from scoring.models import Cell, NotApplicable
from scoring.selectors.moderation import (
    effect_of,
    find_cell,
    hidden_vendors,
    panel_cells,
)
from scoring.selectors.panel_labels import panel_labels
from scoring.selectors.rankings.matrices import read_matrix
from scoring.selectors.rankings.results import ranking_of
from scoring.services.moderation import Verdict, set_consensus
from tests.story import STORY


def cells_of(story, user=None):
    matrix = read_matrix(story.evaluation, story.version)
    hidden = hidden_vendors(matrix, user.pk) if user else frozenset()
    return panel_cells(matrix, hidden)


def cell_of(story, key="2.3", letter="B"):
    return find_cell(cells_of(story), key, story.candidates[letter].uuid)


def decide(story, value, key="2.3", letter="B"):
    set_consensus(
        by=story.officer,
        candidate=story.candidates[letter],
        criterion_key=key,
        verdict=Verdict(value=value, reason="Discussed."),
    )


def place(story, cell):
    return cell.criterion.key, story.letter(str(cell.candidate.pk))


def test_the_six_cells_of_the_story_come_first_the_widest_spread_on_top(story):
    cells = cells_of(story)

    to_discuss = [cell for cell in cells if cell.is_to_discuss]
    assert cells[:6] == to_discuss
    assert [(place(story, cell), cell.rubric.spread) for cell in to_discuss] == [
        (("2.3", "B"), Fraction(3, 4)),
        (("3.2", "C"), Fraction(1, 2)),
        (("3.3", "C"), Fraction(1, 2)),
        (("4.3", "B"), Fraction(1, 2)),
        (("4.3", "E"), Fraction(1, 2)),
        (("5.2", "C"), Fraction(1, 2)),
    ]
    assert len(cells) == 60
    assert {cell.state for cell in to_discuss} == {"open"}
    assert {cell.state for cell in cells[6:]} == {"agreed"}


def test_originals_stand_under_labels_in_the_drawn_order(story):
    cell = cell_of(story)

    labels = panel_labels(story.evaluation.worksheets.all(), story.candidates["B"])
    by_label = {
        labels[user.pk]: int(mark)
        for user, mark in zip(
            story.evaluators.values(), STORY["cells"]["rows"]["2.3"]["B"], strict=True
        )
    }
    assert [item.label for item in cell.originals] == ["A", "B", "C", "D"]
    assert {item.label: item.score for item in cell.originals} == by_label
    assert cell.rubric.mean == Fraction(15, 4)
    assert cell.points_apart == 3


def test_a_recused_evaluator_has_no_score_and_no_comment(story):
    Cell.objects.create(
        worksheet=story.worksheet(story.recused),
        candidate=story.candidates["C"],
        criterion_key="3.2",
        criteria_version=story.version,
        state="scored",
        score=5,
        comment="Written before the recusal.",
    )

    cell = cell_of(story, "3.2", "C")

    last = cell.originals[-1]
    assert (last.label, last.state, last.score, last.comment) == (
        "",
        "recused",
        None,
        "",
    )
    assert [item.label for item in cell.originals] == ["A", "B", "C", ""]
    assert cell.scores == 3


def test_who_declined_has_neither_label_nor_comment_in_that_cell(story):
    cell = cell_of(story, "5.4", "A")

    declined = [item for item in cell.originals if item.state == "declined"]
    assert [(item.label, item.comment) for item in declined] == [("", "")]
    assert cell.originals[-1] == declined[0]


def test_who_is_recused_sees_no_cell_of_that_vendor(story):
    cells = cells_of(story, story.recused)

    assert {place(story, cell)[1] for cell in cells} == set("ABDE")
    assert len(cells) == 48


def test_what_is_left_out_or_does_not_take_part_is_not_discussed(story):
    NotApplicable.objects.create(
        evaluation=story.evaluation,
        criterion_key="4.3",
        reason="No bidder offers it.",
        approved_by=story.officer,
    )

    cells = cells_of(story)

    assert "4.3" not in {cell.criterion.key for cell in cells}
    assert "F" not in {place(story, cell)[1] for cell in cells}


def test_a_decision_stands_beside_the_originals(story):
    decide(story, Decimal(3))
    decide(story, None, "4.3", "B")

    decided, waived = cell_of(story), cell_of(story, "4.3", "B")

    assert (decided.state, decided.delta) == ("decided", Fraction(-3, 4))
    assert sorted(item.score for item in decided.originals) == [2, 3, 5, 5]
    assert (waived.state, waived.delta) == ("waived", None)
    assert decided.rubric.value == 3


def test_the_effect_is_that_of_the_story(story):
    effect = effect_of(ranking_of(story.evaluation), cell_of(story), Decimal(3))

    expected = STORY["expected"]["consensus_what_if"]["2.3|B=3"]
    assert abs(effect.total_before - Fraction(STORY["expected"]["totals"]["B"])) < 1e-9
    assert abs(effect.total_after - Fraction(expected["B"])) < 1e-9
    assert effect.delta == Fraction(-3, 4)
    assert abs(effect.change - Fraction("-0.9375")) < 1e-9
    assert (effect.rank_before, effect.rank_after) == (1, 2)
    assert effect.changes_first
    assert effect.first_before == ("Supermicro 821GE",)
    assert effect.first_after == ("HPE XD670",)


def test_a_waiver_has_no_effect_and_takes_a_consensus_back(story):
    untouched = effect_of(ranking_of(story.evaluation), cell_of(story), None)
    decide(story, Decimal(3))
    back = effect_of(ranking_of(story.evaluation), cell_of(story), None)

    assert (untouched.change, untouched.changes_first) == (0, False)
    assert abs(back.change - Fraction("0.9375")) < 1e-9
    assert back.changes_first
    assert back.delta is None


def test_the_effect_on_what_cannot_be_ranked_is_undefined(story):
    story.candidates["B"].evidence.filter(criterion_key="1.1").delete()

    effect = effect_of(ranking_of(story.evaluation), cell_of(story), Decimal(3))

    assert (effect.total_before, effect.total_after, effect.change) == (None,) * 3
    assert (effect.rank_before, effect.rank_after) == (None, None)
    assert not effect.changes_first
