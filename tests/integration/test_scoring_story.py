"""The demonstration story, recomputed and compared with what it says must come out."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.mcda.admission import low_bid_tests
from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Consensus, Waiver
from scoring.mcda.reasons import ReasonCode, reason
from tests.scoring.mcda.story import (
    FIXED_RANGE,
    LOG,
    STORY,
    story_inputs,
    with_price_rule,
    without_candidate,
)

TOLERANCE = Fraction(1, 10**9)
MOMENTS = {"running": STORY["expected"], "final": STORY["expected"]["final_v3"]}


def assert_close(actual, expected):
    assert actual.keys() == expected.keys()
    off = {
        key: float(value)
        for key, value in actual.items()
        if abs(value - Fraction(Decimal(expected[key]))) > TOLERANCE
    }
    assert off == {}


def totals(result):
    return {item.key: item.total for item in result.ranked}


def order(result):
    return [item.key for item in result.ranked]


@pytest.mark.parametrize("moment", MOMENTS)
def test_shares_and_totals_are_those_of_the_story(moment):
    expected = MOMENTS[moment]

    result = evaluate(story_inputs(moment))

    shares = {
        f"{own.criterion.key}|{item.key}": own.share
        for item in result.ranked
        for own in item.criteria
    }
    assert_close(shares, expected["shares"])
    assert_close(totals(result), expected["totals"])
    assert order(result) == expected["order"]
    assert [item.rank for item in result.ranked] == list(
        range(1, len(expected["order"]) + 1)
    )
    assert sorted(order(result)) == expected["candidates"]


@pytest.mark.parametrize("moment", MOMENTS)
def test_price_and_dimension_points_are_those_of_the_story(moment):
    expected = MOMENTS[moment]

    result = evaluate(story_inputs(moment))

    prices = {item.key: item.criterion("3.1").points for item in result.ranked}
    assert_close(prices, expected["price_points"])
    for item in result.ranked:
        points = {group.key: group.points for group in item.dimensions}
        assert_close(points, expected["dimension_points"][item.key])
        assert sum(points.values()) == item.total


@pytest.mark.parametrize("moment", MOMENTS)
def test_lead_is_that_of_the_story(moment):
    expected = MOMENTS[moment]["lead"]

    result = evaluate(story_inputs(moment))

    assert order(result)[:2] == [expected["first"], expected["second"]]
    assert result.winners == result.first_by_points == (expected["first"],)
    assert_close({"points": result.lead}, {"points": expected["points"]})


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", STORY["evaluators"])
def test_lead_with_one_evaluator_alone_is_that_of_the_story(moment, name):
    expected = MOMENTS[moment]["lead"]
    inputs = story_inputs(moment)
    alone = replace(
        inputs,
        evaluators=tuple(e for e in inputs.evaluators if e.key == name),
        cells=tuple(cell for cell in inputs.cells if cell.evaluator == name),
    )

    result = evaluate(alone)

    lead = (
        result.candidate(expected["first"]).total
        - result.candidate(expected["second"]).total
    )
    assert_close({name: lead}, {name: expected["with_one_evaluator_alone"][name]})


@pytest.mark.parametrize("moment", MOMENTS)
def test_leave_one_out_gives_the_totals_and_winners_of_the_story(moment):
    expected = MOMENTS[moment]["leave_one_out"]
    inputs = story_inputs(moment)

    for left_out, expected_totals in expected.items():
        result = evaluate(without_candidate(inputs, left_out))

        assert_close(totals(result), expected_totals)
        assert order(result) == list(expected_totals)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("name", "rule"), [("fixed_range_25000_60000", FIXED_RANGE), ("log_A3", LOG)]
)
def test_other_formulas_give_the_totals_of_the_story(moment, name, rule):
    expected = MOMENTS[moment][name]

    result = evaluate(with_price_rule(story_inputs(moment), rule))

    assert_close(totals(result), expected)
    assert order(result) == list(expected)


def test_a_consensus_gives_the_totals_the_story_foresees():
    agreed = Consensus(candidate="B", criterion="2.3", score=Decimal(3))
    inputs = replace(story_inputs("running"), consensus=(agreed,))

    result = evaluate(inputs)

    assert_close(totals(result), STORY["expected"]["consensus_what_if"]["2.3|B=3"])
    assert result.winners == ("D",)
    assert result.candidate("B").criterion("2.3").working.mean == Fraction(15, 4)


def test_panel_is_counted_as_the_story_counts_it():
    running = evaluate(story_inputs("running")).completeness
    final = evaluate(story_inputs("final")).completeness

    counted = STORY["cells"]
    assert running.required == counted["required"] == 227
    assert running.scored == counted["scored"] == 227
    assert running.required + running.declined == counted["panel_cells"] == 228
    assert (running.declined, running.recused) == (1, 12)
    assert final.required == counted["required_final"] == 191
    assert final.required + final.declined == counted["panel_cells_final"] == 192


def test_moderation_counts_the_six_cells_of_the_story_and_what_waivers_leave():
    inputs = story_inputs("running")
    waived = (
        Waiver(candidate="C", criterion="5.2", reason="mean kept"),
        Waiver(candidate="C", criterion="3.2", reason="waived"),
    )

    before = evaluate(inputs).provisional
    after = evaluate(replace(inputs, waivers=waived)).provisional

    assert before == (
        reason(ReasonCode.MODERATION_OPEN, open=6, total=6),
        reason(ReasonCode.UNDER_REVIEW, candidate="C"),
    )
    assert after[0] == reason(ReasonCode.MODERATION_OPEN, open=4, total=6)


def test_a_rejected_bid_takes_part_in_no_figure_and_is_listed_with_its_state():
    result = evaluate(story_inputs("final"))

    assert [(item.key, str(item.admission)) for item in result.excluded] == [
        ("C", "rejected"),
        ("F", "knocked_out"),
    ]
    assert result.price_field.lowest == Decimal(STORY["tco_per_gpu_usd"]["4"]["D"])
    assert result.completeness.recused == 0


def test_low_bid_is_found_by_the_distance_to_the_next_as_in_the_story():
    net = {
        key: Decimal(total)
        for key, total in STORY["totals_usd_net"].items()
        if STORY["bidders"][key]["admission"]["running"] != "knocked_out"
    }
    expected = STORY["admission_notes"]["C"]["tests"]

    tests = {test.candidate: test for test in low_bid_tests(net)}

    assert [key for key, test in tests.items() if test.is_abnormally_low] == ["C"]
    found = {
        "below_mean_of_others": tests["C"].below_mean_of_others,
        "below_next": tests["C"].below_next,
    }
    assert_close(found, expected)
    assert (tests["C"].is_below_mean, tests["C"].is_below_next) == (False, True)
