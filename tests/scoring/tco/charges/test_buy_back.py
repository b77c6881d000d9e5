from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.buy_back import (
    BuyBack,
    ClauseKind,
    clause_worth,
    realised_rate,
    resale_present_value,
)
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def clause(**more):
    return BuyBack(
        **{
            "price": D(310_000),
            "clause_rate": D("0.3"),
            "market_rate": D("0.2"),
            "years": 3,
            **more,
        }
    )


@pytest.mark.parametrize(
    ("kind", "market", "expected"),
    [
        (ClauseKind.RIGHT, "0.2", "0.3"),
        (ClauseKind.RIGHT, "0.4", "0.4"),
        (ClauseKind.OBLIGATION, "0.2", "0.3"),
        (ClauseKind.OBLIGATION, "0.4", "0.3"),
    ],
)
def test_a_right_takes_the_better_an_obligation_the_clause(kind, market, expected):
    assert realised_rate(clause(kind=kind, market_rate=D(market))) == D(expected)


def test_a_right_is_never_worth_less_than_nothing_an_obligation_can_be():
    right = clause_worth(clause(market_rate=D("0.4")), D(0))
    duty = clause_worth(clause(market_rate=D("0.4"), kind=ClauseKind.OBLIGATION), D(0))

    assert right.value == 0
    assert duty.value == -31_000
    assert_unfolds(duty)


def test_the_premium_is_the_difference_of_both_present_values():
    rate = D("0.08")
    high, low = (
        resale_present_value(D(310_000), D(share), 3, rate) for share in ("0.3", "0.2")
    )

    assert clause_worth(clause(), rate).value == pytest.approx(
        high.value - low.value, abs=0, rel=D("1e-25")
    )
    assert_unfolds(high)


@pytest.mark.parametrize(
    "wrong",
    [{"clause_rate": D("1.01")}, {"market_rate": D(2)}, {"years": 0}, {"price": D(-1)}],
)
def test_more_than_the_price_does_not_come_back(wrong):
    with pytest.raises(InputError):
        clause(**wrong)
