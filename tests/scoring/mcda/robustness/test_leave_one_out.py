from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.mcda.evaluate import evaluate
from scoring.mcda.exact import decimal_string
from scoring.mcda.matrix import Admission, CandidateInput, Kind, WeightScope
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.mcda.robustness.leave_one_out import (
    Absent,
    Change,
    absences,
    other_formulas,
    reversals,
)
from tests.scoring.mcda.inputs import (
    LOW_BID,
    criterion,
    evaluation,
    panel,
    quality_and_price,
    score,
)
from tests.scoring.mcda.story import (
    FIXED_RANGE,
    LOG,
    STORY,
    not_applicable,
    story_inputs,
)

RANGE = PriceRule(
    formula=PriceFormula.FIXED_RANGE, range_low=Decimal(50), range_high=Decimal(150)
)
LOG_3 = PriceRule(formula=PriceFormula.LOG, log_base=Decimal(3))
MIN_MAX = PriceRule(formula=PriceFormula.MIN_MAX)
XYZ = {"X": (".9", 120), "Y": (".8", 100), "Z": (".2", 60)}


# The story gives prices with 28 digits, and its totals from prices without end.
CLOSE = Fraction(1, 10**24)


def assert_close(totals, wanted):
    for total, text in zip(totals, wanted, strict=True):
        assert abs(total - Fraction(text)) < CLOSE


def checked(inputs):
    result = evaluate(inputs)
    return absences(inputs, result), result


@pytest.mark.parametrize(
    ("rule", "offers", "flipping"),
    [
        (LOW_BID, XYZ, ["Z"]),
        (LOG_3, XYZ, []),
        (LOG_3, XYZ | {"Z": (".2", 36)}, ["Z"]),
        (RANGE, XYZ, []),
        (
            MIN_MAX,
            {"X": (".9", 110), "Y": (".7", 100), "V": (".3", 115), "Z": (".2", 200)},
            ["Z"],
        ),
    ],
)
def test_the_golden_reversals_are_found_and_no_others(rule, offers, flipping):
    found, _result = checked(quality_and_price(offers, price=rule))

    assert [item.key for item in reversals(found)] == flipping


def test_without_the_irrelevant_bid_the_golden_totals_come_back():
    found, _result = checked(quality_and_price(XYZ))

    (reversal,) = reversals(found)
    assert reversal.standings.winners == ("Y",)
    assert reversal.standings.order == ("Y", "X")
    assert [decimal_string(total, 6) for total in reversal.standings.totals] == [
        "88",
        "87.3333",
    ]


@pytest.mark.parametrize(
    ("moment", "expected", "flipping"),
    [
        ("running", STORY["expected"], ["C"]),
        ("final", STORY["expected"]["final_v3"], []),
    ],
)
def test_the_story_without_each_bid_agrees_as_far_as_prices_are_given(
    moment, expected, flipping
):
    found, result = checked(story_inputs(moment))
    bids = [item for item in found if item.kind is Absent.CANDIDATE]

    assert {item.key for item in bids} == set(expected["leave_one_out"])
    for item in bids:
        wanted = expected["leave_one_out"][item.key]
        assert list(item.standings.order) == list(wanted)
        assert_close(item.standings.totals, wanted.values())
        is_winner = item.key in result.winners
        assert (item.change is Change.WINNER_LEFT_OUT) is is_winner
    assert [item.key for item in reversals(found)] == flipping


def test_what_does_not_apply_is_not_left_out_once_more():
    inputs = story_inputs("running")
    keys = [
        {item.key for item in checked(each)[0] if item.kind is Absent.CRITERION}
        for each in (inputs, not_applicable(inputs, "3.3"))
    ]

    assert keys[0] - keys[1] == {"3.3"}
    assert keys[1] < keys[0]


