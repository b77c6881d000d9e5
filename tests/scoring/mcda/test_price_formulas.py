from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from scoring.mcda.exact import comparable
from scoring.mcda.price_formulas import (
    PriceField,
    PriceFormula,
    PriceRule,
    benchmark,
    fixed_range,
    log,
    low_bid,
    min_max,
    price_faults,
    price_share,
)

RULES = {
    PriceFormula.LOW_BID: PriceRule(formula=PriceFormula.LOW_BID),
    PriceFormula.MIN_MAX: PriceRule(formula=PriceFormula.MIN_MAX),
    PriceFormula.FIXED_RANGE: PriceRule(
        formula=PriceFormula.FIXED_RANGE,
        range_low=Decimal(50),
        range_high=Decimal(150),
    ),
    PriceFormula.LOG: PriceRule(formula=PriceFormula.LOG, log_base=Decimal(3)),
    PriceFormula.BENCHMARK: PriceRule(
        formula=PriceFormula.BENCHMARK, benchmark=Decimal(90)
    ),
}
PRICES = st.decimals(min_value=1, max_value=10**7, places=2)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (PriceFormula.LOW_BID, Fraction(5, 6)),
        (PriceFormula.MIN_MAX, Fraction(4, 5)),
        (PriceFormula.FIXED_RANGE, Fraction(3, 10)),
        (PriceFormula.BENCHMARK, Fraction(3, 4)),
    ],
)
def test_each_formula_reads_its_own_anchors(formula, expected):
    field = PriceField(lowest=Decimal(100), highest=Decimal(200))

    assert price_share(Decimal(120), RULES[formula], field) == expected


def test_log_gives_equal_points_for_equal_ratios():
    field = PriceField(lowest=Decimal(100), highest=Decimal(300))

    share = price_share(Decimal("173.205080756887729353"), RULES["log"], field)

    assert comparable(share) == Decimal("0.5")
    assert price_share(Decimal(300), RULES["log"], field) == 0
    assert price_share(Decimal(100), RULES["log"], field) == 1


def test_equal_prices_all_earn_the_full_share():
    same = Fraction(100)

    assert min_max(same, same, same) == low_bid(same, same) == log(same, same, 3 * same)
    assert min_max(same, same, same) == 1


def test_fixed_range_and_benchmark_are_clamped_and_log_has_a_floor():
    assert fixed_range(Fraction(40), Fraction(50), Fraction(150)) == 1
    assert fixed_range(Fraction(160), Fraction(50), Fraction(150)) == 0
    assert benchmark(Fraction(10), Fraction(90)) == 1
    assert log(Fraction(400), Fraction(100), Fraction(3)) == 0


@pytest.mark.parametrize("formula", PriceFormula)
@given(prices=st.lists(PRICES, min_size=2, max_size=2))
def test_a_lower_price_never_earns_less_and_shares_stay_between_0_and_1(
    formula, prices
):
    low, high = sorted(prices)
    field = PriceField(lowest=low, highest=high)

    cheap = price_share(low, RULES[formula], field)
    dear = price_share(high, RULES[formula], field)

    assert 0 <= dear <= cheap <= 1


@pytest.mark.parametrize("rule", RULES.values())
def test_rules_with_their_anchors_have_no_faults(rule):
    assert price_faults(rule) == ()


@pytest.mark.parametrize(
    ("formula", "anchors", "code"),
    [
        ("fixed_range", {}, "price_range_invalid"),
        ("fixed_range", {"range_low": "5"}, "price_range_invalid"),
        ("fixed_range", {"range_high": "5"}, "price_range_invalid"),
        ("fixed_range", {"range_low": "5", "range_high": "5"}, "price_range_invalid"),
        ("fixed_range", {"range_low": "-1", "range_high": "5"}, "price_range_invalid"),
        ("fixed_range", {"range_low": "NaN", "range_high": "5"}, "price_range_invalid"),
        ("log", {}, "price_log_base_invalid"),
        ("log", {"log_base": "1"}, "price_log_base_invalid"),
        ("log", {"log_base": "NaN"}, "price_log_base_invalid"),
        ("benchmark", {}, "price_benchmark_invalid"),
        ("benchmark", {"benchmark": "0"}, "price_benchmark_invalid"),
    ],
)
def test_a_rule_without_its_anchors_says_so(formula, anchors, code):
    values = {name: Decimal(text) for name, text in anchors.items()}
    rule = PriceRule(formula=PriceFormula(formula), **values)

    assert [str(fault.code) for fault in price_faults(rule)] == [code]


def test_a_range_may_start_at_zero():
    rule = PriceRule(
        formula=PriceFormula.FIXED_RANGE, range_low=Decimal(0), range_high=Decimal(1)
    )

    assert price_faults(rule) == ()
