"""Scorecards of drawn evaluations: the document from the arithmetic's own result."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random

from scoring.mcda.aggregation import RubricCell
from scoring.mcda.curves import CurvePoint, CurveScale, CurveSpec
from scoring.mcda.evaluate import evaluate
from scoring.mcda.exact import decimal_string
from scoring.mcda.matrix import (
    Admission,
    CandidateInput,
    CellState,
    Consensus,
    DatumInput,
    EvaluationInput,
    EvaluatorInput,
    Kind,
    Perspective,
    Rules,
    ShareRule,
    TieBreak,
    WeightScope,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from tests.scoring.mcda.inputs import criterion, score
from tests.scoring.reports.story import text

CURVES = (
    CurveSpec(score_1_at=Decimal(26), score_5_at=Decimal(8)),
    CurveSpec(
        score_1_at=Decimal(2), score_5_at=Decimal(50), scale=CurveScale.LOG, unit="GB"
    ),
    CurveSpec(
        score_1_at=Decimal(0),
        score_5_at=Decimal(40),
        middle=(
            CurvePoint(value=Decimal(9), score=Decimal("2.5")),
            CurvePoint(value=Decimal(21), score=Decimal(4)),
        ),
    ),
)


def drawn(seed, candidates=4, leaves=5):
    """Draw an evaluation: kinds, rules, gaps, ties and who takes no part."""
    dice = Random(seed)  # noqa: S311  # draws a test case, no secret
    keys = [f"{n % 3 + 1}.{n}" for n in range(leaves)]
    specs = tuple(_criterion(dice, key, n) for n, key in enumerate(keys))
    specs = _weighed(dice, specs)
    names = [chr(ord("A") + n) for n in range(candidates)]
    offers = {name: _offer(dice, specs) for name in names}
    offers[names[-1]] = offers[names[0]]
    people = [
        EvaluatorInput(key=f"P{n}", weight=Decimal(dice.choice(("1", "1", "0.5"))))
        for n in range(3)
    ]
    rubrics = [spec.key for spec in specs if spec.kind is Kind.RUBRIC]
    return EvaluationInput(
        criteria=specs,
        candidates=(
            *(_candidate(dice, name, offers[name]) for name in names),
            CandidateInput(key="Z", price=Decimal(1), admission=Admission.WITHDRAWN),
        ),
        rules=_rules(dice),
        are_prices_released=True,
        evaluators=tuple(people),
        cells=tuple(
            score(name, key, person.key, offers[name][key][n])
            for name in names
            for key in rubrics
            for n, person in enumerate(people)
        ),
        consensus=tuple(
            Consensus(candidate=name, criterion=key, score=Decimal("3.5"))
            for name in names
            for key in rubrics
            if offers[name][key, "consensus"]
        ),
        data=tuple(
            DatumInput(candidate=name, criterion=spec.key, value=offers[name][spec.key])
            for name in names
            for spec in specs
            if spec.kind is Kind.CURVE and offers[name][spec.key] is not None
        ),
    )


def _criterion(dice, key, number):
    kind = (Kind.PRICE, Kind.RUBRIC, Kind.CURVE)[number] if number < 3 else None
    kind = kind or dice.choice((Kind.RUBRIC, Kind.CURVE))
    return criterion(
        key,
        kind,
        curve=dice.choice(CURVES) if kind is Kind.CURVE else None,
        perspective=dice.choice(list(Perspective)),
        is_applicable=number < 3 or dice.random() < 0.7,
    )


def _weighed(dice, specs):
    left = Decimal(100)
    parts = []
    for spec in specs[:-1]:
        part = (left * dice.randint(10, 40) / 100).quantize(Decimal("0.0001"))
        parts.append((spec, part))
        left -= part
    return tuple(
        criterion(
            spec.key,
            spec.kind,
            weight,
            curve=spec.curve,
            perspective=spec.perspective,
            is_applicable=spec.is_applicable,
        )
        for spec, weight in (*parts, (specs[-1], left))
    )


def _offer(dice, specs):
    offer = {"price": Decimal(dice.randint(80_000, 200_000)) / 100}
    for spec in specs:
        if spec.kind is Kind.RUBRIC:
            offer[spec.key] = [
                dice.choice((1, 2, 3, 4, 5, CellState.DECLINED)) for _ in range(2)
            ] + [dice.randint(1, 5)]
            offer[spec.key, "consensus"] = dice.random() < 0.2
        elif spec.kind is Kind.CURVE:
            datum = Decimal(dice.randint(-20, 600)) / 10
            offer[spec.key] = None if dice.random() < 0.08 else datum
    return offer


def _candidate(dice, name, offer):
    return CandidateInput(
        key=name,
        admission=dice.choice((Admission.ADMITTED, Admission.UNDER_REVIEW)),
        price=offer["price"],
        submitted_at=datetime(2026, 11, 1, tzinfo=UTC)
        + timedelta(hours=dice.randint(0, 1)),
    )


def _rules(dice):
    chain = list(TieBreak)
    dice.shuffle(chain)
    return Rules(
        price=PriceRule(
            formula=dice.choice(list(PriceFormula)),
            range_low=Decimal(500),
            range_high=Decimal(1900),
            log_base=Decimal(2),
            benchmark=Decimal(1300),
        ),
        share_rule=dice.choice(list(ShareRule)),
        weight_scope=dice.choice(list(WeightScope)),
        tie_breaks=tuple(chain[: dice.randint(0, 3)]),
    )


def card_of(inputs):
    """The document of an evaluation, ranked by the arithmetic."""
    result = evaluate(inputs)
    dimensions = list(dict.fromkeys(spec.dimension for spec in inputs.criteria))
    weights = {person.key: person.weight for person in inputs.evaluators}
    counted = (*result.ranked, *result.not_rankable)
    return {
        "schema": 1,
        "version": None,
        "sha256": None,
        "is_partial": False,
        "evaluation": {
            "reference": "EV-1",
            "title": text("Drawn"),
            "currency": "USD",
            "tax_basis": "net",
        },
        "criteria": {
            "version": 1,
            "locked_at": None,
            "share_rule": str(inputs.rules.share_rule),
            "weight_scope": str(inputs.rules.weight_scope),
            "price_rule": _price_rule(inputs.rules.price),
            "tie_breaks": [str(step) for step in inputs.rules.tie_breaks],
            "dimensions": [
                {
                    "key": f"d{key}",
                    "code": key,
                    "name": text(key),
                    "weight": "0",
                    "criteria": [
                        _leaf(spec, result.effective_weights.get(spec.key))
                        for spec in inputs.criteria
                        if spec.dimension == key
                    ],
                }
                for key in dimensions
            ],
            "knock_outs": [],
        },
        "candidates": [
            {
                "key": item.key,
                "name": text(f"Bid {item.key}"),
                "vendor": text(f"Vendor {item.key}"),
                "admission": str(item.admission),
                "admission_reason": None,
                "submitted_at": item.submitted_at and item.submitted_at.isoformat(),
            }
            for item in inputs.candidates
        ],
        "cells": [
            {
                "criterion": own.criterion.key,
                "candidate": item.key,
                "marks": [
                    {"score": str(mark.score), "weight": str(weights[mark.evaluator])}
                    for mark in own.working.marks
                    if mark.score is not None
                ],
                "consensus": own.working.consensus and str(own.working.consensus.score),
            }
            for item in counted
            for own in item.criteria
            if isinstance(own.working, RubricCell)
        ],
        "data": [
            {
                "criterion": datum.criterion,
                "candidate": datum.candidate,
                "value": str(datum.value),
            }
            for datum in inputs.data
        ],
        "ranking": {
            "is_provisional": False,
            "provisional_reasons": [],
            "lead": None,
            "rows": [_row(item) for item in counted],
        },
    }


def _price_rule(rule):
    used = {
        "fixed_range": {"low": rule.range_low, "high": rule.range_high},
        "log": {"A": rule.log_base},
        "benchmark": {"benchmark": rule.benchmark},
    }.get(rule.formula, {})
    return {
        "formula": str(rule.formula),
        "parameters": [{"name": n, "value": str(v)} for n, v in used.items()],
        "basis": text("quoted price"),
    }


def _leaf(spec, weight):
    curve = spec.curve
    return {
        "key": spec.key,
        "code": spec.key,
        "name": text(f"Criterion {spec.key}"),
        "weight": str(spec.weight),
        "effective_weight": decimal_string(weight * 100) if weight else None,
        "perspective": str(spec.perspective),
        "kind": str(spec.kind),
        "unit": None,
        "curve": [
            {"value": str(point.value), "score": str(point.score)}
            for point in (curve.points if curve else ())
        ],
        "scale": str(curve.scale) if curve else None,
        "anchors": [],
    }


def _number(value):
    return None if value is None else decimal_string(value)


def _row(item):
    return {
        "candidate": item.key,
        "rank": item.rank,
        "total": _number(item.total),
        "evaluated_price": str(item.price),
        "is_tied": bool(item.place and item.place.tied_with),
        "decided_by": None,
        "dimensions": [
            {
                "dimension": f"d{group.key}",
                "points": _number(group.points or Fraction(0)),
            }
            for group in item.dimensions
        ],
        "scores": [
            {
                "criterion": own.criterion.key,
                "score": _number(own.shown_score),
                "share": _number(own.share),
                "points": _number(own.points),
                "declined": 0,
                "is_moderated": False,
                "reason": None,
            }
            for own in item.criteria
        ],
        "reason": None if item.total is not None else text("a datum is missing"),
    }
