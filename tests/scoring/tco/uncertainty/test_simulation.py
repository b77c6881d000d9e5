from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from scoring.figures.errors import InputError
from scoring.tco.inputs import Conventions, Timing
from scoring.tco.ownership import cost_of_ownership
from scoring.tco.uncertainty.monthly import monthly_costs
from scoring.tco.uncertainty.ranges import Driver, Range, Shape, certain
from scoring.tco.uncertainty.simulation import Uncertain, drawn, simulate
from tests.scoring.tco.samples import USD, story_candidate, worked_candidate

D = Decimal
DRAWS = 2000
RANGES = {
    Driver.PRICE: Range(low=D("0.9"), usual=D(1), high=D("1.2")),
    Driver.TARIFF: Range(low=D("0.08"), usual=D("0.1"), high=D("0.2")),
    Driver.UTILISATION: Range(low=D("0.4"), usual=D("0.65"), high=D("0.9")),
    Driver.PUE: Range(low=D("1.1"), usual=D("1.35"), high=D("1.6")),
    Driver.FAILURES: Range(low=D("0.5"), usual=D(1), high=D(3)),
    Driver.RESIDUAL: Range(low=D(0), usual=D("0.15"), high=D("0.3")),
    Driver.EXCHANGE_RATE: Range(
        low=D("0.95"), usual=D(1), high=D("1.05"), shape=Shape.UNIFORM
    ),
}


def uncertain(key="a", candidate=None, ranges=RANGES, conventions=USD):
    candidate = candidate or worked_candidate()
    result = cost_of_ownership(candidate, conventions, (5,))[5]
    costs = monthly_costs(candidate, conventions, result)
    return Uncertain(key=key, costs=costs, ranges=ranges)


@pytest.mark.parametrize("timing", Timing)
@pytest.mark.parametrize("letter", ["worked", "A", "B", "C"])
def test_without_uncertainty_it_is_the_exact_model(letter, timing):
    conventions = Conventions(currency="USD", timing=timing)
    years = 5 if letter == "worked" else 4
    candidate = worked_candidate() if letter == "worked" else story_candidate(letter)
    result = cost_of_ownership(candidate, conventions, (years,))[years]
    costs = monthly_costs(candidate, conventions, result)

    simulation = simulate([Uncertain(key="a", costs=costs, ranges={})], seed=1, draws=3)

    assert simulation.values[0] == pytest.approx(float(result.npv), rel=1e-9, abs=0)


def test_one_seed_gives_one_result():
    first, second = (simulate([uncertain()], seed=7, draws=DRAWS) for _ in range(2))
    other = simulate([uncertain()], seed=8, draws=DRAWS)

    assert (first.values == second.values).all()
    assert (first.values != other.values).any()


def test_neither_order_nor_company_changes_a_candidate():
    pair = [uncertain("a"), uncertain("b")]

    alone = simulate(pair[:1], seed=7, draws=DRAWS)
    turned = simulate(pair[::-1], seed=7, draws=DRAWS)

    assert (turned.values[1] == alone.values[0]).all()
    assert (turned.values[0] != turned.values[1]).any()


def test_what_is_shared_moves_all_candidates_at_once():
    shared = {Driver.TARIFF: RANGES[Driver.TARIFF], Driver.PUE: RANGES[Driver.PUE]}

    simulation = simulate(
        [uncertain("a", ranges=shared), uncertain("b", ranges=shared)], 7, DRAWS
    )

    assert (simulation.values[0] == simulation.values[1]).all()
    assert simulation.probability_cheaper("a", "b") == 0.5
    assert simulation.probability_cheapest() == {"a": 1.0, "b": 0.0}


def test_percentiles_rise_and_shares_add_up():
    dear = {**RANGES, Driver.PRICE: certain(D("1.1"))}
    simulation = simulate([uncertain("a"), uncertain("b", ranges=dear)], 7, DRAWS)

    spread = simulation.spread("a")

    assert spread.p10 < spread.p50 < spread.p90
    assert spread.p10 < spread.mean < spread.p90
    assert simulation.probability_cheaper("a", "b") + simulation.probability_cheaper(
        "b", "a"
    ) == pytest.approx(1)
    assert simulation.probability_cheaper("a", "b") > 0.5
    assert sum(simulation.probability_cheapest().values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("shape", "mean", "median"), [(Shape.TRIANGULAR, 4, 3.675), (Shape.UNIFORM, 5, 5)]
)
def test_draws_follow_their_distribution(shape, mean, median):
    within = Range(low=D(0), usual=D(2), high=D(10), shape=shape)

    values = drawn(np.linspace(0, 1, 200_001), within)

    assert values.mean() == pytest.approx(mean, abs=0.01)
    assert np.median(values) == pytest.approx(median, abs=0.01)
    assert (values.min(), values.max()) == (0, 10)


@pytest.mark.parametrize("usual", [D(0), D(10)])
def test_a_usual_value_at_an_end_is_a_ramp(usual):
    values = drawn(np.linspace(0, 1, 101), Range(low=D(0), usual=usual, high=D(10)))

    assert np.isfinite(values).all()
    assert (np.diff(values) >= 0).all()


def test_a_certain_range_is_one_value():
    assert (drawn(np.linspace(0, 1, 5), certain(D(3))) == 3).all()


@settings(max_examples=25)
@given(factor=st.decimals("0.1", 10, places=2))
def test_scaling_the_price_moves_all_draws_alike(factor):
    """Only purchases, maintenance as their share and the residual scale."""
    base = simulate([uncertain(ranges={})], 7, 1).values[0, 0]
    priced = {Driver.PRICE: certain(factor)}
    moved = simulate([uncertain(ranges=priced)], 7, 1).values[0, 0]
    by_rate = {Driver.EXCHANGE_RATE: certain(factor)}
    costs = uncertain().costs
    scaled = (
        costs.purchase - costs.sold * costs.last * 0.15 + costs.priced @ (costs.factors)
    )

    assert moved - base == pytest.approx((float(factor) - 1) * scaled, rel=1e-6, abs=1)
    assert simulate([uncertain(ranges=by_rate)], 7, 1).values[0, 0] == moved


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: simulate([], 1, 1),
        lambda: simulate([uncertain(), uncertain()], 1, 1),
        lambda: simulate([uncertain()], 1, 0),
        lambda: simulate([uncertain()], -1, 1),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()


def test_more_of_a_driver_costs_more():
    base = uncertain(ranges={})
    usual = simulate([base], 1, 1).values[0, 0]

    for driver in (Driver.TARIFF, Driver.UTILISATION, Driver.PUE):
        more = certain(base.costs.usual(driver) * D("1.1"))
        assert simulate([replace(base, ranges={driver: more})], 1, 1).values[0, 0] > (
            usual
        )
