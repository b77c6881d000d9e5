from decimal import Decimal
from math import exp, fsum, lgamma, log

import pytest
from hypothesis import given, strategies as st

from scoring.figures.errors import InputError
from scoring.tco.charges.spares import (
    Failures,
    ServiceRule,
    lead_time_demand,
    spares_by_failures,
    spares_by_policy,
    spares_choice,
    spares_price,
)
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def failures(**more):
    return Failures(
        **{"gpus": 64, "yearly_rate": D("0.09"), "lead_days": D(30), **more}
    )


def poisson(count, mean):
    """The chance of so many or fewer, by logarithms: powers of 200 pass any float."""
    return fsum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(count + 1))


def test_a_flat_fifth_is_far_too_many():
    choice = spares_choice(failures(), D("0.2"))

    assert choice.policy.value == 13
    assert choice.cycle.value == 2
    assert choice.fill_rate.value == 3
    for figure in (choice.policy, choice.demand, spares_price(choice.policy, D(30000))):
        assert_unfolds(figure)


@given(
    gpus=st.integers(1, 2000),
    rate=st.decimals("0.01", "0.5", places=2),
    days=st.integers(1, 90),
)
def test_the_count_is_the_smallest_that_reaches_the_level(gpus, rate, days):
    case = failures(gpus=gpus, yearly_rate=rate, lead_days=D(days))
    mean = float(lead_time_demand(case).value)

    count = spares_by_failures(case)

    assert poisson(count, mean) >= 0.95 - 1e-9
    assert count == 0 or poisson(count - 1, mean) < 0.95 + 1e-9
    assert spares_by_failures(case, ServiceRule.FILL_RATE) == count + 1


def test_without_failures_no_spare_is_needed():
    assert spares_by_failures(failures(yearly_rate=D(0))) == 0
    assert spares_by_policy(1, D(0)).value == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"gpus": 0},
        {"yearly_rate": D(-1)},
        {"lead_days": D(-1)},
        {"service_level": D(1)},
        {"service_level": D(95)},
    ],
)
def test_failures_that_cannot_be_are_refused(wrong):
    with pytest.raises(InputError):
        failures(**wrong)
