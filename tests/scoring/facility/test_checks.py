from decimal import Decimal

from scoring.facility.checks import (
    Check,
    Limit,
    Result,
    compared,
    overall,
    unknown,
    upgrade_cost,
)
from scoring.figures.figure import given
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def check(needed, offered, price=None):
    return compared(
        Limit.PORTS,
        given("ports_needed", "N", D(needed), ""),
        given("free_ports", "F", D(offered), ""),
        price,
    )


def test_what_is_offered_exactly_passes():
    assert check(10, 10).result is Result.PASSES
    assert check(10, 10).shortage is None


def test_a_shortage_is_counted_and_priced():
    found = check(12, 10, D(400))

    assert (found.result, found.shortage.value, found.cost.value) == (
        Result.FAILS,
        2,
        800,
    )
    assert_unfolds(found.cost)


def test_an_unpriced_shortage_has_no_cost_and_neither_has_the_upgrade():
    assert check(12, 10).cost is None
    assert upgrade_cost([check(12, 10), check(12, 10, D(400))]) is None
    assert upgrade_cost([check(12, 10, D(400)), check(1, 1)]) == 800
    assert upgrade_cost([]) == 0


def test_what_is_missing_is_named():
    found = unknown(Limit.FLOOR, rack_kg=None, rack_m2=D(1), weight_kg=None)

    assert found.missing == ("rack_kg", "weight_kg")


def test_a_failure_is_worse_than_what_is_not_known():
    missing = Check(limit=Limit.DEPTH, result=Result.UNKNOWN)

    assert overall([check(1, 1), missing]) is Result.UNKNOWN
    assert overall([check(2, 1), missing]) is Result.FAILS
    assert overall([check(1, 1)]) is Result.PASSES
