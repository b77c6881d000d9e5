from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import pytest

from scoring.mcda.curves import CurveSpec
from scoring.mcda.matrix import (
    CandidateInput,
    CellInput,
    CellState,
    Consensus,
    DatumInput,
    EvaluatorInput,
    Kind,
    RoundingRule,
    Rules,
    TieBreak,
    Waiver,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.mcda.reasons import InvalidInputError, ReasonCode, reason
from scoring.mcda.validation import input_faults, require_valid
from tests.scoring.mcda.inputs import LOW_BID, criterion, evaluation, panel, score

VALID = evaluation(
    (
        criterion("1.1", weight=40),
        criterion("1.2", Kind.CURVE, 30),
        criterion("3.1", Kind.PRICE, 30),
    ),
    (CandidateInput(key="A", price=Decimal(100)),),
    evaluators=panel("a", "b"),
    cells=(score("A", "1.1", "a", 3), score("A", "1.1", "b", CellState.DECLINED)),
    consensus=(Consensus(candidate="A", criterion="1.1", score=Decimal(3)),),
    waivers=(Waiver(candidate="A", criterion="1.1"),),
    data=(DatumInput(candidate="A", criterion="1.2", value=Decimal(1)),),
)
PLACE = {"candidate": "A", "criterion": "1.1", "evaluator": "a"}


def codes(**changes):
    return [fault.code for fault in input_faults(replace(VALID, **changes))]


def criteria_with(key, **changes):
    return tuple(
        replace(item, **changes) if item.key == key else item for item in VALID.criteria
    )


def test_consistent_inputs_have_no_faults():
    assert input_faults(VALID) == ()
    require_valid(VALID)


def test_a_refusal_carries_all_reasons_at_once():
    rules = Rules(price=LOW_BID, quorum=0, band=Decimal(-1))

    with pytest.raises(InvalidInputError) as refusal:
        require_valid(replace(VALID, rules=rules))

    assert refusal.value.reasons == (
        reason(ReasonCode.RULE_INVALID, rule="band"),
        reason(ReasonCode.RULE_INVALID, rule="quorum"),
    )


@pytest.mark.parametrize(
    ("name", "kind", "key"),
    [
        ("criteria", "criterion", "1.1"),
        ("candidates", "candidate", "A"),
        ("evaluators", "evaluator", "a"),
        ("cells", "cell", "A/1.1/a"),
        ("consensus", "consensus", "A/1.1"),
        ("waivers", "waiver", "A/1.1"),
        ("data", "datum", "A/1.2"),
    ],
)
def test_a_repeated_key_is_named(name, kind, key):
    twice = getattr(VALID, name) * 2

    faults = input_faults(replace(VALID, **{name: twice}))

    assert reason(ReasonCode.KEY_REPEATED, kind=kind, key=key) in faults


@pytest.mark.parametrize(
    ("changes", "kind", "key"),
    [
        ({"cells": (score("Z", "1.1", "a", 3),)}, "candidate", "Z"),
        ({"cells": (score("A", "9.9", "a", 3),)}, "criterion", "9.9"),
        ({"cells": (score("A", "1.1", "z", 3),)}, "evaluator", "z"),
        ({"waivers": (Waiver(candidate="Z", criterion="1.1"),)}, "candidate", "Z"),
        (
            {"data": (DatumInput(candidate="A", criterion="9.9", value=None),)},
            "criterion",
            "9.9",
        ),
        (
            {
                "consensus": (
                    Consensus(candidate="A", criterion="9.9", score=Decimal(3)),
                )
            },
            "criterion",
            "9.9",
        ),
        (
            {"evaluators": panel("a", "b", criteria=frozenset({"1.1", "9.9"}))},
            "criterion",
            "9.9",
        ),
    ],
)
def test_an_unknown_key_is_named(changes, kind, key):
    assert input_faults(replace(VALID, **changes)) == (
        reason(ReasonCode.KEY_UNKNOWN, kind=kind, key=key),
    )


def test_weights_that_are_not_a_hundred_are_refused():
    assert codes(criteria=criteria_with("1.1", weight=Decimal("39.9999"))) == [
        ReasonCode.WEIGHTS_NOT_HUNDRED
    ]


def test_an_evaluation_of_nothing_applicable_is_refused():
    nothing = tuple(replace(item, is_applicable=False) for item in VALID.criteria)

    assert codes(criteria=nothing) == [ReasonCode.NOTHING_WEIGHED]


def test_a_curve_must_be_there_and_readable():
    flat = CurveSpec(score_1_at=Decimal(1), score_5_at=Decimal(1))

    assert codes(criteria=criteria_with("1.2", curve=None)) == [
        ReasonCode.CURVE_MISSING
    ]
    assert codes(criteria=criteria_with("1.2", curve=flat)) == [
        ReasonCode.CURVE_NOT_MONOTONE
    ]


def test_one_price_criterion_has_one_usable_rule():
    no_anchor = PriceRule(formula=PriceFormula.LOG)

    assert codes(rules=Rules()) == [ReasonCode.PRICE_RULE_MISSING]
    assert codes(rules=Rules(price=no_anchor)) == [ReasonCode.PRICE_LOG_BASE_INVALID]
    assert codes(
        criteria=criteria_with("1.2", kind=Kind.PRICE, curve=None), data=()
    ) == [ReasonCode.PRICE_CRITERIA_SEVERAL]


def test_no_price_criterion_needs_no_rule():
    inputs = evaluation((criterion("1.1"),), (), rules=Rules())

    assert input_faults(inputs) == ()


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"band": Decimal("NaN")}, "band"),
        ({"band": Decimal(-1)}, "band"),
        ({"spread_limit": Decimal("1.01")}, "spread_limit"),
        ({"spread_limit": Decimal("NaN")}, "spread_limit"),
        ({"quorum": 0}, "quorum"),
        ({"tie_breaks": (TieBreak.LOWER_PRICE,) * 2}, "tie_breaks"),
        ({"rounding": RoundingRule(places=-1)}, "rounding"),
    ],
)
def test_a_rule_that_makes_no_sense_is_named(change, name):
    rules = Rules(price=LOW_BID, **change)

    assert input_faults(replace(VALID, rules=rules)) == (
        reason(ReasonCode.RULE_INVALID, rule=name),
    )


