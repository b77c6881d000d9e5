"""Each number is explained by its inputs and formula, to the last digit shown."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.mcda.aggregation import Mark, RubricCell
from scoring.mcda.curves import CurveScale, CurveSpec, curve_reading
from scoring.mcda.matrix import (
    CellState,
    Consensus as Agreed,
    CriterionSpec,
    DatumInput,
    Kind,
    Perspective,
    ShareRule,
)
from scoring.mcda.price_formulas import (
    PriceField,
    PriceFormula,
    PriceReading,
    PriceRule,
    price_share,
)
from scoring.mcda.result import CriterionResult, CurveWorking
from scoring.models import Consensus, Evaluation, Evidence
from scoring.selectors.rankings.workings import Said, equals, exact, price_basis, steps


@pytest.fixture
def evaluation(tender):
    return tender.evaluation


def said(evaluation=None, **fields):
    values = {
        "evaluation": evaluation or Evaluation(),
        "evidence": None,
        "decision": None,
        "shows_marks": True,
        "shows_lowest": True,
    }
    return Said(**(values | fields))


def own(working, *, kind=Kind.RUBRIC, share=None, curve=None, weight="5"):
    criterion = CriterionSpec(
        key="2.3",
        dimension="2",
        perspective=Perspective.TECHNICAL,
        kind=kind,
        weight=Decimal(weight),
        curve=curve,
    )
    share = getattr(working, "share", None) if share is None else share
    effective = Fraction(weight) / 100
    return CriterionResult(
        criterion=criterion,
        is_applicable=True,
        effective_weight=effective,
        share=share,
        points=None if share is None else 100 * effective * share,
        working=working,
    )


def rubric(*scores, weights=None, consensus=None, is_waived=False, rule=None):
    weights = weights or [1] * len(scores)
    marks = tuple(
        Mark(
            evaluator=str(number),
            weight=Decimal(weight),
            state=CellState.SCORED,
            score=Decimal(score),
        )
        for number, (score, weight) in enumerate(zip(scores, weights, strict=True))
    )
    total = sum(Fraction(weight) for weight in weights)
    mean = sum(
        Fraction(score) * Fraction(weight)
        for score, weight in zip(scores, weights, strict=True)
    )
    return RubricCell(
        marks=marks,
        mean=mean / total if scores else None,
        spread=Fraction(max(scores) - min(scores), 4) if scores else None,
        consensus=consensus,
        is_waived=is_waived,
        exceeds_spread=False,
        quorum=2,
        rule=rule or ShareRule.OF_RANGE,
    )


def test_a_mean_is_added_up_in_rising_order():
    assert steps(own(rubric(3, 5, 2, 5)), said()) == (
        "Mean of 4 scores: (2 + 3 + 5 + 5) ÷ 4 = 3.75",
        "Share = (3.75 − 1) ÷ 4 = 0.6875",
        "Points = 100 × weight 0.05 × share 0.6875 = 3.4375",
    )


def test_what_is_rounded_says_so():
    assert steps(own(rubric(3, 3, 2)), said())[:2] == (
        "Mean of 3 scores: (2 + 3 + 3) ÷ 3 ≈ 2.666667",
        "Share = (2.666667 − 1) ÷ 4 ≈ 0.416667",
    )
    assert (exact(Fraction(1, 3)), equals(Fraction(1, 3))) == ("0.333333", "≈ 0.333333")


def test_single_scores_are_kept_from_who_may_not_see_them():
    found = steps(own(rubric(3, 5, 2, 5)), said(shows_marks=False))

    assert found[0] == "Mean of 4 scores = 3.75"
    assert "+" not in found[0]


def test_weights_of_evaluators_stand_in_the_sum():
    found = steps(own(rubric(4, 2, weights=["1", "2.5"])), said())

    assert found[0] == "Mean of 2 scores: (2.5 × 2 + 1 × 4) ÷ 3.5 ≈ 2.571429"


def test_a_consensus_stands_in_the_place_of_the_mean_with_its_reason():
    agreed = Agreed(candidate="B", criterion="2.3", score=Decimal("3.000"))
    row = Consensus(value=Decimal(3), reason="Anchor 4 asks for more.")

    found = steps(own(rubric(3, 5, 2, 5, consensus=agreed)), said(decision=row))

    assert found[1:3] == (
        "Consensus 3 stands in its place: Anchor 4 asks for more.",
        "Share = (3 − 1) ÷ 4 = 0.5",
    )


def test_a_waiver_names_the_spread_and_its_reason():
    row = Consensus(value=None, reason="Both are right.")

    found = steps(own(rubric(2, 5, is_waived=True)), said(decision=row))

    assert found[1] == "The spread of 75\xa0% is accepted: Both are right."


def test_the_share_of_the_maximum_is_written_out():
    found = steps(own(rubric(4, 4, rule=ShareRule.OF_MAXIMUM)), said())

    assert found[1] == "Share = 4 ÷ 5 = 0.8"


def test_nothing_scored_gives_no_number():
    assert steps(own(rubric()), said()) == ("Nobody has scored this cell.",)


def curve(value, *, scale=CurveScale.LINEAR, low="320", high="1128"):
    spec = CurveSpec(
        score_1_at=Decimal(low), score_5_at=Decimal(high), scale=scale, unit="GB"
    )
    datum = DatumInput(candidate="A", criterion="1.1", value=Decimal(value))
    working = CurveWorking(datum=datum, reading=curve_reading(Decimal(value), spec))
    return own(working, kind=Kind.CURVE, curve=spec)


def test_a_datum_is_read_off_its_curve_with_its_source():
    row = Evidence(provenance="measured", source="Stress test", on=date(2026, 11, 24))

    assert steps(curve(640), said(evidence=row)) == (
        "Datum: 640 GB (measured by us, Stress test, 24 Nov 2026)",
        (
            "Score = 1 + (5 − 1) × (640 − 320) ÷ (1,128 − 320) ≈ 2.584158; "
            "share = (score − 1) ÷ 4 ≈ 0.39604"
        ),
        "Points = 100 × weight 0.05 × share 0.39604 ≈ 1.980198",
    )


def test_beyond_its_end_a_curve_goes_no_further():
    found = steps(curve(2000), said())

    assert found[1] == ("The curve gives 5 at 1,128 and does not go further: share = 1")


def test_a_logarithmic_curve_says_so():
    found = steps(curve(10, scale=CurveScale.LOG, low="1", high="100"), said())

    assert found[1] == (
        "Score = 1 + (5 − 1) × ln(10 ÷ 1) ÷ ln(100 ÷ 1) ≈ 3; "
        "share = (score − 1) ÷ 4 ≈ 0.5"
    )


def test_a_missing_datum_is_said():
    missing = CurveWorking(datum=None, reading=None)
    spec = CurveSpec(score_1_at=Decimal(1), score_5_at=Decimal(5))

    assert steps(own(missing, kind=Kind.CURVE, curve=spec), said()) == (
        "The datum is missing.",
    )


def price(formula, own_price="120", **anchors):
    rule = PriceRule(formula=formula, **anchors)
    field = PriceField(lowest=Decimal(100), highest=Decimal(150))
    share = price_share(Decimal(own_price), rule, field)
    reading = PriceReading(
        share=share, price=Decimal(own_price), rule=rule, field=field
    )
    return own(reading, kind=Kind.PRICE, weight="40")


def test_low_bid_is_written_out(evaluation):
    assert steps(price(PriceFormula.LOW_BID), said(evaluation)) == (
        "Evaluated price: USD 120.00, TCO per GPU (NPV) over 4 years",
        "Low-bid: share = lowest price ÷ own price = 100.00 ÷ 120.00 ≈ 0.833333",
        "Points = 100 × weight 0.4 × share 0.833333 ≈ 33.333333",
    )


def test_the_lowest_price_of_a_hidden_candidate_is_not_written(evaluation):
    found = steps(price(PriceFormula.LOW_BID), said(evaluation, shows_lowest=False))

    assert "100.00" not in found[1]
    assert "not shown to you" in found[1]


def test_fixed_range_and_log_are_written_out(evaluation):
    fixed = price(
        PriceFormula.FIXED_RANGE, range_low=Decimal(50), range_high=Decimal(150)
    )
    log = price(PriceFormula.LOG, log_base=Decimal(3))

    assert steps(fixed, said(evaluation))[1] == (
        "Fixed range: share = (150 − 120.00) ÷ (150 − 50), "
        "not below 0 nor above 1, = 0.3"
    )
    assert steps(log, said(evaluation))[1] == (
        "Log: share = 1 − ln(120.00 ÷ 100.00) ÷ ln(3), not below 0, ≈ 0.834044"
    )


def test_what_does_not_apply_and_what_has_no_price_say_so():
    criterion = own(rubric(3)).criterion
    left_out = CriterionResult(
        criterion=criterion,
        is_applicable=False,
        effective_weight=Fraction(0),
        share=None,
        points=None,
        working=None,
    )

    assert steps(left_out, said()) == (
        "Does not apply to any candidate; its weight went to the others.",
    )
    assert steps(own(None, kind=Kind.PRICE), said()) == (
        "There is no evaluated price.",
    )


def test_the_basis_of_the_price_names_its_horizon():
    assert price_basis(Evaluation()) == "TCO per GPU (NPV) over 4 years"
    one = Evaluation(price_basis="npv_total", horizon_years=1)
    assert price_basis(one) == "TCO (NPV) over 1 year"
    assert price_basis(Evaluation(price_basis="quoted_net")) == "quoted price"
