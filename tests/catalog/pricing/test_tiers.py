"""The price of the tier reached, one below, at and one above its quantity."""

from decimal import Decimal

from hypothesis import given, strategies as st

from catalog.pricing.tiers import PriceBreak, break_at, unit_price_at
from tests.catalog.pricing.samples import line, offer, tiers

BREAKS = tiers((8, "95"), (16, "90"))
BASE = Decimal(100)


def price(quantity):
    return unit_price_at(Decimal(quantity), BREAKS, BASE)


def test_the_boundary_of_each_tier():
    assert [price(n) for n in (7, 8, 9)] == [100, 95, 95]
    assert [price(n) for n in (15, 16, 17)] == [95, 90, 90]
    assert price("7.999") == 100


def test_the_order_in_which_tiers_are_written_plays_no_part():
    assert unit_price_at(Decimal(16), BREAKS[::-1], BASE) == 90


def test_below_the_lowest_tier_nothing_is_offered_without_a_base_price():
    assert unit_price_at(Decimal(7), BREAKS) is None
    assert break_at(Decimal(7), BREAKS) is None


def test_a_line_takes_the_tier_of_its_quantity_and_names_it():
    found = [line("100", quantity=Decimal(n), breaks=BREAKS) for n in (7, 8, 16)]

    assert [each.unit_price for each in found] == [100, 95, 90]
    assert [each.tier for each in found] == [None, 8, 16]
    assert [each.next_tier for each in found] == [8, 16, None]


def test_a_line_that_is_not_offered_has_no_price_in_any_tier():
    assert line(None, breaks=BREAKS).unit_price is None
    assert not offer(line(None, breaks=BREAKS)).lines[0].is_offered


@given(
    st.decimals("0.001", 1000, places=3),
    st.dictionaries(st.integers(1, 900), st.integers(0, 10**6), max_size=6),
)
def test_the_price_is_that_of_the_highest_quantity_reached(quantity, steps):
    breaks = [
        PriceBreak(from_quantity=Decimal(start), unit_price=Decimal(amount))
        for start, amount in steps.items()
    ]
    reached = [start for start in steps if start <= quantity]

    expected = Decimal(steps[max(reached)]) if reached else BASE
    assert unit_price_at(quantity, breaks, BASE) == expected
