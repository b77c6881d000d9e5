import pytest

from scoring.reports.consistency import inconsistencies


def test_sample_agrees_with_itself(snapshot):
    assert list(inconsistencies(snapshot)) == []


def changed(snapshot, *path, to):
    *way, last = path
    place = snapshot
    for step in way:
        place = place[step]
    place[last] = to
    return list(inconsistencies(snapshot))


def test_total_that_its_points_do_not_give_is_named(snapshot):
    assert changed(snapshot, "ranking", "rows", 0, "total", to="80.2") == [
        "ranking of D: points of the criteria are not the total",
        "ranking of D: points of the dimensions are not the total",
        "ranking: the lead is not the first total less the second",
    ]


def test_dimension_that_its_criteria_do_not_give_is_named(snapshot):
    points = snapshot["ranking"]["rows"][0]["dimensions"]
    points[0]["points"], points[1]["points"] = points[1]["points"], points[0]["points"]

    assert list(inconsistencies(snapshot)) == [
        "ranking of D: criteria of dimension 1 do not add up",
        "ranking of D: criteria of dimension 2 do not add up",
    ]


def test_difference_below_the_digits_of_the_snapshot_is_none(snapshot):
    assert (
        changed(
            snapshot, "ranking", "rows", 0, "total", to="80.173611111111111111111112"
        )
        == []
    )


def test_row_without_total_needs_a_reason_and_no_rank(snapshot):
    row = snapshot["ranking"]["rows"][3]
    row["total"] = None

    assert list(inconsistencies(snapshot)) == [
        "ranking of A: no total, so no rank and a reason",
        "ranking: a rank is not between 1 and the number of ranked candidates",
    ]

    row["rank"] = None
    row["reason"] = {"en": "datum missing", "zh": "缺数据"}

    assert list(inconsistencies(snapshot)) == []


def test_rows_out_of_the_order_of_ranks_are_named(snapshot):
    snapshot["ranking"]["rows"].reverse()

    assert "ranking: rows are not in the order of their ranks" in list(
        inconsistencies(snapshot)
    )


def test_lead_needs_two_totals_and_is_their_difference(snapshot):
    assert changed(snapshot, "ranking", "lead", to=None) == [
        "ranking: a lead without two totals, or two totals without a lead"
    ]
    assert changed(snapshot, "ranking", "lead", to="0.07") == [
        "ranking: the lead is not the first total less the second"
    ]


def test_weights_must_be_100_and_those_of_the_leaves(snapshot):
    assert changed(
        snapshot, "criteria", "dimensions", 0, "criteria", 0, "weight", to="9"
    ) == ["dimension 1: criteria weigh 29"]
    assert changed(snapshot, "criteria", "dimensions", 0, "weight", to="29") == [
        "criteria: weights sum to 99, not 100"
    ]


def test_quote_that_its_lines_do_not_give_is_named(snapshot):
    assert changed(snapshot, "quotes", 3, "total", to="4999779.00") == [
        "quote of D: lines do not add up to the total"
    ]


def test_cent_lost_by_rounding_a_line_is_none(snapshot):
    assert changed(snapshot, "quotes", 3, "total", to="4999780.05") == []


def test_line_with_an_amount_but_not_priced_is_named(snapshot):
    assert changed(snapshot, "quotes", 0, "lines", 0, "state", to="included") == [
        "quote of A, line 1: amount and state disagree"
    ]


def test_present_value_that_its_lines_do_not_give_is_named(snapshot):
    assert changed(snapshot, "cost", "results", 0, "npv", to="5143299.82") == [
        "cost of A over 3 years: lines do not add up to the present value"
    ]


def test_cost_line_of_too_few_years_is_named(snapshot):
    snapshot["cost"]["results"][0]["lines"][0]["amounts"].pop()

    assert list(inconsistencies(snapshot)) == [
        "cost of A over 3 years: compute has 3 years"
    ]


def test_missing_cost_needs_a_reason(snapshot):
    assert changed(snapshot, "cost", "results", 0, "npv", to=None) == [
        "cost of A over 3 years: no value and no reason"
    ]


def test_key_used_twice_is_named(snapshot):
    snapshot["candidates"].append(snapshot["candidates"][0])

    assert list(inconsistencies(snapshot)) == ["candidate A: twice"]


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (("recommendation", "candidate"), "recommendation: unknown candidate Z"),
        (("quotes", 0, "candidate"), "quotes: unknown candidate Z"),
        (("cells", 0, "candidate"), "cells: unknown candidate Z"),
        (("cells", 0, "criterion"), "cells: unknown criterion Z"),
        (("cells", 0, "evaluator"), "cells: unknown evaluator Z"),
        (("consensus", 0, "criterion"), "consensus: unknown criterion Z"),
        (("evidence", 0, "candidate"), "evidence: unknown candidate Z"),
        (("ranking", "rows", 0, "candidate"), "ranking: unknown candidate Z"),
        (("cost", "results", 0, "candidate"), "cost results: unknown candidate Z"),
        (("cost", "assumptions", 0, "candidate"), "assumptions: unknown candidate Z"),
    ],
)
def test_reference_without_its_object_is_named(snapshot, path, fault):
    assert fault in changed(snapshot, *path, to="Z")


@pytest.mark.parametrize("weight", ["0", "-1"])
def test_evaluator_without_weight_is_named(snapshot, weight):
    assert changed(snapshot, "evaluators", 0, "weight", to=weight) == [
        "evaluator E1: weighs nothing"
    ]
