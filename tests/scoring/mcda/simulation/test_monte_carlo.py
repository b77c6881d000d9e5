from dataclasses import replace
from decimal import Decimal
from math import comb, sqrt

import numpy as np
import pytest

from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import (
    CandidateInput,
    Consensus,
    Kind,
    Rules,
    ShareRule,
)
from scoring.mcda.price_formulas import PriceField, PriceFormula, PriceRule, price_share
from scoring.mcda.simulation.monte_carlo import price_shares, simulate, triangle
from scoring.mcda.simulation.plan import CostDriver, DataRange, Plan
from tests.scoring.mcda.inputs import (
    criterion,
    evaluation,
    panel,
    quality_and_price,
    score,
)
from tests.scoring.mcda.story import story_inputs

FEW = Plan(draws=400)


def run(inputs, plan=FEW, **more):
    return simulate(inputs, evaluate(inputs), plan, **more)


def chance(found, key, rank=1):
    (own,) = [item for item in found.chances if item.candidate == key]
    return own.ranks[rank - 1]


def test_the_same_seed_gives_the_same_figures_and_another_seed_others():
    inputs = story_inputs("running")

    first = run(inputs)

    assert run(inputs) == first
    assert run(inputs, Plan(draws=400, seed=8)).chances != first.chances
    assert (first.seed, first.draws, first.concentration) == (7, 400, 100)
    assert (first.numpy_version, first.method_version) == (np.__version__, "1")


def test_the_order_of_candidates_and_criteria_changes_nothing():
    inputs = story_inputs("running")
    turned = replace(
        inputs,
        candidates=inputs.candidates[::-1],
        criteria=inputs.criteria[::-1],
        cells=inputs.cells[::-1],
    )

    assert run(turned).chances == run(inputs).chances


def test_the_story_keeps_the_order_of_its_groups_in_every_draw():
    found = run(story_inputs("running"), Plan())

    assert [item.candidate for item in found.chances] == ["B", "D", "E", "A", "C"]
    assert chance(found, "C", 5) == 1
    assert Decimal("0.53") < chance(found, "B") < Decimal("0.58")
    assert Decimal("0.30") < chance(found, "D") < Decimal("0.35")
    for item in found.chances:
        assert sum(item.ranks) == 1
    p = float(chance(found, "B"))
    assert found.chances[0].margins[0] == Decimal(
        f"{1.96 * sqrt(p * (1 - p) / 10_000):.6f}"
    )


def test_weights_follow_the_dirichlet_distribution():
    """Two curves of shares 1, 0 and 0, 1 at weights 60, 40: X wins when w > 1/2.

    w is Beta(60, 40): the chance of more than 1/2 is 0.977.
    """
    inputs = evaluation(
        (criterion("1", Kind.CURVE, 60), criterion("2", Kind.CURVE, 40)),
        (CandidateInput(key="X"), CandidateInput(key="Y")),
        data=quality_and_price({}).data,
    )
    inputs = replace(
        inputs,
        data=tuple(
            datum(key, leaf, value)
            for key, leaf, value in (
                ("X", "1", 1),
                ("X", "2", 0),
                ("Y", "1", 0),
                ("Y", "2", 1),
            )
        ),
    )

    found = run(inputs, Plan())

    exact = beta_above_half(60, 40)
    assert abs(float(chance(found, "X")) - exact) < 4 * sqrt(
        exact * (1 - exact) / 10_000
    )


def datum(key, leaf, value):
    (made,) = quality_and_price({key: (value, 1)}).data
    return replace(made, criterion=leaf)


def beta_above_half(a, b):
    """Sum the binomial tail: P(Beta(a, b) > 1/2) = P(Bin(a + b - 1, 1/2) < a)."""
    trials = a + b - 1
    return sum(comb(trials, k) for k in range(a)) / 2**trials


@pytest.mark.parametrize(
    ("scores", "consensus", "expected"),
    [
        ((3, 5), None, (3, 4, 5)),
        ((4, 4), None, (3.5, 4, 4.5)),
        ((5,), None, (4.5, 5, 5)),
        ((1, 1), None, (1, 1, 1.5)),
        ((3, 5), 3, (3, 3, 5)),
        ((3, 4), 5, (3, 5, 5)),
    ],
)
def test_a_cell_is_triangular_over_its_scores(scores, consensus, expected):
    names = [f"e{number}" for number in range(len(scores))]
    inputs = evaluation(
        (criterion("1"),),
        (CandidateInput(key="A"),),
        evaluators=panel(*names),
        cells=tuple(
            score("A", "1", name, value)
            for name, value in zip(names, scores, strict=True)
        ),
        consensus=()
        if consensus is None
        else (Consensus(candidate="A", criterion="1", score=Decimal(consensus)),),
    )

    (item,) = evaluate(inputs).ranked

    assert triangle(item.criterion("1").working) == expected


