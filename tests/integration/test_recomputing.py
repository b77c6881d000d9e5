"""An auditor takes the file of a frozen version and reckons the PDF's numbers anew.

Nothing but the file is read; the arithmetic is that of the pure packages.
"""

import json
from decimal import Decimal

import pytest
from django.urls import reverse

from procurement.canonical import digest
from procurement.money import round_decimal
from procurement.permissions import Stage
from scoring.mcda.curves import CurvePoint, CurveScale, CurveSpec
from scoring.mcda.evaluate import evaluate
from scoring.mcda.exact import rounded
from scoring.mcda.matrix import (
    Admission,
    CandidateInput,
    CellInput,
    CellState,
    Consensus,
    CriterionSpec,
    DatumInput,
    EvaluationInput,
    EvaluatorInput,
    Kind,
    Perspective,
    Rules,
    ShareRule,
    TieBreak,
    Waiver,
    WeightScope,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.reports.pdf import render_pdf
from scoring.services.decisions import Proposal, freeze
from scoring.tco.discounting import equivalent_annual_cost, net_present_value
from scoring.tco.inputs import Timing
from tests.scoring.reports.conftest import PATIENT
from tests.scoring.reports.reading import pages_of
from tests.story import make_story

TINY = Decimal("1e-18")


@pytest.fixture
def file(db, signed_in):
    """What an observer downloads of the story's first version, and its hash."""
    story = make_story(stage=Stage.DECISION, moment="final")
    decision = freeze(
        by=story.officer, evaluation=story.evaluation, proposal=Proposal()
    )
    address = reverse(
        "scoring:report-snapshot",
        kwargs={"reference": story.tender.reference, "number": 1},
    )
    answer = signed_in(story.observer).get(address)
    assert answer.status_code == 200
    read = json.loads(b"".join(answer) if answer.streaming else answer.content)
    assert digest(read) == decision.sha256
    return read


def number(text):
    return None if text is None else Decimal(text)


def criterion(told, dimension):
    """One leaf as the file tells it."""
    points = [
        CurvePoint(value=Decimal(each["value"]), score=Decimal(each["score"]))
        for each in told["curve"]
    ]
    curve = None
    if told["kind"] == "curve":
        curve = CurveSpec(
            score_1_at=points[0].value,
            score_5_at=points[-1].value,
            middle=tuple(points[1:-1]),
            scale=CurveScale(told["scale"]),
        )
    return CriterionSpec(
        key=told["key"],
        dimension=dimension,
        perspective=Perspective(told["perspective"]),
        kind=Kind(told["kind"]),
        weight=Decimal(told["weight"]),
        curve=curve,
    )


def inputs_of(file):
    """Everything that the ranking rests on, from the file alone."""
    told = file["criteria"]
    prices = {
        row["candidate"]: number(row["evaluated_price"])
        for row in file["ranking"]["rows"]
    }
    price = PriceRule(formula=PriceFormula(told["price_rule"]["formula"]))
    assert told["price_rule"]["parameters"] == []
    return EvaluationInput(
        criteria=tuple(
            criterion(each, dimension["key"])
            for dimension in told["dimensions"]
            for each in dimension["criteria"]
        ),
        candidates=tuple(
            CandidateInput(
                key=each["key"],
                admission=Admission(each["admission"]["state"]),
                price=prices.get(each["key"]),
            )
            for each in file["candidates"]
        ),
        rules=Rules(
            price=price,
            share_rule=ShareRule(told["share_rule"]),
            weight_scope=WeightScope(told["weight_scope"]),
            tie_breaks=tuple(TieBreak(each) for each in told["tie_breaks"]),
        ),
        are_prices_released=file["evaluation"]["price_release"] is not None,
        evaluators=tuple(
            EvaluatorInput(key=each["label"], weight=Decimal(each["weight"]))
            for each in file["evaluators"]
        ),
        cells=tuple(
            CellInput(
                candidate=each["candidate"],
                criterion=each["criterion"],
                evaluator=each["evaluator"],
                state=CellState(each["state"]),
                score=number(each["score"]),
            )
            for each in file["cells"]
        ),
        consensus=tuple(
            Consensus(
                candidate=each["candidate"],
                criterion=each["criterion"],
                score=Decimal(each["value"]),
            )
            for each in file["consensus"]
            if each["outcome"] == "consensus"
        ),
        waivers=tuple(
            Waiver(candidate=each["candidate"], criterion=each["criterion"])
            for each in file["consensus"]
            if each["outcome"] == "mean_kept"
        ),
        data=tuple(
            DatumInput(
                candidate=each["candidate"],
                criterion=each["criterion"],
                value=number(each["value"]),
            )
            for each in file["evidence"]
            if each["criterion"] is not None
        ),
    )


def present_costs(file):
    """The present value of each candidate over each horizon, from its flows."""
    told = file["evaluation"]
    rate, timing = Decimal(told["discount_rate"]), Timing(told["cash_flow_timing"])
    found = {}
    for result in file["cost"]["results"]:
        lines = [list(map(Decimal, line["amounts"])) for line in result["lines"]]
        flow = [sum(year, Decimal(0)) for year in zip(*lines, strict=True)]
        years = result["horizon_years"]
        found[result["candidate"], years] = net_present_value(flow, rate, timing)
    return found


def test_ranking_and_cost_follow_from_the_file_alone(file):
    again = evaluate(inputs_of(file))
    costs = present_costs(file)

    ranked = {item.key: item for item in again.ranked}
    rows = [row for row in file["ranking"]["rows"] if row["rank"] is not None]
    assert [row["candidate"] for row in rows] == [item.key for item in again.ranked]
    assert len(rows) == 4
    for row in rows:
        item = ranked[row["candidate"]]
        assert row["rank"] == item.rank
        assert abs(Decimal(row["total"]) - rounded(item.total, 30)) < TINY
        for score in row["scores"]:
            own = item.criterion(score["criterion"])
            assert abs(Decimal(score["share"]) - rounded(own.share, 30)) < TINY
            assert abs(Decimal(score["points"]) - rounded(own.points, 30)) < TINY
    rate, gpus = (
        Decimal(file["evaluation"]["discount_rate"]),
        file["evaluation"]["gpus"],
    )
    assert len(costs) == 12
    for result in file["cost"]["results"]:
        years = result["horizon_years"]
        value = costs[result["candidate"], years]
        yearly = equivalent_annual_cost(value, rate, years)
        assert abs(Decimal(result["npv"]) - value) < TINY
        assert abs(Decimal(result["npv_per_gpu"]) - value / gpus) < TINY
        assert abs(Decimal(result["equivalent_annual_cost"]) - yearly) < TINY


@pytest.mark.slow
def test_the_pdf_prints_what_the_file_gives(file):
    again = evaluate(inputs_of(file))
    costs = present_costs(file)
    years, gpus = file["evaluation"]["horizon_years"], file["evaluation"]["gpus"]

    for language in ("en", "zh-hans"):
        pages = pages_of(render_pdf(file, language, limits=PATIENT).data)
        whole = "".join(pages)
        summary = pages[1]
        for item in again.ranked:
            dimensions = "".join(
                f"{rounded(group.points, 2):.2f}" for group in item.dimensions
            )
            per_gpu = round_decimal(costs[item.key, years] / gpus, 0)
            # A row of the ranking: the total, the dimensions, the cost of one GPU.
            line = f"{rounded(item.total, 2):.2f}{dimensions}{per_gpu:,}"
            assert line in summary
            thousands = round_decimal(costs[item.key, years] / 1000, 0)
            assert f"{thousands:,}{per_gpu:,}" in whole
        assert digest(file) in whole
