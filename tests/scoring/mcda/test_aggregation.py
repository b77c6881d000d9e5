from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.mcda.aggregation import (
    Mark,
    applicable_criteria,
    cell_mean,
    cell_quorum,
    cell_spread,
    rubric_cells,
    rubric_share,
)
from scoring.mcda.matrix import (
    CandidateInput,
    CellInput,
    CellState,
    Consensus,
    EvaluatorInput,
    Kind,
    Rules,
    ShareRule,
    Waiver,
)
from tests.scoring.mcda.inputs import criterion, evaluation, panel, score


def marks(*scores):
    return [
        Mark(
            evaluator=str(n),
            weight=Decimal(1),
            state=CellState.SCORED,
            score=Decimal(s),
        )
        for n, s in enumerate(scores)
    ]


def one_cell(*values, **more):
    names = "abcdefg"[: len(values)]
    inputs = evaluation(
        (criterion("1.1"),),
        (CandidateInput(key="A"),),
        evaluators=panel(*names),
        cells=tuple(
            score("A", "1.1", n, v) for n, v in zip(names, values, strict=True)
        ),
        **more,
    )
    return rubric_cells(inputs)["A", "1.1"]


@pytest.mark.parametrize(
    ("value", "of_range", "of_maximum"),
    [("1", "0", "0.2"), ("3", "0.5", "0.6"), ("4.5", "0.875", "0.9"), ("5", "1", "1")],
)
def test_a_cell_becomes_a_share_by_the_locked_rule(value, of_range, of_maximum):
    assert rubric_share(Fraction(value)) == Fraction(of_range)
    assert rubric_share(Fraction(value), ShareRule.OF_MAXIMUM) == Fraction(of_maximum)


def test_the_mean_is_exact_and_weighed():
    heavy = replace(marks(5)[0], evaluator="heavy", weight=Decimal("2.5"))

    assert cell_mean(marks(3, 3, 2)) == Fraction(8, 3)
    assert cell_mean([*marks(3), heavy]) == Fraction(31, 7)
    assert cell_mean([]) is None


def test_the_spread_is_a_part_of_the_scale():
    assert cell_spread(marks(3, 5, 2, 5)) == Fraction(3, 4)
    assert cell_spread(marks(4)) == 0
    assert cell_spread([]) is None


def test_quorum_is_one_only_where_one_evaluator_may_score():
    assert [cell_quorum(n) for n in (0, 1, 2, 9)] == [2, 1, 2, 2]
    assert cell_quorum(5, quorum=3) == 3


@pytest.mark.parametrize(
    ("values", "value", "required", "scored", "meets_quorum"),
    [
        ((4, 4, CellState.DECLINED, CellState.RECUSED), 4, 2, 2, True),
        ((4, CellState.NOT_SCORED), 4, 2, 1, False),
        ((4, CellState.NA_PROPOSED, 2), 3, 3, 2, True),
        ((4, CellState.RECUSED), 4, 1, 1, True),
        ((4, CellState.DECLINED), 4, 1, 1, False),
        ((4, CellState.NOT_SCORED, CellState.RECUSED), 4, 2, 1, False),
        ((CellState.DECLINED, CellState.RECUSED), None, 0, 0, False),
        ((4,), 4, 1, 1, True),
        ((), None, 0, 0, False),
    ],
)
def test_only_scores_enter_the_mean_and_what_is_owed_is_counted(
    values, value, required, scored, meets_quorum
):
    cell = one_cell(*values)

    assert (cell.value, cell.required, cell.scored) == (value, required, scored)
    assert cell.open == required - scored
    assert cell.meets_quorum is meets_quorum


def test_a_decline_that_nobody_accepted_is_still_owed():
    declined = CellInput(
        candidate="A",
        criterion="1.1",
        evaluator="a",
        state=CellState.DECLINED,
        is_decline_accepted=False,
    )
    inputs = evaluation(
        (criterion("1.1"),),
        (CandidateInput(key="A"),),
        evaluators=panel("a"),
        cells=(declined,),
    )

    assert rubric_cells(inputs)["A", "1.1"].open == 1


def test_a_cell_nobody_touched_is_owed_by_every_assigned_evaluator():
    inputs = evaluation(
        (criterion("1.1", weight=50), criterion("1.2", weight=50)),
        (CandidateInput(key="A"),),
        evaluators=(
            EvaluatorInput(key="a"),
            EvaluatorInput(key="b", criteria=frozenset({"1.1"})),
        ),
    )

    cells = rubric_cells(inputs)

    assert (cells["A", "1.1"].open, cells["A", "1.2"].open) == (2, 1)
    assert [m.state for m in cells["A", "1.2"].marks] == [CellState.NOT_SCORED]


def test_a_recusal_takes_back_all_scores_for_that_candidate_and_no_other():
    inputs = evaluation(
        (criterion("1.1", weight=50), criterion("1.2", weight=50)),
        (CandidateInput(key="A"), CandidateInput(key="B")),
        evaluators=panel("a", "b"),
        cells=(
            score("A", "1.1", "a", 1),
            score("A", "1.2", "a", CellState.RECUSED),
            score("A", "1.1", "b", 5),
            score("B", "1.1", "a", 1),
        ),
    )

    cells = rubric_cells(inputs)

    assert (cells["A", "1.1"].value, cells["A", "1.1"].required) == (5, 1)
    assert cells["B", "1.1"].value == 1


def test_consensus_counts_and_the_originals_stay():
    agreed = Consensus(candidate="A", criterion="1.1", score=Decimal(2), reason="seen")

    cell = one_cell(1, 5, consensus=(agreed,))

    assert (cell.value, cell.mean, cell.spread) == (2, 3, 1)
    assert cell.share == Fraction(1, 4)
    assert (cell.exceeds_spread, cell.is_moderation_open) == (True, False)


def test_a_waiver_keeps_the_mean_and_closes_the_moderation():
    cell = one_cell(1, 5, waivers=(Waiver(candidate="A", criterion="1.1"),))

    assert (cell.value, cell.is_waived, cell.is_moderation_open) == (3, True, False)


@pytest.mark.parametrize(
    ("values", "limit", "expected"),
    [
        ((2, 4), "0.40", True),
        ((3, 4), "0.40", False),
        ((2, 4), "0.50", False),
        ((4,), "0", False),
        ((CellState.NOT_SCORED,), "0", False),
    ],
)
def test_moderation_opens_only_above_the_limit(values, limit, expected):
    cell = one_cell(*values, rules=Rules(spread_limit=Decimal(limit)))

    assert cell.is_moderation_open is expected


def test_share_of_maximum_is_the_locked_choice_of_the_rules():
    assert one_cell(4, rules=Rules(share_rule=ShareRule.OF_MAXIMUM)).share == Fraction(
        4, 5
    )
    assert one_cell(CellState.NOT_SCORED).share is None


def test_not_applicable_holds_for_all_candidates():
    inputs = evaluation(
        (
            criterion("1.1", weight=50),
            criterion("1.2", weight=30),
            criterion("1.3", Kind.CURVE, 20, is_applicable=False),
        ),
        (CandidateInput(key="A"), CandidateInput(key="B")),
        evaluators=panel("a"),
        cells=(score("B", "1.2", "a", CellState.NA),),
    )

    assert applicable_criteria(inputs) == {"1.1"}
