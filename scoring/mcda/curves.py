"""Curves: from one datum to a share between 0 and 1."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from scoring.mcda.exact import is_usable, log_ratio
from scoring.mcda.reasons import Reason, ReasonCode, reason

LOWEST_SCORE = Decimal(1)
HIGHEST_SCORE = Decimal(5)


class CurveScale(StrEnum):
    """What is straight between two points: the value, or its logarithm."""

    LINEAR = "linear"
    LOG = "log"


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """A value and the score it gives."""

    value: Decimal
    score: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveSpec:
    """A published curve; its direction follows from the points."""

    score_1_at: Decimal
    score_5_at: Decimal
    middle: tuple[CurvePoint, ...] = ()
    scale: CurveScale = CurveScale.LINEAR
    unit: str = ""

    @property
    def points(self) -> tuple[CurvePoint, ...]:
        """Return all points from score 1 to score 5."""
        return (
            CurvePoint(value=self.score_1_at, score=LOWEST_SCORE),
            *sorted(self.middle, key=lambda point: point.score),
            CurvePoint(value=self.score_5_at, score=HIGHEST_SCORE),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveReading:
    """How a datum became a share: the two points it lies between, or the end."""

    share: Fraction
    value: Decimal
    lower: CurvePoint
    upper: CurvePoint
    is_clamped: bool

    @property
    def shown_score(self) -> Fraction:
        """Return the share as a score from 1 to 5: 1 + 4 · share."""
        return 1 + 4 * self.share


def curve_share(value: Decimal, curve: CurveSpec) -> Fraction:
    """Read the share of a value off a curve.

    Idea: a value function fixed before the data are known, so that a datum scores
    the same whatever the other candidates offer. Between two neighbouring points
    (x₀, s₀) and (x₁, s₁)

        score = s₀ + (s₁ - s₀) · (x - x₀)/(x₁ - x₀),   share = (score - 1)/4,

    on a logarithmic scale with ln x in place of x; outside the points it is clamped.
    Source: Keeney and Raiffa, Decisions with Multiple Objectives (1976), ch. 3.

    >>> weeks = CurveSpec(score_1_at=Decimal(26), score_5_at=Decimal(8))
    >>> curve_share(Decimal(14), weeks)
    Fraction(2, 3)
    """
    return curve_reading(value, curve).share


def curve_reading(value: Decimal, curve: CurveSpec) -> CurveReading:
    """Read the share off a curve and say between which points it was found.

    Idea, formula and source as in `curve_share`.

    >>> memory = CurveSpec(score_1_at=Decimal(320), score_5_at=Decimal(1128))
    >>> curve_reading(Decimal(2000), memory).is_clamped
    True
    """
    points = sorted(curve.points, key=lambda point: point.value)
    if value <= points[0].value:
        return _at_end(value, points[0])
    if value >= points[-1].value:
        return _at_end(value, points[-1])
    lower, upper = next(
        (left, right) for left, right in pairwise(points) if value <= right.value
    )
    gain = Fraction(upper.score) - Fraction(lower.score)
    score = Fraction(lower.score) + gain * _progress(value, lower, upper, curve.scale)
    return CurveReading(
        share=(score - 1) / 4, value=value, lower=lower, upper=upper, is_clamped=False
    )


def _at_end(value: Decimal, end: CurvePoint) -> CurveReading:
    return CurveReading(
        share=(Fraction(end.score) - 1) / 4,
        value=value,
        lower=end,
        upper=end,
        is_clamped=value != end.value,
    )


def _progress(
    value: Decimal, lower: CurvePoint, upper: CurvePoint, scale: CurveScale
) -> Fraction:
    here, start, end = Fraction(value), Fraction(lower.value), Fraction(upper.value)
    if scale is CurveScale.LOG:
        return log_ratio(here / start, end / start)
    return (here - start) / (end - start)


def curve_faults(criterion: str, curve: CurveSpec) -> tuple[Reason, ...]:
    """Say all that keeps a curve from being used.

    Idea: the scores rise strictly from 1 to 5 while the values go one way only, and
    a logarithm needs positive values. Source: the product's scoring rules, curves.

    >>> flat = CurveSpec(score_1_at=Decimal(8), score_5_at=Decimal(8))
    >>> [str(fault.code) for fault in curve_faults("2.4", flat)]
    ['curve_not_monotone']
    """
    return tuple(reason(code, criterion=criterion) for code in _fault_codes(curve))


def _fault_codes(curve: CurveSpec) -> Iterator[ReasonCode]:
    points = curve.points
    if not all(is_usable(p.value) and is_usable(p.score) for p in points):
        yield ReasonCode.NUMBER_INVALID
        return
    if not all(LOWEST_SCORE < p.score < HIGHEST_SCORE for p in curve.middle):
        yield ReasonCode.CURVE_SCORE_OUTSIDE
    if not _is_monotone(points):
        yield ReasonCode.CURVE_NOT_MONOTONE
    if curve.scale is CurveScale.LOG and any(p.value <= 0 for p in points):
        yield ReasonCode.CURVE_LOG_NOT_POSITIVE


def _is_monotone(points: tuple[CurvePoint, ...]) -> bool:
    scores_rise = all(left.score < right.score for left, right in pairwise(points))
    rises = all(left.value < right.value for left, right in pairwise(points))
    falls = all(left.value > right.value for left, right in pairwise(points))
    return scores_rise and (rises or falls)
