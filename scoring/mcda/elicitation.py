"""From judgements to points: pairwise comparisons and swings, to an exact sum."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from scoring.mcda.exact import rounded
from scoring.mcda.second_opinions.ahp import PairwiseWeights, pairwise_weights
from scoring.mcda.weights import scaled_leaves

NOISE_PLACES = 12
"""Below this an eigenvector holds nothing but the noise of its arithmetic."""

type Ratios = Mapping[tuple[str, str], Fraction]


def compared(keys: Sequence[str], ratios: Ratios) -> PairwiseWeights:
    """Weigh criteria from how many times each pair's first outweighs its second.

    Idea: one judgement for each pair; the mirror of a pair is its reciprocal, and a
    criterion equals itself. Formula and source as in `pairwise_weights`.

    >>> compared(["a", "b"], {("a", "b"): Fraction(3)}).weights
    (0.75, 0.25)
    """
    whole = {(key, key): Fraction(1) for key in keys}
    for left, right in combinations(keys, 2):
        whole[left, right] = ratios[left, right]
        whole[right, left] = 1 / ratios[left, right]
    return pairwise_weights([[whole[row, column] for column in keys] for row in keys])


def compared_points(
    keys: Sequence[str], found: PairwiseWeights, target: Decimal
) -> dict[str, Decimal]:
    """Share a target out by compared weights, by largest remainder to four places.

    >>> found = compared(["a", "b"], {("a", "b"): Fraction(2)})
    >>> compared_points(["a", "b"], found, Decimal(10))
    {'a': Decimal('6.6667'), 'b': Decimal('3.3333')}
    """
    weights = {
        key: rounded(Fraction(weight), NOISE_PLACES)
        for key, weight in zip(keys, found.weights, strict=True)
    }
    return scaled_leaves(weights, target)


def swing_points(swings: Mapping[str, Decimal], target: Decimal) -> dict[str, Decimal]:
    """Share a target out by swings, by largest remainder to four places.

    Idea: ask what the step from the worst to the best of each criterion is worth when
    the most valuable step is 100; a weight is a step's share of the sum. Formula:
    w = s / Σ s. Source: von Winterfeldt and Edwards, Decision Analysis and Behavioral
    Research (1986), ch. 8.

    >>> swing_points({"a": Decimal(100), "b": Decimal(50)}, Decimal(100))
    {'a': Decimal('66.6667'), 'b': Decimal('33.3333')}
    """
    return scaled_leaves(swings, target)