@pytest.mark.parametrize("rule", list(ShareRule))
def test_both_share_rules_of_a_rubric_are_drawn(rule):
    inputs = evaluation(
        (criterion("1"),),
        (CandidateInput(key="A"), CandidateInput(key="B")),
        evaluators=panel("ann", "bob"),
        cells=tuple(
            score(key, "1", name, value)
            for key, values in (("A", (3, 5)), ("B", (2, 4)))
            for name, value in zip(("ann", "bob"), values, strict=True)
        ),
        rules=Rules(share_rule=rule),
    )

    found = run(inputs, Plan())

    # Two triangles of half-width 1 whose middles lie 1 apart: P(A > B) = 23/24.
    exact = 23 / 24
    assert abs(float(chance(found, "A")) - exact) < 4 * sqrt(
        exact * (1 - exact) / 10_000
    )


def test_a_cost_driver_without_width_changes_no_figure():
    inputs = quality_and_price({"X": (".5", 100), "Y": (".6", 110)}, price_points=50)
    fixed = CostDriver(name="tariff", low=1.0, mode=1.0, high=1.0, effects={"X": 30.0})

    assert run(inputs, Plan(draws=400, drivers=(fixed,))) == run(inputs)


def test_a_cost_driver_moves_all_prices_together_and_the_minimum_with_them():
    inputs = quality_and_price({"X": (".5", 100), "Y": (".5", 110)}, price_points=100)
    hot = CostDriver(
        name="tariff", low=0.0, mode=1.0, high=5.0, effects={"X": 30.0, "Y": 10.0}
    )

    steady = run(inputs, Plan(draws=400))
    moved = run(inputs, Plan(draws=10_000, drivers=(hot,)))

    assert chance(steady, "X") == 1
    # X is dearer where 20·(t - 1) > 10: t > 1.5 on the triangle (0, 1, 5).
    exact = 1 - (5 - 1.5) ** 2 / (5 * 4)
    assert abs(float(chance(moved, "X")) - exact) < 4 * sqrt(
        exact * (1 - exact) / 10_000
    )


def test_data_stay_fixed_unless_they_carry_a_range():
    inputs = quality_and_price({"X": (".6", 100), "Y": (".5", 100)}, price_points=0)
    span = DataRange(candidate="Y", criterion="quality", low=0.3, high=0.9)

    assert chance(run(inputs), "X") == 1
    assert 0 < chance(run(inputs, Plan(draws=400, ranges=(span,))), "X") < 1


@pytest.mark.parametrize(
    "rule",
    [
        PriceRule(formula=PriceFormula.LOW_BID),
        PriceRule(formula=PriceFormula.MIN_MAX),
        PriceRule(
            formula=PriceFormula.FIXED_RANGE,
            range_low=Decimal(90),
            range_high=Decimal(150),
        ),
        PriceRule(formula=PriceFormula.LOG, log_base=Decimal("1.3")),
        PriceRule(formula=PriceFormula.BENCHMARK, benchmark=Decimal(110)),
    ],
    ids=lambda rule: rule.formula,
)
def test_price_formulas_agree_with_the_exact_ones(rule):
    prices = [100, 120, 140]
    field = PriceField(lowest=Decimal(100), highest=Decimal(140))

    (found,) = price_shares(
        np.array([prices], dtype=float), rule, np.array([[100.0]]), np.array([[140.0]])
    )

    for own, price in zip(found, prices, strict=True):
        assert abs(own - float(price_share(Decimal(price), rule, field))) < 1e-12


def test_equal_prices_all_earn_the_full_share_of_min_max():
    same = np.array([[100.0, 100.0]])
    ends = np.array([[100.0]])

    found = price_shares(same, PriceRule(formula=PriceFormula.MIN_MAX), ends, ends)

    assert found.tolist() == [[1.0, 1.0]]


def test_a_bid_that_counts_but_has_no_total_still_sets_the_lowest_price():
    inputs = quality_and_price({"X": (".9", 120), "Y": (".8", 100), "Z": (".2", 60)})
    silent = replace(
        inputs, data=tuple(item for item in inputs.data if item.candidate != "Z")
    )

    found = run(silent, Plan())

    assert {item.candidate for item in found.chances} == {"X", "Y"}
    assert chance(found, "X") > Decimal("0.5")
    alone = replace(silent, candidates=silent.candidates[:2])
    assert chance(run(alone, Plan()), "X") < Decimal("0.5")


def test_it_tells_how_far_it_is():
    told = []

    run(story_inputs("running"), progress=told.append)

    assert told == sorted(told)
    assert told[-1] == 90


def test_nothing_to_rank_has_no_chances():
    found = run(evaluation((criterion("q", Kind.CURVE),), ()))

    assert (found.chances, found.seed) == ((), 7)
