"""Laws that hold for every evaluation, searched for counterexamples."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import (
    Admission,
    CandidateInput,
    CellInput,
    CellState,
    DatumInput,
    Kind,
    Perspective,
    Rules,
    ShareRule,
    WeightScope,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.mcda.result import plain
from tests.scoring.mcda.inputs import criterion, evaluation, panel, quality_and_price

LAWS = settings(deadline=None, max_examples=60)
RULES = {
    "low_bid": PriceRule(formula=PriceFormula.LOW_BID),
    "min_max": PriceRule(formula=PriceFormula.MIN_MAX),
    "fixed_range": PriceRule(
        formula=PriceFormula.FIXED_RANGE,
        range_low=Decimal(50),
        range_high=Decimal(150),
    ),
    "log": PriceRule(formula=PriceFormula.LOG, log_base=Decimal(3)),
    "benchmark": PriceRule(formula=PriceFormula.BENCHMARK, benchmark=Decimal(100)),
}
ABSOLUTE = ("fixed_range", "benchmark")
CRITERIA = (
    criterion("1.1", weight="33.3333"),
    criterion("1.2", Kind.CURVE, "26.6667"),
    criterion("2.1", weight=10, perspective=Perspective.RISK),
    criterion("3.1", Kind.PRICE, 30, perspective=Perspective.COMMERCIAL),
)
EVALUATORS = ("a", "b", "c")
QUALITY = st.decimals(min_value=0, max_value=1, places=2)
PRICE = st.decimals(min_value="20", max_value="300", places=2)
OFFERS = st.lists(st.tuples(QUALITY, PRICE), min_size=2, max_size=5)
SCORES = st.sampled_from((*range(1, 6), *CellState))


@st.composite
def evaluations(draw):
    """Draw candidates in any state, a panel that said anything, data that may lack."""
    keys = "ABCDE"[: draw(st.integers(1, 5))]
    cells = [
        _cell(key, of, name, draw(SCORES))
        for key in keys
        for of in ("1.1", "2.1")
        for name in EVALUATORS
    ]
    return evaluation(
        CRITERIA,
        tuple(
            CandidateInput(
                key=key,
                price=draw(st.none() | PRICE),
                admission=draw(st.sampled_from(Admission)),
            )
            for key in keys
        ),
        evaluators=panel(*EVALUATORS),
        cells=tuple(cell for cell in cells if cell is not None),
        data=tuple(
            DatumInput(candidate=key, criterion="1.2", value=draw(st.none() | QUALITY))
            for key in keys
        ),
        rules=Rules(
            price=draw(st.sampled_from(list(RULES.values()))),
            share_rule=draw(st.sampled_from(ShareRule)),
            weight_scope=draw(st.sampled_from(WeightScope)),
        ),
    )


def _cell(candidate, of, evaluator, said):
    if said is CellState.SCORED:
        return None
    is_number = isinstance(said, int)
    return CellInput(
        candidate=candidate,
        criterion=of,
        evaluator=evaluator,
        state=CellState.SCORED if is_number else said,
        score=Decimal(said) if is_number else None,
    )


def offers_by_key(offers):
    return dict(zip("ABCDE", offers, strict=False))


def outcome(result):
    return [(item.key, item.rank, item.total) for item in result.ranked]


@LAWS
@given(evaluations())
def test_parts_add_up_exactly_and_everything_stays_in_bounds(inputs):
    result = evaluate(inputs)

    assert sum(result.effective_weights.values()) == 1
    for item in result.ranked:
        points = [own.points for own in item.criteria if own.is_applicable]
        assert item.total == sum(points)
        assert item.total == sum(group.points for group in item.dimensions)
        assert item.total == sum(group.points for group in item.perspectives)
        assert 0 <= item.total <= 100
        assert all(
            0 <= own.share <= 1 for own in item.criteria if own.share is not None
        )


@LAWS
@given(evaluations())
def test_every_candidate_is_ranked_or_says_why_not(inputs):
    result = evaluate(inputs)

    listed = [
        item.key for item in (*result.ranked, *result.not_rankable, *result.excluded)
    ]
    assert sorted(listed) == sorted(item.key for item in inputs.candidates)
    assert all(item.total is not None and not item.reasons for item in result.ranked)
    assert all(item.total is None and item.reasons for item in result.not_rankable)
    assert all(item.admission_reason == "" for item in result.excluded)
    assert 0 <= result.completeness.scored <= result.completeness.required


@LAWS
@given(inputs=evaluations(), chance=st.randoms(use_true_random=False))
def test_the_order_of_candidates_evaluators_and_cells_changes_nothing(inputs, chance):
    def shuffled(items):
        return tuple(chance.sample(items, len(items)))

    other = replace(
        inputs,
        candidates=shuffled(inputs.candidates),
        evaluators=shuffled(inputs.evaluators),
        cells=shuffled(inputs.cells),
        data=shuffled(inputs.data),
    )

    assert evaluate(inputs) == evaluate(other)


@LAWS
@given(evaluations())
def test_evaluating_twice_gives_the_same_snapshot(inputs):
    assert plain(evaluate(inputs)) == plain(evaluate(inputs))


def converted(rule, rate):
    def at(anchor):
        return None if anchor is None else anchor * rate

    return replace(
        rule,
        range_low=at(rule.range_low),
        range_high=at(rule.range_high),
        benchmark=at(rule.benchmark),
    )


@pytest.mark.parametrize("name", RULES)
@LAWS
@given(offers=OFFERS, rate=st.decimals(min_value="0.01", max_value=200, places=4))
def test_the_display_currency_changes_nothing(name, offers, rate):
    home = offers_by_key(offers)
    abroad = {key: (share, price * rate) for key, (share, price) in home.items()}

    before = evaluate(quality_and_price(home, price=RULES[name]))
    after = evaluate(quality_and_price(abroad, price=converted(RULES[name], rate)))

    assert outcome(before) == outcome(after)


@pytest.mark.parametrize("name", ABSOLUTE)
@LAWS
@given(offers=OFFERS, cut=st.decimals(min_value="0.01", max_value=19, places=2))
def test_a_lower_price_never_lowers_a_rank_under_an_absolute_formula(name, offers, cut):
    before = offers_by_key(offers)
    share, price = before["A"]
    after = before | {"A": (share, price - cut)}

    dear = evaluate(quality_and_price(before, price=RULES[name])).candidate("A")
    cheap = evaluate(quality_and_price(after, price=RULES[name])).candidate("A")

    assert cheap.rank <= dear.rank
    assert cheap.total >= dear.total


@LAWS
@given(
    offers=OFFERS,
    loss=st.decimals(min_value=0, max_value=1, places=2),
    dearer=st.decimals(min_value="0.01", max_value=200, places=2),
)
def test_a_dominated_newcomer_never_changes_the_winner_under_fixed_range(
    offers, loss, dearer
):
    field = offers_by_key(offers)
    share, price = field["A"]
    newcomer = {"Z": (max(Decimal(0), share - loss), price + dearer)}

    before = evaluate(quality_and_price(field, price=RULES["fixed_range"]))
    after = evaluate(quality_and_price(field | newcomer, price=RULES["fixed_range"]))

    assert after.winners == before.winners
    assert after.first_by_points[:1] == before.first_by_points[:1]


@pytest.mark.parametrize("name", ABSOLUTE)
@LAWS
@given(offers=OFFERS, other=st.tuples(QUALITY, PRICE))
def test_no_other_bid_moves_a_total_under_an_absolute_formula(name, offers, other):
    field = offers_by_key(offers)

    before = evaluate(quality_and_price(field, price=RULES[name]))
    after = evaluate(quality_and_price(field | {"Z": other}, price=RULES[name]))

    for key in field:
        assert after.candidate(key).total == before.candidate(key).total


@LAWS
@given(OFFERS)
def test_log_keeps_differences_above_its_floor(offers):
    lowest = {"Z": (Decimal(0), Decimal(15))}
    field = offers_by_key([(share, 20 + price / 15) for share, price in offers])

    before = evaluate(quality_and_price(field, price=RULES["log"]))
    after = evaluate(quality_and_price(field | lowest, price=RULES["log"]))

    first, second = list(field)[:2]
    gap = before.candidate(first).total - before.candidate(second).total
    moved = after.candidate(first).total - after.candidate(second).total
    assert abs(gap - moved) < Fraction(1, 10**40)
