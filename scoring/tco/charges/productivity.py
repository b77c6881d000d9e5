"""Productivity gain: what better hardware earns, on a line of its own."""

from decimal import Decimal

from scoring.figures.limits import require_at_least
from scoring.figures.precision import ZERO, exact
from scoring.tco.cashflow import Yearly
from scoring.tco.charges.escalation import escalated


@exact
def productivity_gain(gain: Decimal, increase: Decimal, years: int) -> Yearly:
    """Count a gain as negative cost, apart from all others.

    Formula: −gain·(1+e)^(t−1). Unit: currency per year. It never enters a cost per
    GPU-hour, because it is no cost of the hours. Source: the buyer's own estimate.

    >>> productivity_gain(Decimal(100), Decimal(0), 1)
    (Decimal('0'), Decimal('-100'))
    """
    require_at_least(0, gain=gain)
    return escalated(-gain, increase, years) if gain else (ZERO,) * (years + 1)
