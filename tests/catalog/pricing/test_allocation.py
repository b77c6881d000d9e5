"""Parts of an amount sum to it, to the smallest coin."""

from decimal import Decimal

from hypothesis import given, strategies as st

from catalog.pricing.allocation import shared_out
from procurement.money import round_decimal

CURRENCIES = {"USD": 2, "JPY": 0, "KWD": 3}


def test_what_is_left_goes_to_the_largest_remainders():
    parts = shared_out(Decimal("100.00"), [Decimal(1), Decimal(2), Decimal(4)], "USD")

    assert [str(part) for part in parts] == ["14.29", "28.57", "57.14"]


@given(
    st.integers(0, 10**12),
    st.lists(st.decimals("0.01", 10**9, places=2), min_size=1, max_size=9),
    st.sampled_from(sorted(CURRENCIES)),
)
def test_parts_are_coins_and_sum_to_the_whole(coins, weights, currency):
    amount = Decimal(coins).scaleb(-CURRENCIES[currency])

    parts = shared_out(amount, weights, currency)

    assert sum(parts) == amount
    assert all(part == round_decimal(part, CURRENCIES[currency]) for part in parts)
