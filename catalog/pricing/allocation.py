"""Share an amount out over lines, exact to the smallest coin."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal

from procurement.money import EXACT, exponent


def shared_out(
    amount: Decimal, weights: Sequence[Decimal], currency: str
) -> tuple[Decimal, ...]:
    """Split an amount in proportion to weights; the parts sum to it exactly.

    Each part is rounded down to the places of the currency; what is left goes, a coin
    each, to the largest remainders, the first of equal ones first.

    >>> [str(part) for part in shared_out(Decimal("1.00"), [Decimal(1)] * 3, "USD")]
    ['0.34', '0.33', '0.33']
    """
    whole = sum(weights, Decimal(0))
    coin = Decimal(1).scaleb(-exponent(currency))
    exact = [EXACT.divide(EXACT.multiply(amount, weight), whole) for weight in weights]
    parts = [part.quantize(coin, ROUND_FLOOR) for part in exact]
    coins = int((amount - sum(parts, Decimal(0))) / coin)
    order = sorted(range(len(parts)), key=lambda at: parts[at] - exact[at])
    for at in order[:coins]:
        parts[at] += coin
    return tuple(parts)