def test_the_other_formulas_of_the_story_agree():
    inputs = story_inputs("running")

    low, fixed, log = other_formulas(
        inputs, evaluate(inputs), (LOW_BID, FIXED_RANGE, LOG)
    )

    assert (low.is_locked, low.change) == (True, Change.SAME)
    for item, key in ((fixed, "fixed_range_25000_60000"), (log, "log_A3")):
        wanted = STORY["expected"][key]
        assert list(item.standings.order) == list(wanted)
        assert_close(item.standings.totals, wanted.values())
        assert (item.change, item.is_locked) == (Change.CHANGES, False)
        assert not item.floor_binds


def test_a_binding_floor_is_told_and_a_rule_without_anchors_is_left_out():
    inputs = quality_and_price(XYZ | {"Z": (".2", 36)})
    no_range = PriceRule(formula=PriceFormula.FIXED_RANGE)

    found = other_formulas(inputs, evaluate(inputs), (no_range, LOG_3))

    assert [(item.rule.formula, item.floor_binds) for item in found] == [
        (PriceFormula.LOW_BID, False),
        (PriceFormula.LOG, True),
    ]


def test_without_a_price_criterion_there_are_no_other_formulas():
    inputs = evaluation((criterion("q", Kind.CURVE),), ())

    assert other_formulas(inputs, evaluate(inputs), (LOG_3,)) == ()


def test_one_evaluator_and_one_criterion_can_hold_the_winner():
    """A leads on 1 by ann's 5 alone; without ann, or without 1, B is first."""
    inputs = evaluation(
        (
            criterion("1", weight=60, dimension="d"),
            criterion("2", weight=40, dimension="d"),
        ),
        (CandidateInput(key="A"), CandidateInput(key="B")),
        evaluators=panel("ann", "bob"),
        cells=tuple(
            score(key, of, name, value)
            for key, of, name, value in (
                ("A", "1", "ann", 5),
                ("A", "1", "bob", 3),
                ("B", "1", "ann", 2),
                ("B", "1", "bob", 3),
                ("A", "2", "ann", 3),
                ("A", "2", "bob", 3),
                ("B", "2", "ann", 4),
                ("B", "2", "bob", 4),
            )
        ),
    )

    found, result = checked(inputs)

    assert result.winners == ("A",)
    changes = {(item.kind, item.key): item.change for item in found}
    assert changes == {
        (Absent.CANDIDATE, "A"): Change.WINNER_LEFT_OUT,
        (Absent.CANDIDATE, "B"): Change.SAME,
        (Absent.EVALUATOR, "ann"): Change.CHANGES,
        (Absent.EVALUATOR, "bob"): Change.SAME,
        (Absent.CRITERION, "1"): Change.CHANGES,
        (Absent.CRITERION, "2"): Change.SAME,
    }


def test_an_absence_that_costs_another_their_total_is_incomplete():
    inputs = evaluation(
        (criterion("1"),),
        (CandidateInput(key="A"), CandidateInput(key="B")),
        evaluators=panel("ann", "bob"),
        cells=(score("A", "1", "ann", 5), score("B", "1", "bob", 4)),
    )

    found, _result = checked(inputs)

    changes = {item.key: item.change for item in found}
    assert changes["ann"] is Change.INCOMPLETE
    assert changes["bob"] is Change.INCOMPLETE


def test_the_only_criterion_and_those_who_do_not_count_are_not_left_out():
    inputs = quality_and_price({"X": (".9", 120), "Y": (".8", 100)}, price_points=0)
    inputs = replace(
        inputs,
        candidates=(
            *inputs.candidates,
            CandidateInput(key="L", admission=Admission.LATE, price=Decimal(1)),
        ),
        rules=replace(inputs.rules, weight_scope=WeightScope.ALL),
    )

    found, _result = checked(inputs)

    assert [(item.kind, item.key) for item in found] == [
        (Absent.CANDIDATE, "X"),
        (Absent.CANDIDATE, "Y"),
        (Absent.CRITERION, "price"),
    ]
