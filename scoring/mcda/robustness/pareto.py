"""Pareto front: the candidates that nobody beats on quality and on price at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scoring.mcda.matrix import Kind
from scoring.mcda.result import CandidateResult, RankingResult
from scoring.mcda.weighted_sum import POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """A candidate's quality in points without the price criterion, and its price."""

    candidate: str
    quality: Fraction
    price: Decimal
    is_on_front: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeOff:
    """All ranked candidates that have a price, and the most quality there can be."""

    most: Fraction
    trades: tuple[Trade, ...]


def trade_off(result: RankingResult) -> TradeOff:
    """Set quality against evaluated price.

    Idea: whoever is dominated can win by no weight of the price. Formula: quality is
    the total less the points of the price criterion; on the front unless another has
    quality ≥ and price ≤ with one of them strict. Source: Pareto (1906); the product's
    scoring rules, robustness.
    """
    found = [
        (item.key, _quality(item), item.price)
        for item in result.ranked
        if item.price is not None and item.price > 0
    ]
    priced = _price_weight(result)
    return TradeOff(
        most=POINTS * (sum(result.effective_weights.values(), Fraction(0)) - priced),
        trades=tuple(
            Trade(
                candidate=key,
                quality=quality,
                price=price,
                is_on_front=not _is_dominated(quality, price, found),
            )
            for key, quality, price in found
        ),
    )


def _quality(item: CandidateResult) -> Fraction:
    return sum(
        (
            own.points or Fraction(0)
            for own in item.criteria
            if own.criterion.kind is not Kind.PRICE
        ),
        Fraction(0),
    )


def _price_weight(result: RankingResult) -> Fraction:
    criteria = result.ranked[0].criteria if result.ranked else ()
    return sum(
        (own.effective_weight for own in criteria if own.criterion.kind is Kind.PRICE),
        Fraction(0),
    )


def _is_dominated(
    quality: Fraction, price: Decimal, field: Sequence[tuple[str, Fraction, Decimal]]
) -> bool:
    return any(
        other >= quality and cost <= price and (other > quality or cost < price)
        for _key, other, cost in field
    )
