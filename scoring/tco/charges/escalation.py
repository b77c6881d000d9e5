"""Yearly amounts that grow at one rate."""

from decimal import Decimal

from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly


@exact
def escalated(first: Decimal, increase: Decimal, years: int) -> Yearly:
    """Grow an amount from year 1 on, with nothing at t = 0.

    Formula: amount·(1+e)^(t−1), e a fraction above −1.

    >>> escalated(Decimal(100), Decimal("0.1"), 2)
    (Decimal('0'), Decimal('100'), Decimal('110.0'))
    """
    require_at_least(1, years=years)
    require_above(-1, increase=increase)
    growth = ONE + increase
    return ZERO, *(first * growth ** (year - 1) for year in range(1, years + 1))