@pytest.mark.parametrize("text", ["NaN", "Infinity", "1E+1000000"])
def test_a_price_or_datum_that_is_no_number_is_refused(text):
    priced = (CandidateInput(key="A", price=Decimal(text)),)
    measured = (DatumInput(candidate="A", criterion="1.2", value=Decimal(text)),)

    assert codes(candidates=priced) == [ReasonCode.NUMBER_INVALID]
    assert codes(data=measured) == [ReasonCode.NUMBER_INVALID]


def test_a_submission_without_time_zone_is_refused():
    at = datetime.fromisoformat("2026-11-20T12:00:00")
    candidate = CandidateInput(key="A", price=Decimal(1), submitted_at=at)

    assert codes(candidates=(candidate,)) == [ReasonCode.TIME_WITHOUT_ZONE]
    zoned = replace(candidate, submitted_at=at.astimezone())
    assert codes(candidates=(zoned,)) == []


@pytest.mark.parametrize("weight", ["0", "-1", "NaN"])
def test_an_evaluator_weighs_something(weight):
    weightless = (EvaluatorInput(key="a", weight=Decimal(weight)), *panel("b"))

    assert codes(evaluators=weightless) == [ReasonCode.EVALUATOR_WEIGHT_INVALID]


@pytest.mark.parametrize(
    ("state", "number", "code"),
    [
        (CellState.SCORED, None, ReasonCode.SCORE_WITHOUT_STATE),
        (CellState.NOT_SCORED, "3", ReasonCode.SCORE_WITHOUT_STATE),
        (CellState.RECUSED, "3", ReasonCode.SCORE_WITHOUT_STATE),
        (CellState.SCORED, "0", ReasonCode.SCORE_OUTSIDE),
        (CellState.SCORED, "5.01", ReasonCode.SCORE_OUTSIDE),
        (CellState.SCORED, "NaN", ReasonCode.SCORE_OUTSIDE),
    ],
)
def test_a_number_belongs_to_a_scored_cell_and_to_the_scale(state, number, code):
    cell = CellInput(
        **PLACE, state=state, score=None if number is None else Decimal(number)
    )

    assert input_faults(replace(VALID, cells=(cell,))) == (reason(code, **PLACE),)


def test_a_score_from_someone_not_assigned_is_refused_and_their_silence_is_not():
    evaluators = panel("a", "b", criteria=frozenset())

    faults = input_faults(replace(VALID, evaluators=evaluators))

    assert faults == (reason(ReasonCode.NOT_ASSIGNED, **PLACE),)


def test_a_consensus_is_on_the_scale():
    wild = (Consensus(candidate="A", criterion="1.1", score=Decimal(6)),)

    assert codes(consensus=wild) == [ReasonCode.SCORE_OUTSIDE]


def test_what_is_said_fits_the_kind_of_its_criterion():
    assert codes(cells=(score("A", "3.1", "a", 3),)) == [ReasonCode.KIND_WRONG]
    assert codes(waivers=(Waiver(candidate="A", criterion="1.2"),)) == [
        ReasonCode.KIND_WRONG
    ]
    assert codes(data=(DatumInput(candidate="A", criterion="1.1", value=None),)) == [
        ReasonCode.KIND_WRONG
    ]
    agreed = Consensus(candidate="A", criterion="3.1", score=Decimal(3))
    assert codes(consensus=(agreed,)) == [ReasonCode.KIND_WRONG]


def test_a_substitute_is_refused_where_the_datum_is_required():
    assumed = (
        DatumInput(
            candidate="A", criterion="1.2", value=Decimal(1), assumed_by="list price"
        ),
    )

    assert codes(data=assumed) == [ReasonCode.SUBSTITUTE_REFUSED]
    optional = criteria_with("1.2", may_be_assumed=True)
    assert codes(data=assumed, criteria=optional) == []
