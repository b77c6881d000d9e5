"""Price formulas: from an evaluated price to a share between 0 and 1."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from scoring.mcda.exact import is_usable, log_ratio
from scoring.mcda.reasons import Reason, ReasonCode, reason


class PriceFormula(StrEnum):
    """The formulas to choose from; locked before quotes are opened."""

    LOW_BID = "low_bid"
    MIN_MAX = "min_max"
    FIXED_RANGE = "fixed_range"
    LOG = "log"
    BENCHMARK = "benchmark"


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRule:
    """The formula and its anchors; each formula reads only its own."""

    formula: PriceFormula
    range_low: Decimal | None = None
    range_high: Decimal | None = None
    log_base: Decimal | None = None
    benchmark: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceField:
    """The lowest and highest evaluated price of the candidates that count."""

    lowest: Decimal
    highest: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceReading:
    """How a price became a share."""

    share: Fraction
    price: Decimal
    rule: PriceRule
    field: PriceField
    assumptions: tuple[str, ...] = ()


def low_bid(price: Fraction, lowest: Fraction) -> Fraction:
    """Share points in proportion to the lowest price: Pmin/P.

    Depends on the other bids, so a bid that cannot win may reverse the first two.
    Source: Ministry of Finance of China, Order 87 (2017), art. 55; Stilger, Siderius
    and Van Raaij, Journal of Public Procurement 17(1), 2017.

    >>> low_bid(Fraction(120), Fraction(100))
    Fraction(5, 6)
    """
    return lowest / price


def min_max(price: Fraction, lowest: Fraction, highest: Fraction) -> Fraction:
    """Share points between the lowest and the highest price.

    (Pmax - P)/(Pmax - Pmin), and 1 for all when all prices are equal. Depends on the
    other bids at both ends, so it can reverse. Source: Stilger et al. (2017).

    >>> min_max(Fraction(110), Fraction(100), Fraction(115))
    Fraction(1, 3)
    """
    if lowest == highest:
        return Fraction(1)
    return (highest - price) / (highest - lowest)


def fixed_range(price: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """Share points on a range recorded before opening: (hi - P)/(hi - lo), clamped.

    The anchors do not depend on bids, so no bid can reverse two others. Source:
    Mateus, Ferreira and Carreira, Journal of Purchasing and Supply Management 16(3),
    2010 (scoring rules disclosed in full before bids arrive).

    >>> fixed_range(Fraction(120), Fraction(50), Fraction(150))
    Fraction(3, 10)
    """
    return min(Fraction(1), max(Fraction(0), (high - price) / (high - low)))


def log(price: Fraction, lowest: Fraction, base: Fraction) -> Fraction:
    """Share points by the price ratio: max(0, 1 - ln(P/Pmin)/ln A), A > 1.

    Equal ratios cost equal points, so two bids below A·Pmin keep their difference
    whatever the lowest is; where the floor of 0 binds they can reverse. Logarithms
    to 50 digits. Source: logarithmic utility (Bernoulli, 1738), anchored at Pmin.

    >>> log(Fraction(100), Fraction(100), Fraction(3))
    Fraction(1, 1)
    """
    return max(Fraction(0), 1 - log_ratio(price / lowest, base))


def benchmark(price: Fraction, reference: Fraction) -> Fraction:
    """Share points against a price fixed before opening: min(1, Pbench/P).

    Being cheaper than the reference earns nothing more, and no bid can reverse two
    others. Source: `low_bid` with the reference in the place of the lowest bid.

    >>> benchmark(Fraction(125), Fraction(100)), benchmark(Fraction(80), Fraction(100))
    (Fraction(4, 5), Fraction(1, 1))
    """
    return min(Fraction(1), reference / price)


def price_share(price: Decimal, rule: PriceRule, field: PriceField) -> Fraction:
    """Apply the locked formula to one price.

    Idea: one table of formulas, so that what-if comparisons change the rule alone.
    Formula and source: those of the formula the rule names.

    >>> field = PriceField(lowest=Decimal(100), highest=Decimal(120))
    >>> price_share(Decimal(120), PriceRule(formula=PriceFormula.LOW_BID), field)
    Fraction(5, 6)
    """
    return _SHARES[rule.formula](Fraction(price), rule, field)


def price_faults(rule: PriceRule) -> tuple[Reason, ...]:
    """Say all that keeps a price rule from being used.

    Idea: hi > lo ≥ 0 for the fixed range, A > 1 for the logarithm, a positive
    reference for the benchmark. Source: the product's scoring rules, price.

    >>> price_faults(PriceRule(formula=PriceFormula.LOW_BID))
    ()
    >>> rule = PriceRule(formula=PriceFormula.LOG, log_base=Decimal(1))
    >>> [str(fault.code) for fault in price_faults(rule)]
    ['price_log_base_invalid']
    """
    return tuple(reason(code) for code in _FAULTS.get(rule.formula, _no_fault)(rule))


def _anchor(value: Decimal | None) -> Fraction:
    """Return an anchor that `price_faults` has already found to be there."""
    return Fraction(value or 0)


_SHARES: dict[PriceFormula, Callable[[Fraction, PriceRule, PriceField], Fraction]] = {
    PriceFormula.LOW_BID: lambda price, _rule, field: low_bid(
        price, Fraction(field.lowest)
    ),
    PriceFormula.MIN_MAX: lambda price, _rule, field: min_max(
        price, Fraction(field.lowest), Fraction(field.highest)
    ),
    PriceFormula.FIXED_RANGE: lambda price, rule, _field: fixed_range(
        price, _anchor(rule.range_low), _anchor(rule.range_high)
    ),
    PriceFormula.LOG: lambda price, rule, field: log(
        price, Fraction(field.lowest), _anchor(rule.log_base)
    ),
    PriceFormula.BENCHMARK: lambda price, rule, _field: benchmark(
        price, _anchor(rule.benchmark)
    ),
}


def _no_fault(_rule: PriceRule) -> Iterator[ReasonCode]:
    return iter(())


def _range_faults(rule: PriceRule) -> Iterator[ReasonCode]:
    anchors = (rule.range_low, rule.range_high)
    match [anchor for anchor in anchors if anchor is not None and is_usable(anchor)]:
        case [low, high] if 0 <= low < high:
            return
    yield ReasonCode.PRICE_RANGE_INVALID


def _log_faults(rule: PriceRule) -> Iterator[ReasonCode]:
    if not _is_above(rule.log_base, 1):
        yield ReasonCode.PRICE_LOG_BASE_INVALID


def _benchmark_faults(rule: PriceRule) -> Iterator[ReasonCode]:
    if not _is_above(rule.benchmark, 0):
        yield ReasonCode.PRICE_BENCHMARK_INVALID


def _is_above(value: Decimal | None, bound: int) -> bool:
    return value is not None and is_usable(value) and value > bound


_FAULTS: dict[PriceFormula, Callable[[PriceRule], Iterator[ReasonCode]]] = {
    PriceFormula.FIXED_RANGE: _range_faults,
    PriceFormula.LOG: _log_faults,
    PriceFormula.BENCHMARK: _benchmark_faults,
}
