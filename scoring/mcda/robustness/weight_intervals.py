"""Weight intervals: how far one weight may move before the leader falls."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from scoring.mcda.robustness.additive import AdditiveModel, part

SHOWN_PLACES = 2
MOST_PLACES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightInterval:
    """Where a dimension or leaf may weigh with the leader still first, ends included.

    Weights are parts of 1. The interval is undefined (both ends None) for a node that
    has all the weight. `first_below` and `first_above` are who takes over just beyond
    an end, empty where the leader holds to 0 or to 1.
    """

    node: str
    is_dimension: bool
    weight: Fraction
    low: Fraction | None
    high: Fraction | None
    first_below: tuple[str, ...] = ()
    first_above: tuple[str, ...] = ()

    @property
    def width(self) -> Fraction:
        """Return how far the weight can move altogether."""
        if self.low is None or self.high is None:
            return Fraction(0)
        return self.high - self.low


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """The leader's lead over a rival with the weight at 0 and at 1."""

    rival: str
    at_none: Fraction
    at_all: Fraction

    @property
    def slope(self) -> Fraction:
        return self.at_all - self.at_none

    @property
    def root(self) -> Fraction:
        return -self.at_none / self.slope


def weight_intervals(model: AdditiveModel) -> tuple[WeightInterval, ...]:
    """Return the interval of every dimension and then of every leaf.

    Idea: one weight moves to t and the others scale by (1 - t)/(1 - w), so each lead
    over a rival is linear in t and the leader stays first on one closed interval.
    Formula: lead(t) = t·lead(inside) + (1 - t)·lead(outside) ≥ 0 for each rival, where
    both leads are at weights scaled to 1. Source: Triantaphyllou and Sánchez, Decision
    Sciences 28(1), 1997; the product's scoring rules, robustness.
    """
    nodes = [(key, True, leaves) for key, leaves in model.dimensions.items()]
    nodes += [(leaf, False, (leaf,)) for leaf in model.weights]
    return tuple(
        _interval(model, key, leaves, is_dimension=is_dimension)
        for key, is_dimension, leaves in nodes
    )


def _interval(
    model: AdditiveModel, node: str, leaves: Sequence[str], *, is_dimension: bool
) -> WeightInterval:
    weight = sum((model.weights[leaf] for leaf in leaves), Fraction(0))
    low: Fraction | None = None
    high: Fraction | None = None
    below: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    if weight < 1:
        lines = [_line(model, rival, leaves, weight) for rival in model.rivals]
        low, below = _end([line for line in lines if line.slope > 0], at_low=True)
        high, above = _end([line for line in lines if line.slope < 0], at_low=False)
    return WeightInterval(
        node=node,
        is_dimension=is_dimension,
        weight=weight,
        low=low,
        high=high,
        first_below=below,
        first_above=above,
    )


def _line(
    model: AdditiveModel, rival: str, leaves: Sequence[str], weight: Fraction
) -> _Line:
    margin = model.margin(model.leader, rival)
    inside = part(margin, model.weights, leaves)
    outside = part(margin, model.weights) - inside
    if weight:
        at_all = inside / weight
    else:
        at_all = sum((margin[leaf] for leaf in leaves), Fraction(0)) / len(leaves)
    # A leader by points may be behind by less than ranks look at: that is level.
    level = min(Fraction(0), inside + outside)
    return _Line(
        rival=rival, at_none=outside / (1 - weight) - level, at_all=at_all - level
    )


def _end(lines: Iterable[_Line], *, at_low: bool) -> tuple[Fraction, tuple[str, ...]]:
    """Return an end and who is first just beyond it."""
    edge = Fraction(0) if at_low else Fraction(1)
    inner = [line for line in lines if (line.root > 0 if at_low else line.root < 1)]
    if not inner:
        return edge, ()
    roots = [line.root for line in inner]
    end = max(roots) if at_low else min(roots)
    binding = [line for line in inner if line.root == end]
    steepest = max(abs(line.slope) for line in binding)
    return end, tuple(
        sorted(line.rival for line in binding if abs(line.slope) == steepest)
    )


def shown_interval(interval: WeightInterval) -> tuple[Fraction, Fraction, int] | None:
    """Return the ends in per cent as a page shows them, and with how many places.

    Idea: ends round inwards, so that a shown end is always inside; places are added
    until the weight itself is inside too. None for an undefined interval.

    >>> interval = WeightInterval(
    ...     node="1",
    ...     is_dimension=True,
    ...     weight=Fraction(3, 10),
    ...     low=Fraction(2, 7),
    ...     high=Fraction(2, 3),
    ... )
    >>> shown_interval(interval)
    (Fraction(1429, 50), Fraction(3333, 50), 2)
    """
    if interval.low is None or interval.high is None:
        return None
    for places in range(SHOWN_PLACES, MOST_PLACES + 1):
        unit = 10**places
        low = Fraction(ceil(100 * interval.low * unit), unit)
        high = Fraction(floor(100 * interval.high * unit), unit)
        if low <= 100 * interval.weight <= high:
            return low, high, places
    return 100 * interval.weight, 100 * interval.weight, MOST_PLACES
