"""Weighted sum: from shares and weights to points, dimensions and perspectives."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

POINTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPoints:
    """What a dimension or a perspective weighs and earns, in points of 100.

    None where a criterion inside has no share.
    """

    key: str
    weight_points: Fraction
    points: Fraction | None

    @property
    def share(self) -> Fraction | None:
        """Return points earned per point available, if any are available."""
        if self.points is None or self.weight_points == 0:
            return None
        return self.points / self.weight_points


def weighted_sum(
    shares: Mapping[str, Fraction | None], weights: Mapping[str, Fraction]
) -> Fraction | None:
    """Add up the points of a candidate: 100 · Σ effective weight · share.

    Idea: the additive value model; each criterion earns its part of 100 points. A
    missing share gives no total, since nothing may stand in for it. Source: Keeney and
    Raiffa (1976), ch. 3; Fishburn (1967).

    >>> shares = {"quality": Fraction(9, 10), "price": Fraction(5, 6)}
    >>> weights = {"quality": Fraction(6, 10), "price": Fraction(4, 10)}
    >>> weighted_sum(shares, weights)
    Fraction(262, 3)
    """
    total = Fraction(0)
    for key, weight in weights.items():
        share = shares.get(key)
        if share is None:
            return None
        total += weight * share
    return POINTS * total


def group_points(
    members: Iterable[tuple[str, str]],
    shares: Mapping[str, Fraction | None],
    weights: Mapping[str, Fraction],
) -> tuple[GroupPoints, ...]:
    """Add up the points by group; `members` pairs a criterion with its group.

    Idea: the same sum over the criteria of one dimension or perspective, so that the
    parts add up to the total exactly. Source: as `weighted_sum`.

    >>> weights = {"a": Fraction(1, 4), "b": Fraction(3, 4)}
    >>> shares = {"a": Fraction(1), "b": Fraction(1, 3)}
    >>> [g.points for g in group_points([("a", "1"), ("b", "2")], shares, weights)]
    [Fraction(25, 1), Fraction(25, 1)]
    """
    groups: dict[str, dict[str, Fraction]] = {}
    for criterion, group in members:
        groups.setdefault(group, {})
        if criterion in weights:
            groups[group][criterion] = weights[criterion]
    return tuple(
        GroupPoints(
            key=group,
            weight_points=POINTS * sum(own.values(), Fraction(0)),
            points=weighted_sum(shares, own),
        )
        for group, own in groups.items()
    )
