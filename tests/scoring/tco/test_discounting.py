from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.figures.errors import InputError
from scoring.tco.discounting import (
    discount_factors,
    equivalent_annual_cost,
    monthly_rate,
    net_present_value,
    present_value,
    real_rate,
)
from scoring.tco.inputs import Timing
from tests.scoring.tco.samples import CASES, close_to, published

EIGHT = Decimal("0.08")
rates = st.decimals(min_value="-0.9", max_value=5, places=4)


def test_worked_case_s01_at_year_end_and_in_mid_year():
    given, expected = CASES["S01"]["inputs"], CASES["S01"]["expected"]
    stream = [Decimal(given["capex_t0"]), *map(Decimal, given["annual_costs"])]

    end = net_present_value(stream, given["rate"])
    middle = net_present_value(stream, given["rate"], Timing.MID_YEAR)

    assert end == published(expected["npv_end_year"])
    assert middle == published(expected["npv_mid_year"])
    assert (middle - stream[0]) / (end - stream[0]) == published(
        expected["mid_over_end_ratio_of_opex"]
    )


def test_first_amount_of_a_stream_is_never_discounted():
    given, expected = CASES["S01"]["inputs"], CASES["S01"]["expected"]
    running = list(map(Decimal, given["annual_costs"]))

    assert net_present_value(running, EIGHT) == published(
        expected["npf_npv_opex_only_discounts_from_t0"]
    )
    assert net_present_value([Decimal(0), *running], EIGHT) == published(
        expected["excel_npv_opex_only_discounts_from_t1"]
    )


def test_worked_case_s14_monthly_rate_compounds_to_the_yearly_one():
    expected = CASES["S14"]["expected"]

    assert monthly_rate(EIGHT) == published(expected["monthly_rate"])
    assert monthly_rate(EIGHT) != published(expected["nominal_over_12"])
    assert monthly_rate(Decimal(0)) == 0


@given(rates)
def test_twelve_months_are_a_year(rate):
    assert (1 + monthly_rate(rate)) ** 12 == close_to(1 + rate)


def test_real_rate_takes_inflation_out():
    assert real_rate(Decimal("0.08"), Decimal("0.03")) == close_to(
        Decimal(5) / 103, "1e-27"
    )
    assert real_rate(Decimal("0.02"), Decimal("0.05")) < 0


@pytest.mark.parametrize("timing", Timing)
def test_at_rate_zero_every_year_weighs_one(timing):
    assert discount_factors(Decimal(0), 3, timing) == (1, 1, 1, 1)


@given(rates, st.integers(min_value=1, max_value=10))
def test_mid_year_lies_half_a_year_before_the_end(rate, years):
    end = discount_factors(rate, years)
    middle = discount_factors(rate, years, Timing.MID_YEAR)

    for early, late in zip(middle[1:], end[1:], strict=True):
        assert early**2 / late**2 == pytest.approx(1 + rate, rel=Decimal("1e-25"))


@given(rates, st.integers(min_value=1, max_value=10))
def test_equal_yearly_cost_has_the_same_value(rate, years):
    yearly = equivalent_annual_cost(Decimal(1000), rate, years)

    annuity = net_present_value([Decimal(0), *[yearly] * years], rate)

    assert annuity == close_to(1000)


def test_flow_and_factors_of_different_length_are_refused():
    with pytest.raises(ValueError, match="zip"):
        present_value((Decimal(1),), (Decimal(1), Decimal(1)))


@pytest.mark.parametrize("rate", ["-1", "-1.5"])
def test_rate_of_minus_one_or_below_is_refused(rate):
    with pytest.raises(InputError, match="a rate is above −1"):
        discount_factors(Decimal(rate), 1)
