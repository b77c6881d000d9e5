from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.figures.errors import InputError
from scoring.tco.rent_or_buy.mix import Burst, Demand, Rates, best_mix, mix_cost

D = Decimal
PROFILE = Demand(
    shares={0: D("0.1"), 2: D("0.5"), 4: D("0.3"), 8: D("0.1")}, hours=D(1000)
)
prices = st.decimals("0.01", 100, places=2)


@given(commit=prices, on_demand=prices, spot=st.none() | prices)
def test_no_other_base_is_cheaper(commit, on_demand, spot):
    rates = Rates(commit=commit, on_demand=on_demand, spot=spot)
    hourly = min(rate for rate in (on_demand, spot) if rate is not None)

    mix = best_mix(PROFILE, rates)

    costs = [
        mix_cost(PROFILE, base, commit, hourly) for base in range(PROFILE.peak + 1)
    ]
    assert mix.cost == min(costs)
    assert mix.cost == costs[mix.base]


def test_the_worst_mix_burns_the_burst_on_demand():
    demand = Demand(shares={3: D("0.4"), 4: D("0.6")}, hours=D(26_280))
    rates = Rates(commit=D("23.8"), on_demand=D("63.296"), spot=D("29.563913"))

    mix = best_mix(demand, rates)

    assert (mix.base, mix.burst) == (3, Burst.SPOT)


def test_a_cheap_commitment_carries_the_peak():
    mix = best_mix(PROFILE, Rates(commit=D("0.01"), on_demand=D(10)))

    assert (mix.base, mix.burst) == (8, None)


@pytest.mark.parametrize(
    ("rates", "base", "burst"),
    [
        (Rates(commit=None, on_demand=D(10)), 0, Burst.ON_DEMAND),
        (Rates(commit=None, on_demand=None, spot=D(5)), 0, Burst.SPOT),
        (Rates(commit=D(3), on_demand=None), 8, None),
    ],
)
def test_a_tier_without_a_price_is_not_chosen(rates, base, burst):
    mix = best_mix(PROFILE, rates)

    assert (mix.base, mix.burst) == (base, burst)


def test_without_any_price_there_is_no_mix():
    assert best_mix(PROFILE, Rates(commit=None, on_demand=None)) is None


def test_the_profile_is_read_by_nodes():
    assert PROFILE.share_at_least(4) == D("0.4")
    assert PROFILE.mean_above(2) == D("1.2")
    assert PROFILE.peak == 8


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Demand(shares={1: D("0.5")}, hours=D(1)),
        lambda: Demand(shares={1: D(1)}, hours=D(0)),
        lambda: Demand(shares={1: D(2), 2: D(-1)}, hours=D(1)),
        lambda: Rates(commit=D(-1), on_demand=None),
        lambda: mix_cost(PROFILE, -1, D(1), D(1)),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
