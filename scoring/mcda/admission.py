"""Admission: which candidates count, and which bids look abnormally low."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scoring.mcda.matrix import Admission, CandidateInput
from scoring.mcda.price_formulas import PriceField

COUNTING = frozenset({Admission.ADMITTED, Admission.UNDER_REVIEW})


@dataclass(frozen=True, slots=True, kw_only=True)
class AbnormallyLowRule:
    """When a bid is put under review; shares, `min_others` in bids."""

    below_mean: Decimal = Decimal("0.40")
    below_next: Decimal = Decimal("0.30")
    min_others: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LowBidTest:
    """How far a bid lies below the others; None where a test does not apply."""

    candidate: str
    below_mean_of_others: Fraction | None
    below_next: Fraction | None
    is_below_mean: bool
    is_below_next: bool

    @property
    def is_abnormally_low(self) -> bool:
        """Tell whether either test asks for a review."""
        return self.is_below_mean or self.is_below_next


def counts(candidate: CandidateInput) -> bool:
    """Tell whether a candidate takes part in totals, minima and maxima.

    Idea: admitted and under review count; rejected, late, knocked out and withdrawn
    are listed with their reason and touch no figure. Source: the product's scoring
    rules, admission.

    >>> counts(CandidateInput(key="F", admission=Admission.KNOCKED_OUT))
    False
    """
    return candidate.admission in COUNTING


def price_field(candidates: Iterable[CandidateInput]) -> PriceField | None:
    """Return the lowest and highest positive price of the candidates that count.

    Pmin and Pmax of the price formulas; a missing price is no number and takes no part.
    Source: the product's scoring rules, price.

    >>> price_field(
    ...     [
    ...         CandidateInput(key="A", price=Decimal(120)),
    ...         CandidateInput(key="B", price=Decimal(100)),
    ...         CandidateInput(key="C", price=Decimal(60), admission=Admission.LATE),
    ...     ]
    ... )
    PriceField(lowest=Decimal('100'), highest=Decimal('120'))
    """
    prices = [
        candidate.price
        for candidate in candidates
        if counts(candidate) and candidate.price is not None and candidate.price > 0
    ]
    if not prices:
        return None
    return PriceField(lowest=min(prices), highest=max(prices))


def low_bid_tests(
    net_prices: Mapping[str, Decimal], rule: AbnormallyLowRule | None = None
) -> tuple[LowBidTest, ...]:
    """Test the quoted net prices of the candidates that count, in one currency.

    Idea: a bid far below its field is asked for a justification, never excluded by
    arithmetic. Formula:

        below mean = 1 - P / mean of the other bids   (≥ 0.40, from 3 other bids)
        below next = 1 - P / next bid not below P     (≥ 0.30)

    Source: house rule; the cause is Directive 2014/24/EU, art. 69.

    >>> tests = low_bid_tests({"A": Decimal(100), "B": Decimal(65)})
    >>> [(test.candidate, test.is_abnormally_low) for test in tests]
    [('A', False), ('B', True)]
    """
    rule = rule or AbnormallyLowRule()
    prices = {key: Fraction(price) for key, price in net_prices.items()}
    return tuple(_low_bid_test(key, prices, rule) for key in prices)


def _low_bid_test(
    candidate: str, prices: Mapping[str, Fraction], rule: AbnormallyLowRule
) -> LowBidTest:
    price = prices[candidate]
    others = [other for key, other in prices.items() if key != candidate]
    not_below = [other for other in others if other >= price]
    below_mean = below_next = None
    if len(others) >= rule.min_others:
        below_mean = 1 - price * len(others) / sum(others)
    if not_below:
        below_next = 1 - price / min(not_below)
    return LowBidTest(
        candidate=candidate,
        below_mean_of_others=below_mean,
        below_next=below_next,
        is_below_mean=_reaches(below_mean, rule.below_mean),
        is_below_next=_reaches(below_next, rule.below_next),
    )


def _reaches(gap: Fraction | None, limit: Decimal) -> bool:
    return gap is not None and gap >= Fraction(limit)
