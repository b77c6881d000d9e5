"""Discounting: yearly amounts to today's value, and back to an equal yearly cost."""

from collections.abc import Sequence
from decimal import Decimal

from scoring.figures.errors import InputError
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly
from scoring.tco.inputs import Timing

_MONTHS = 12


@exact
def discount_factors(
    rate: Decimal, years: int, timing: Timing = Timing.END_OF_YEAR
) -> Yearly:
    """Weigh each year's running cost by what it is worth today.

    Formula: 1 at t = 0; then 1/(1+r)^t at the end of the year, or 1/(1+r)^(t−0.5) in
    its middle. The rate is a fraction per year, above −1.

    Source: Brealey, Myers and Allen, Principles of Corporate Finance.

    >>> discount_factors(Decimal("0.25"), 2)
    (Decimal('1'), Decimal('0.8'), Decimal('0.64'))
    >>> discount_factors(Decimal("0.5625"), 1, Timing.MID_YEAR)
    (Decimal('1'), Decimal('0.8'))
    """
    growth = _growth(rate)
    shift = growth.sqrt() if timing is Timing.MID_YEAR else ONE
    return ONE, *(shift / growth**year for year in range(1, years + 1))


@exact
def present_value(flow: Sequence[Decimal], factors: Sequence[Decimal]) -> Decimal:
    """Add a flow weighed by discount factors: Σ amount·factor.

    Source: Brealey, Myers and Allen, Principles of Corporate Finance.

    >>> present_value((Decimal(100), Decimal(50)), (Decimal(1), Decimal("0.8")))
    Decimal('140.0')
    """
    return sum((a * f for a, f in zip(flow, factors, strict=True)), ZERO)


def net_present_value(
    flow: Sequence[Decimal], rate: Decimal, timing: Timing = Timing.END_OF_YEAR
) -> Decimal:
    """Discount a whole stream, its first amount at t = 0 undiscounted.

    Formula: C0 + Σ C_t/(1+r)^t, or exponent t−0.5 in the middle of the year.

    Spreadsheet NPV functions discount the first amount too: give them the stream
    without C0. Source: numpy-financial 1.0 ``npv`` has the convention used here.

    >>> net_present_value((Decimal(100), Decimal(50)), Decimal("0.25"))
    Decimal('140.0')
    """
    return present_value(flow, discount_factors(rate, len(flow) - 1, timing))


@exact
def monthly_rate(rate: Decimal) -> Decimal:
    """Turn an effective yearly rate into the monthly one: (1+r)^(1/12) − 1.

    Not r/12, which would compound to more than r. Source: effective annual rate,
    Brealey, Myers and Allen.

    >>> round(monthly_rate(Decimal("0.08")), 12)
    Decimal('0.006434030110')
    """
    return _growth(rate) ** (ONE / _MONTHS) - ONE


@exact
def real_rate(rate: Decimal, inflation: Decimal) -> Decimal:
    """Take inflation out of a nominal rate: (1+r)/(1+π) − 1.

    Source: Fisher (1930), The Theory of Interest.

    >>> real_rate(Decimal("0.10"), Decimal("0.10"))
    Decimal('0')
    """
    return _growth(rate) / _growth(inflation) - ONE


@exact
def equivalent_annual_cost(value: Decimal, rate: Decimal, years: int) -> Decimal:
    """Spread a present value into equal amounts at the end of each year.

    Formula: PV·r/(1 − (1+r)^−n), and PV/n at r = 0. Compare unequal lives by this
    figure, at a real rate and with like-for-like replacement, never by totals.

    Source: numpy-financial 1.0 ``pmt``; Brealey, Myers and Allen.

    >>> equivalent_annual_cost(Decimal(90), Decimal("0.25"), 2)
    Decimal('62.5')
    >>> equivalent_annual_cost(Decimal(90), Decimal(0), 2)
    Decimal('45')
    """
    growth = _growth(rate)
    if not rate:
        return value / years
    return value * rate / (ONE - growth**-years)


def _growth(rate: Decimal) -> Decimal:
    if rate <= -ONE:
        message = f"a rate is above −1, not {rate}"
        raise InputError(message, "out_of_range", "rate")
    return ONE + rate
