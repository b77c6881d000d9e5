from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings, strategies as st

from procurement.money import Money, TaxBasis
from scoring.figures.errors import InputError
from scoring.tco.ownership import cost_of_ownership
from scoring.tco.uncertainty.drivers import candidate_tornado, present_value_at
from scoring.tco.uncertainty.monthly import monthly_costs
from scoring.tco.uncertainty.ranges import Driver, Range
from tests.scoring.tco.samples import (
    USD,
    story_candidate,
    with_values,
    worked_candidate,
)

D = Decimal
CANDIDATE = worked_candidate(assumptions=with_values(worked_candidate(), spares_use=12))


def within(low, high):
    return st.decimals(low, high, places=3)


@settings(max_examples=40, deadline=None)
@given(
    values=st.fixed_dictionaries(
        {
            Driver.PRICE: within("0.5", 2),
            Driver.TARIFF: within("0.01", "0.5"),
            Driver.UTILISATION: within(0, 1),
            Driver.PUE: within(1, 2),
            Driver.FAILURES: within(0, 5),
            Driver.RESIDUAL: within(0, "0.5"),
            Driver.EXCHANGE_RATE: within("0.5", 2),
        }
    ),
    is_story=st.booleans(),
)
def test_the_simulation_works_with_the_exact_model(values, is_story):
    candidate = story_candidate("B") if is_story else CANDIDATE
    years = 4 if is_story else 5
    result = cost_of_ownership(candidate, USD, (years,))[years]
    costs = monthly_costs(candidate, USD, result)

    exact = present_value_at(candidate, USD, years, values)
    floats = costs.present_value({key: float(value) for key, value in values.items()})

    assert float(floats) == pytest.approx(float(exact), rel=1e-9, abs=1e-3)


def test_nothing_moved_is_the_candidate_itself():
    assert present_value_at(CANDIDATE, USD, 5, {}) == (
        cost_of_ownership(CANDIDATE, USD, (5,))[5].npv
    )


def test_maintenance_on_a_list_price_moves_with_it():
    rate = CANDIDATE.assumptions["maintenance_after_warranty"]
    on_list = replace(rate, unit="% of list price per year")
    listed = replace(
        CANDIDATE,
        assumptions={**CANDIDATE.assumptions, on_list.key: on_list},
        list_price=Money(D(2_000_000), "USD", TaxBasis.NET),
    )
    result = cost_of_ownership(listed, USD, (5,))[5]
    costs = monthly_costs(listed, USD, result)
    at = {driver: costs.usual(driver) for driver in Driver} | {Driver.PRICE: D("1.3")}

    assert float(present_value_at(listed, USD, 5, at)) == pytest.approx(
        float(costs.present_value({key: float(value) for key, value in at.items()})),
        rel=1e-9,
    )


def test_a_tornado_of_a_candidate_puts_the_widest_first():
    ranges = {
        Driver.PUE: Range(low=D("1.3"), usual=D("1.35"), high=D("1.4")),
        Driver.PRICE: Range(low=D("0.9"), usual=D(1), high=D("1.1")),
    }

    chart = candidate_tornado(CANDIDATE, USD, 5, ranges)

    assert [bar.driver for bar in chart.bars] == [Driver.PRICE, Driver.PUE]
    assert chart.usual == cost_of_ownership(CANDIDATE, USD, (5,))[5].npv
    assert chart.bars[0].at_low < chart.usual < chart.bars[0].at_high


def test_a_value_outside_its_limits_is_refused():
    with pytest.raises(InputError):
        present_value_at(CANDIDATE, USD, 5, {Driver.PUE: D("0.9")})
    with pytest.raises(InputError):
        present_value_at(CANDIDATE, USD, 5, {Driver.RESIDUAL: D("1.1")})


def test_a_candidate_without_a_cost_has_no_value():
    without = replace(CANDIDATE, assumptions=with_values(CANDIDATE, pue=None))

    with pytest.raises(InputError, match="no cost over 5 years: pue"):
        present_value_at(without, USD, 5, {Driver.PUE: D(1)})
    bare = replace(
        CANDIDATE,
        assumptions=with_values(CANDIDATE, spares_pool=None, spares_use=None),
    )
    with pytest.raises(InputError, match="spares_pool, spares_use"):
        present_value_at(bare, USD, 5, {Driver.PRICE: D(1)})
