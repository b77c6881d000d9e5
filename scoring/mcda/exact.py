"""Exact numbers: from decimals to fractions, and back to decimals when shown."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from enum import StrEnum
from fractions import Fraction

COMPARISON_PLACES = 12
SNAPSHOT_DIGITS = 28
LOGARITHM_DIGITS = 50

# Beyond this many places before or after the point a number is a mistake or an attack:
# the fraction of Decimal("1E+1000000") alone fills the memory.
MAX_EXPONENT = 40

_LOGARITHMS = Context(prec=LOGARITHM_DIGITS, rounding=ROUND_HALF_EVEN)


class RoundingMode(StrEnum):
    """What happens to a value half-way between two shown ones."""

    HALF_EVEN = "half_even"
    HALF_UP = "half_up"


def is_usable(value: Decimal) -> bool:
    """Tell whether a decimal is finite and of a size that can mean something.

    >>> is_usable(Decimal("0.25")), is_usable(Decimal("NaN"))
    (True, False)
    """
    if not value.is_finite():
        return False
    exponent = value.as_tuple().exponent
    return int(exponent) >= -MAX_EXPONENT and value.adjusted() <= MAX_EXPONENT


def natural_log(value: Fraction) -> Decimal:
    """Return ln(value), correct to 50 significant digits.

    The only step of the scoring that is not exact.

    >>> natural_log(Fraction(3))
    Decimal('1.0986122886681096913952452369225257046474905578227')
    """
    quotient = _LOGARITHMS.divide(Decimal(value.numerator), Decimal(value.denominator))
    return quotient.ln(_LOGARITHMS)


def log_ratio(value: Fraction, base: Fraction) -> Fraction:
    """Return ln(value) / ln(base) as a fraction; the logarithm's own base cancels.

    >>> log_ratio(Fraction(1), Fraction(3))
    Fraction(0, 1)
    """
    return Fraction(_LOGARITHMS.divide(natural_log(value), natural_log(base)))


def rounded(
    value: Fraction, places: int, mode: RoundingMode = RoundingMode.HALF_EVEN
) -> Decimal:
    """Round to a number of decimal places, once, from the exact value.

    >>> rounded(Fraction(1, 8), 2), rounded(Fraction(1, 8), 2, RoundingMode.HALF_UP)
    (Decimal('0.12'), Decimal('0.13'))
    """
    scaled = value * 10**places
    if mode is RoundingMode.HALF_EVEN:
        units = round(scaled)
    else:
        units = int(abs(scaled) + Fraction(1, 2)) * (1 if scaled >= 0 else -1)
    return Decimal(f"{units}E-{places}")


def comparable(value: Fraction) -> Decimal:
    """Quantise to 1E-12 half-even: what comparisons, ties and ranks look at.

    >>> comparable(Fraction(2, 3))
    Decimal('0.666666666667')
    """
    return rounded(value, COMPARISON_PLACES)


def decimal_string(value: Fraction, digits: int = SNAPSHOT_DIGITS) -> str:
    """Write a fraction with a number of significant digits, as snapshots store it.

    >>> decimal_string(Fraction(2, 3))
    '0.6666666666666666666666666667'
    >>> decimal_string(Fraction(14))
    '14'
    """
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return format(quotient.normalize(context), "f")
