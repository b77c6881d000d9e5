"""When a claimed number is the right one, and when it is off by a thousand."""

from decimal import Decimal
from typing import Final

from scoring.figures.precision import ZERO, exact

TOLERANCE: Final = Decimal("0.02")
"""A claim within 2 % is right: sources round."""

THOUSAND: Final = 1000
_WITHIN: Final = Decimal("1.5")


@exact
def agrees(claimed: Decimal, right: Decimal) -> bool:
    """Tell whether a claim is the right value, rounded or within 2 %.

    A claim of 6 stands for 5.5 to 6.5: half a unit of its last digit.

    >>> agrees(Decimal(6), Decimal("6.34")), agrees(Decimal("6.0"), Decimal("6.34"))
    (True, False)
    """
    exponent = claimed.as_tuple().exponent
    places = min(int(exponent), 0)
    half = Decimal(1).scaleb(places) / 2
    return abs(claimed - right) <= max(half, abs(right) * TOLERANCE)


@exact
def is_off_by_1000(claimed: Decimal, right: Decimal) -> bool:
    """Tell whether a claim is about a thousandfold, or a thousandth, of the value.

    >>> is_off_by_1000(Decimal("1.28"), Decimal(1013))
    True
    >>> is_off_by_1000(Decimal(600), Decimal(1013))
    False
    """
    if min(claimed, right) <= ZERO:
        return False
    factor = max(claimed / right, right / claimed)
    return THOUSAND / _WITHIN <= factor <= THOUSAND * _WITHIN
