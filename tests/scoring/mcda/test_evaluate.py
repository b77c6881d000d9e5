"""The golden vectors of the scoring rules, and what makes a result provisional."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.mcda.evaluate import evaluate
from scoring.mcda.exact import rounded
from scoring.mcda.matrix import (
    Admission,
    CandidateInput,
    CellState,
    Consensus,
    DatumInput,
    EvaluatorInput,
    Kind,
    Perspective,
    Rules,
    TieBreak,
    WeightScope,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.mcda.reasons import InvalidInputError, ReasonCode, reason
from tests.scoring.mcda.inputs import (
    LOW_BID,
    criterion,
    evaluation,
    panel,
    quality_and_price,
    score,
)

LOG_3 = PriceRule(formula=PriceFormula.LOG, log_base=Decimal(3))
MIN_MAX = PriceRule(formula=PriceFormula.MIN_MAX)
RANGE = PriceRule(
    formula=PriceFormula.FIXED_RANGE, range_low=Decimal(50), range_high=Decimal(150)
)
BENCHMARK = PriceRule(formula=PriceFormula.BENCHMARK, benchmark=Decimal(100))
X_Y = {"X": ("0.9", "120"), "Y": ("0.8", "100")}
X_Y_V = {"X": ("0.9", "110"), "Y": ("0.7", "100"), "V": ("0.3", "115")}


def totals(result, places=4):
    return {item.key: str(rounded(item.total, places)) for item in result.ranked}


@pytest.mark.parametrize(
    ("rule", "offers", "expected"),
    [
        (LOW_BID, X_Y, {"Y": "88.0000", "X": "87.3333"}),
        (
            LOW_BID,
            X_Y | {"Z": ("0.2", "60")},
            {"X": "74.0000", "Y": "72.0000", "Z": "52.0000"},
        ),
        (
            LOG_3,
            X_Y | {"Z": ("0.2", "36")},
            {"X": "54.0000", "Z": "52.0000", "Y": "50.8021"},
        ),
        (RANGE, X_Y, {"Y": "68.0000", "X": "66.0000"}),
        (
            RANGE,
            X_Y | {"Z": ("0.2", "60")},
            {"Y": "68.0000", "X": "66.0000", "Z": "48.0000"},
        ),
        (MIN_MAX, X_Y_V, {"Y": "82.0000", "X": "67.3333", "V": "18.0000"}),
        (
            MIN_MAX,
            X_Y_V | {"Z": ("0.2", "200")},
            {"X": "90.0000", "Y": "82.0000", "V": "52.0000", "Z": "12.0000"},
        ),
        (BENCHMARK, X_Y, {"Y": "88.0000", "X": "87.3333"}),
        (
            BENCHMARK,
            X_Y | {"Z": ("0.2", "60")},
            {"Y": "88.0000", "X": "87.3333", "Z": "52.0000"},
        ),
    ],
)
def test_price_formulas_give_the_golden_totals_and_order(rule, offers, expected):
    result = evaluate(quality_and_price(offers, price=rule))

    assert totals(result) == expected
    assert [item.key for item in result.ranked] == list(expected)


@pytest.mark.parametrize("offers", [X_Y, X_Y | {"Z": ("0.2", "60")}])
def test_log_keeps_the_difference_whatever_the_lowest_bid(offers):
    result = evaluate(quality_and_price(offers, price=LOG_3))

    lead = result.candidate("Y").total - result.candidate("X").total
    # 40 · ln 1.2 / ln 3 - 6, worked out with a separate program to 14 digits.
    assert str(rounded(lead, 14)) == "0.63824931414121"
    assert abs(lead - Fraction("0.6382494")) < Fraction(1, 10**7)


def test_equal_totals_go_to_the_lower_price_and_say_so():
    offers = {"A": ("0.50", "50"), "B": ("0.75", "75"), "C": ("1.00", "100")}

    result = evaluate(quality_and_price(offers, price_points=50))

    assert totals(result) == {"A": "75.0000", "C": "75.0000", "B": "70.8333"}
    assert [(item.key, item.rank) for item in result.ranked] == [
        ("A", 1),
        ("C", 2),
        ("B", 3),
    ]
    assert result.candidate("A").place.decided_by == (TieBreak.LOWER_PRICE,)
    assert result.candidate("A").place.level_with == ("C",)
    assert result.first_by_points == ("A", "C")
    assert result.winners == ("A",)
    assert result.lead == 0


def test_order_87_points_are_forty_times_lowest_over_own():
    offers = {"A": ("0", "1000000"), "B": ("0", "950000"), "C": ("0", "1100000")}

    result = evaluate(quality_and_price(offers))

    assert totals(result, 2) == {"B": "40.00", "A": "38.00", "C": "34.55"}


def test_thirds_add_up_exactly():
    ten = [criterion(f"c{n}", Kind.CURVE, "33.3333") for n in range(3)]
    rest = criterion("rest", Kind.CURVE, "0.0001")
    data = [DatumInput(candidate="A", criterion=c.key, value=Decimal(1)) for c in ten]
    data.append(DatumInput(candidate="A", criterion="rest", value=Decimal(1)))
    inputs = evaluation((*ten, rest), (CandidateInput(key="A"),), data=tuple(data))

    result = evaluate(inputs)

    assert result.candidate("A").total == 100
    assert 3 * Fraction(10, 3) == 10
    low = evaluate(quality_and_price({"P": ("0", "0.9"), "Q": ("0", "0.3")}))
    assert 3 * low.candidate("P").criterion("price").share == 1


@pytest.mark.parametrize(
    "weights", [("28.4", "35.8", "35.8"), ("11.1",) * 8 + ("11.2",)]
)
def test_decimal_weights_are_exactly_a_hundred(weights):
    criteria = tuple(
        criterion(f"c{n}", Kind.CURVE, weight) for n, weight in enumerate(weights)
    )
    data = tuple(
        DatumInput(candidate="A", criterion=c.key, value=Decimal(1)) for c in criteria
    )

    result = evaluate(evaluation(criteria, (CandidateInput(key="A"),), data=data))

    assert result.candidate("A").total == 100


def test_totals_of_88_80_80_70_rank_1_2_2_4():
    offers = {"A": (".88", "1"), "B": (".8", "1"), "C": (".8", "1"), "D": (".7", "1")}

    result = evaluate(quality_and_price(offers, price_points=0))

    assert [(item.key, item.rank) for item in result.ranked] == [
        ("A", 1),
        ("B", 2),
        ("C", 2),
        ("D", 4),
    ]
    assert result.candidate("B").place.tied_with == ("C",)


def test_two_scores_a_decline_and_a_recusal_leave_the_cell_complete():
    marks = {"a": 4, "b": 4, "c": CellState.DECLINED, "d": CellState.RECUSED}
    inputs = evaluation(
        (criterion("1.1"),),
        (CandidateInput(key="A"),),
        evaluators=panel(*marks),
        cells=tuple(score("A", "1.1", name, value) for name, value in marks.items()),
    )

    result = evaluate(inputs)

    cell = result.candidate("A").criterion("1.1").working
    assert (cell.value, cell.required, cell.scored, cell.open) == (4, 2, 2, 0)
    assert not result.is_provisional
    assert result.publication_blocks == ()
    assert result.completeness.criteria_done == result.completeness.criteria_required


def test_one_score_of_two_is_shown_and_makes_the_result_provisional():
    inputs = evaluation(
        (criterion("1.1"),),
        (CandidateInput(key="A"),),
        evaluators=panel("a", "b"),
        cells=(
            score("A", "1.1", "a", 4),
            score("A", "1.1", "b", CellState.NOT_SCORED),
        ),
    )

    result = evaluate(inputs)

    cell = result.candidate("A").criterion("1.1").working
    assert (cell.value, cell.required, cell.scored) == (4, 2, 1)
    assert result.candidate("A").total == 75
    assert result.provisional == (reason(ReasonCode.CELLS_OPEN, open=1, required=2),)
    assert result.quorum_gaps == (
        reason(
            ReasonCode.QUORUM_NOT_MET,
            candidate="A",
            criterion="1.1",
            scored=1,
            quorum=2,
        ),
    )
    assert result.publication_blocks == result.provisional + result.quorum_gaps
    assert result.completeness.criteria_done == 0


def three_weights(scope, *, dimensions=("1", "2", "2")):
    keys = ("a", "b", "c")
    criteria = tuple(
        criterion(key, Kind.CURVE, weight, dimension=dimension)
        for key, weight, dimension in zip(keys, (50, 30, 20), dimensions, strict=True)
    )
    return evaluation(
        (*criteria[:2], replace(criteria[2], is_applicable=False)),
        (CandidateInput(key="A"),),
        data=(
            DatumInput(candidate="A", criterion="a", value=Decimal("0.5")),
            DatumInput(candidate="A", criterion="b", value=Decimal(1)),
        ),
        rules=Rules(weight_scope=scope),
    )


def test_not_applicable_weight_goes_to_all_remaining_criteria():
    result = evaluate(three_weights(WeightScope.ALL))

    assert result.effective_weights == {"a": Fraction(5, 8), "b": Fraction(3, 8)}
    assert result.candidate("A").total == Fraction("68.75")
    absent = result.candidate("A").criterion("c")
    assert (absent.is_applicable, absent.share, absent.working) == (False, None, None)
    assert result.completeness.criteria_required == 2


def test_not_applicable_weight_stays_within_the_dimension_if_so_decided():
    result = evaluate(three_weights(WeightScope.DIMENSION))

    assert result.effective_weights == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert result.candidate("A").total == 75


def test_a_rubric_criterion_drops_out_when_one_cell_is_approved_as_not_applicable():
    inputs = evaluation(
        (criterion("1.1", weight=60), criterion("1.2", weight=40)),
        (CandidateInput(key="A"), CandidateInput(key="B")),
        evaluators=panel("a"),
        cells=(
            score("A", "1.1", "a", 3),
            score("B", "1.1", "a", 5),
            score("A", "1.2", "a", CellState.NA),
        ),
    )

    result = evaluate(inputs)

    assert result.effective_weights == {"1.1": 1}
    assert {item.key: item.total for item in result.ranked} == {"B": 100, "A": 50}
    assert result.candidate("A").dimension("1").weight_points == 100


def test_every_cause_makes_the_result_provisional_and_all_are_named():
    inputs = evaluation(
        (criterion("1.1"),),
        (
            CandidateInput(key="A"),
            CandidateInput(key="B", admission=Admission.UNDER_REVIEW),
        ),
        evaluators=panel("a", "b", "c"),
        cells=(
            score("A", "1.1", "a", 1),
            score("A", "1.1", "b", 5),
            score("A", "1.1", "c", CellState.NA_PROPOSED),
            score("B", "1.1", "a", 3),
            score("B", "1.1", "b", 3),
            score("B", "1.1", "c", 3),
        ),
        are_prices_released=False,
    )

    result = evaluate(inputs)

    assert result.provisional == (
        reason(ReasonCode.CELLS_OPEN, open=1, required=6),
        reason(ReasonCode.MODERATION_OPEN, open=1, total=1),
        reason(ReasonCode.UNDER_REVIEW, candidate="B"),
        reason(ReasonCode.PRICES_NOT_RELEASED),
    )
    assert result.quorum_gaps == ()


def test_consensus_counts_in_place_of_the_mean_and_closes_the_moderation():
    inputs = evaluation(
        (criterion("1.1"),),
        (CandidateInput(key="A"),),
        evaluators=panel("a", "b"),
        cells=(score("A", "1.1", "a", 1), score("A", "1.1", "b", 5)),
    )
    agreed = Consensus(candidate="A", criterion="1.1", score=Decimal(2))

    before = evaluate(inputs)
    after = evaluate(replace(inputs, consensus=(agreed,)))

    assert (before.candidate("A").total, after.candidate("A").total) == (50, 25)
    assert (before.is_provisional, after.is_provisional) == (True, False)
    assert after.candidate("A").criterion("1.1").working.mean == 3


def test_what_is_missing_is_not_ranked_says_why_and_never_becomes_a_number():
    inputs = evaluation(
        (
            criterion("1.1", weight=40),
            criterion("1.2", Kind.CURVE, 30),
            criterion("3.1", Kind.PRICE, 30, perspective=Perspective.COMMERCIAL),
        ),
        (
            CandidateInput(key="A", price=Decimal(100)),
            CandidateInput(key="B"),
            CandidateInput(key="C", price=Decimal(0)),
        ),
        evaluators=panel("a"),
        cells=(
            score("A", "1.1", "a", 5),
            score("C", "1.1", "a", 5),
            score("B", "1.1", "a", CellState.DECLINED),
        ),
        data=(
            DatumInput(candidate="A", criterion="1.2", value=Decimal(1)),
            DatumInput(candidate="C", criterion="1.2", value=None),
        ),
    )

    result = evaluate(inputs)

    assert [item.key for item in result.ranked] == ["A"]
    assert {item.key: item.reasons for item in result.not_rankable} == {
        "B": (
            reason(ReasonCode.NO_SCORE, candidate="B", criterion="1.1"),
            reason(ReasonCode.DATUM_MISSING, candidate="B", criterion="1.2"),
            reason(ReasonCode.PRICE_MISSING, candidate="B", criterion="3.1"),
        ),
        "C": (
            reason(ReasonCode.DATUM_MISSING, candidate="C", criterion="1.2"),
            reason(ReasonCode.PRICE_NOT_POSITIVE, candidate="C", criterion="3.1"),
        ),
    }
    unranked = result.candidate("B")
    assert (unranked.total, unranked.rank, unranked.place) == (None, None, None)
    assert unranked.dimension("1").points is None
    assert unranked.perspective("commercial").share is None
    assert result.price_field.lowest == result.price_field.highest == 100
    assert result.lead is None


def test_an_admitted_bid_without_a_datum_still_sets_the_lowest_price():
    inputs = quality_and_price(X_Y)
    unmeasured = CandidateInput(key="Z", price=Decimal(60))
    inputs = replace(inputs, candidates=(*inputs.candidates, unmeasured))

    result = evaluate(inputs)

    assert totals(result) == {"X": "74.0000", "Y": "72.0000"}
    assert [item.key for item in result.not_rankable] == ["Z"]


@pytest.mark.parametrize(
    "state",
    [
        Admission.REJECTED,
        Admission.LATE,
        Admission.KNOCKED_OUT,
        Admission.WITHDRAWN,
    ],
)
def test_a_candidate_set_aside_touches_no_figure(state):
    inputs = quality_and_price(X_Y | {"Z": ("0.2", "60")})
    aside = tuple(
        replace(c, admission=state, admission_reason="named") if c.key == "Z" else c
        for c in inputs.candidates
    )

    result = evaluate(replace(inputs, candidates=aside))

    assert totals(result) == {"Y": "88.0000", "X": "87.3333"}
    assert [(e.key, e.admission, e.admission_reason) for e in result.excluded] == [
        ("Z", state, "named")
    ]


def test_a_candidate_under_review_counts_like_any_other():
    inputs = quality_and_price(X_Y | {"Z": ("0.2", "60")})
    reviewed = tuple(
        replace(c, admission=Admission.UNDER_REVIEW) if c.key == "Z" else c
        for c in inputs.candidates
    )

    result = evaluate(replace(inputs, candidates=reviewed))

    assert totals(result) == {"X": "74.0000", "Y": "72.0000", "Z": "52.0000"}
    assert result.is_provisional


def test_an_assumed_datum_counts_and_is_marked():
    spec = criterion("1.1", Kind.CURVE, may_be_assumed=True)
    datum = DatumInput(
        candidate="A", criterion="1.1", value=Decimal("0.5"), assumed_by="list price"
    )

    result = evaluate(evaluation((spec,), (CandidateInput(key="A"),), data=(datum,)))

    own = result.candidate("A").criterion("1.1")
    assert own.working.datum.assumed_by
    assert (own.share, own.shown_score, own.points) == (Fraction(1, 2), 3, 50)


def test_price_assumptions_stay_with_the_price():
    inputs = quality_and_price(X_Y)
    assumed = tuple(
        replace(c, price_assumptions=("spares at list price",))
        for c in inputs.candidates
    )

    result = evaluate(replace(inputs, candidates=assumed))

    reading = result.candidate("X").criterion("price").working
    assert reading.assumptions == ("spares at list price",)
    assert (reading.price, reading.field.lowest) == (120, 100)
    assert result.candidate("X").criterion("price").shown_score is None


def test_evaluator_weights_and_assignments_shape_the_cell():
    inputs = evaluation(
        (criterion("1.1", weight=50), criterion("1.2", weight=50)),
        (CandidateInput(key="A"),),
        evaluators=(
            EvaluatorInput(key="a", weight=Decimal(3)),
            EvaluatorInput(key="b", criteria=frozenset({"1.1"})),
        ),
        cells=(
            score("A", "1.1", "a", 5),
            score("A", "1.1", "b", 1),
            score("A", "1.2", "a", 3),
        ),
    )

    result = evaluate(inputs)

    own = result.candidate("A")
    assert own.criterion("1.1").working.value == 4
    assert own.criterion("1.1").shown_score == 4
    assert own.criterion("1.2").working.quorum == 1
    assert own.total == Fraction(125, 2)
    assert result.quorum_gaps == ()


def test_technical_share_and_then_submission_decide_equal_totals_and_prices():
    criteria = (
        criterion("t", Kind.CURVE, 50),
        criterion("r", Kind.CURVE, 50, perspective=Perspective.RISK),
    )
    shares = {"A": ("0.4", "0.6"), "B": ("0.6", "0.4"), "C": ("0.6", "0.4")}
    opened = datetime(2026, 11, 20, 12, tzinfo=UTC)
    inputs = evaluation(
        criteria,
        tuple(
            CandidateInput(
                key=key, price=Decimal(9), submitted_at=opened.replace(hour=hour)
            )
            for key, hour in (("A", 8), ("B", 10), ("C", 9))
        ),
        data=tuple(
            DatumInput(candidate=key, criterion=of, value=Decimal(value))
            for key, pair in shares.items()
            for of, value in zip(("t", "r"), pair, strict=True)
        ),
    )

    result = evaluate(inputs)

    assert [(item.key, item.rank) for item in result.ranked] == [
        ("C", 1),
        ("B", 2),
        ("A", 3),
    ]
    steps = (TieBreak.HIGHER_TECHNICAL, TieBreak.EARLIER_SUBMISSION)
    assert result.candidate("C").place.decided_by == steps
    assert result.candidate("A").place.decided_by == steps[:1]
    assert result.candidate("C").perspective("technical").share == Fraction(3, 5)


def test_inside_the_band_the_chain_decides_and_both_winners_are_named():
    inputs = quality_and_price(X_Y, band=Decimal(1))
    dearer = {"Y": ("0.9", "110"), "X": ("0.8", "100")}

    level = evaluate(inputs)
    flipped = evaluate(quality_and_price(dearer, band=Decimal("2.5")))

    assert level.first_by_points == level.winners == ("Y",)
    assert totals(flipped) == {"X": "88.0000", "Y": "90.3636"}
    assert flipped.first_by_points == ("Y",)
    assert flipped.winners == ("X",)
    assert flipped.lead < 0


def test_nothing_to_rank_is_an_empty_ranking():
    result = evaluate(quality_and_price({}))

    assert result.ranked == result.not_rankable == result.winners == ()
    assert result.first_by_points == ()
    assert (result.price_field, result.lead) == (None, None)


def test_contradictory_inputs_are_refused_with_reasons():
    inputs = quality_and_price(X_Y, price_points=40)
    twice = replace(inputs, candidates=inputs.candidates * 2)

    with pytest.raises(InvalidInputError) as refusal:
        evaluate(twice)

    assert refusal.value.reasons == (
        reason(ReasonCode.KEY_REPEATED, kind="candidate", key="X"),
        reason(ReasonCode.KEY_REPEATED, kind="candidate", key="Y"),
    )


def test_a_price_of_nothing_breaks_no_tie_in_its_favour():
    inputs = evaluation(
        (criterion("1.1", Kind.CURVE),),
        (
            CandidateInput(key="A", price=Decimal(0)),
            CandidateInput(key="B", price=Decimal(100)),
        ),
        data=tuple(
            DatumInput(candidate=key, criterion="1.1", value=Decimal(1)) for key in "AB"
        ),
    )

    result = evaluate(inputs)

    assert [(item.key, item.rank) for item in result.ranked] == [("B", 1), ("A", 2)]
