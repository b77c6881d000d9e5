"""The demonstration story as inputs of the scoring, read from the shipped file."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from scoring.mcda.curves import CurveSpec
from scoring.mcda.matrix import (
    Admission,
    CandidateInput,
    CellInput,
    CellState,
    CriterionSpec,
    DatumInput,
    EvaluationInput,
    EvaluatorInput,
    Kind,
    Perspective,
    Rules,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule

STORY = json.loads(
    (Path(__file__).parents[3] / "scoring" / "data" / "story.json").read_text("utf-8")
)
KINDS = {"manual": Kind.RUBRIC, "data": Kind.CURVE, "price": Kind.PRICE}
PERSPECTIVES = {"3": Perspective.COMMERCIAL, "5": Perspective.RISK}
STATES = {"r": CellState.RECUSED, "d": CellState.DECLINED}
FIXED_RANGE = PriceRule(
    formula=PriceFormula.FIXED_RANGE,
    range_low=Decimal(STORY["rules"]["other_formulas"]["fixed_range"]["lo"]),
    range_high=Decimal(STORY["rules"]["other_formulas"]["fixed_range"]["hi"]),
)
LOG = PriceRule(
    formula=PriceFormula.LOG,
    log_base=Decimal(STORY["rules"]["other_formulas"]["log"]["A"]),
)


def story_inputs(moment):
    """Build the inputs at a moment of the story: "running" or "final"."""
    return EvaluationInput(
        criteria=tuple(_criterion(row) for row in STORY["criteria"]),
        candidates=tuple(_candidate(key, moment) for key in STORY["bidders"]),
        rules=Rules(price=PriceRule(formula=PriceFormula.LOW_BID)),
        are_prices_released=True,
        evaluators=tuple(EvaluatorInput(key=name) for name in STORY["evaluators"]),
        cells=tuple(_cells()),
        data=tuple(_data()),
    )


def not_applicable(inputs, key):
    """The inputs with a criterion that does not apply here."""
    return replace(
        inputs,
        criteria=tuple(
            replace(item, is_applicable=item.key != key) for item in inputs.criteria
        ),
    )


def without_candidate(inputs, key):
    """Drop a candidate and all that was said about it."""
    return replace(
        inputs,
        candidates=tuple(c for c in inputs.candidates if c.key != key),
        cells=tuple(c for c in inputs.cells if c.candidate != key),
        data=tuple(d for d in inputs.data if d.candidate != key),
    )


def with_price_rule(inputs, rule):
    """Change the price formula alone."""
    return replace(inputs, rules=replace(inputs.rules, price=rule))


def _criterion(row):
    is_curve = row["kind"] == "data"
    return CriterionSpec(
        key=row["id"],
        dimension=row["dimension"],
        perspective=PERSPECTIVES.get(row["dimension"], Perspective.TECHNICAL),
        kind=KINDS[row["kind"]],
        weight=Decimal(row["weight"]),
        curve=CurveSpec(
            score_1_at=Decimal(row["score_1_at"]),
            score_5_at=Decimal(row["score_5_at"]),
            unit=row["unit"],
        )
        if is_curve
        else None,
    )


def _candidate(key, moment):
    bidder = STORY["bidders"][key]
    opening = datetime(2026, 11, 17, tzinfo=UTC)
    return CandidateInput(
        key=key,
        admission=Admission(bidder["admission"][moment]),
        price=Decimal(STORY["tco_per_gpu_usd"]["4"][key]),
        submitted_at=opening + timedelta(hours=bidder["submission_order"]),
    )


def _cells():
    for criterion, row in STORY["cells"]["rows"].items():
        for candidate, marks in row.items():
            for evaluator, mark in zip(STORY["evaluators"], marks, strict=True):
                yield CellInput(
                    candidate=candidate,
                    criterion=criterion,
                    evaluator=evaluator,
                    state=STATES.get(mark, CellState.SCORED),
                    score=None if mark in STATES else Decimal(mark),
                )


def _data():
    for criterion, row in STORY["data"].items():
        for candidate, value in row.items():
            yield DatumInput(
                candidate=candidate, criterion=criterion, value=Decimal(value)
            )
