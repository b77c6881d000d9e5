"""The additive model behind a result: effective weights and shares, without prices."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.mcda.result import RankingResult


@dataclass(frozen=True, slots=True, kw_only=True)
class AdditiveModel:
    """Totals as a linear function of the weights; weights sum to 1, totals to 1 too.

    `leader` is who is first by points; where several are, the one that the chain put
    first. `shares` holds the ranked candidates only.
    """

    leader: str
    weights: Mapping[str, Fraction]
    dimensions: Mapping[str, tuple[str, ...]]
    shares: Mapping[str, Mapping[str, Fraction]]

    @property
    def rivals(self) -> tuple[str, ...]:
        """Return all ranked candidates but the leader."""
        return tuple(key for key in self.shares if key != self.leader)

    def margin(self, first: str, second: str) -> dict[str, Fraction]:
        """Return by leaf how much more of its weight the first earns."""
        ahead, behind = self.shares[first], self.shares[second]
        return {leaf: ahead[leaf] - behind[leaf] for leaf in self.weights}

    def lead(self, first: str, second: str) -> Fraction:
        """Return by how much the first leads at the locked weights."""
        return part(self.margin(first, second), self.weights)


def part(
    values: Mapping[str, Fraction],
    weights: Mapping[str, Fraction],
    leaves: Collection[str] | None = None,
) -> Fraction:
    """Add up weight · value over some leaves, or over all.

    Formula: Σ w·x. Source: `scoring.mcda.weighted_sum`.

    >>> half = Fraction(1, 2)
    >>> part({"a": half, "b": half}, {"a": half, "b": half}, ["a"])
    Fraction(1, 4)
    """
    keys = weights if leaves is None else leaves
    return sum((weights[key] * values[key] for key in keys), Fraction(0))


def additive_model(result: RankingResult) -> AdditiveModel | None:
    """Take the linear model out of a result; None where nothing is ranked.

    Idea: at fixed shares each total is linear in the weights, which is what intervals
    and the smallest change rest on. Price shares do not depend on weights, so the
    model is exact for every price formula. Source: the product's scoring rules,
    robustness.
    """
    if not result.ranked:
        return None
    weights = dict(result.effective_weights)
    dimensions: dict[str, tuple[str, ...]] = {}
    for item in result.ranked[0].criteria:
        spec = item.criterion
        if spec.key in weights:
            before = dimensions.get(spec.dimension, ())
            dimensions[spec.dimension] = (*before, spec.key)
    return AdditiveModel(
        leader=_leader(result),
        weights=weights,
        dimensions=dimensions,
        shares={
            candidate.key: {
                item.criterion.key: item.share
                for item in candidate.criteria
                if item.share is not None and item.criterion.key in weights
            }
            for candidate in result.ranked
        },
    )


def _leader(result: RankingResult) -> str:
    level = [item for item in result.ranked if item.key in result.first_by_points]
    return max(level, key=lambda item: item.total or Fraction(0)).key
