"""AHP: weights from pairwise comparisons, and how consistent those are."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

RANDOM_INDEX: Final = {
    3: 0.58,
    4: 0.90,
    5: 1.12,
    6: 1.24,
    7: 1.32,
    8: 1.41,
    9: 1.45,
    10: 1.49,
}
LIMIT: Final = 0.10
ROUNDS: Final = 10_000
CLOSE: Final = 1e-15


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwiseWeights:
    """Weights that sum to 1, the principal eigenvalue, and the consistency ratio.

    The ratio is 0 for one or two criteria, and None above ten, where no random index
    is published in the table used.
    """

    weights: tuple[float, ...]
    eigenvalue: float
    consistency_ratio: float | None

    @property
    def asks_for_a_second_look(self) -> bool:
        """Tell whether the comparisons contradict each other too much."""
        return self.consistency_ratio is None or self.consistency_ratio >= LIMIT


def pairwise_weights(comparisons: Sequence[Sequence[Fraction]]) -> PairwiseWeights:
    """Return the principal eigenvector of a reciprocal matrix.

    Idea: a criterion weighs what the comparisons with all others, weighed in their
    turn, say. Formula: A·w = λ·w by repeated multiplication; CI = (λ - n)/(n - 1),
    CR = CI/RI. Source: Saaty, The Analytic Hierarchy Process (1980); RI from its table.

    Raises:
        ValueError: when the matrix is not square, positive and reciprocal.

    >>> pairwise_weights([[Fraction(1), Fraction(3)], [Fraction(1, 3), Fraction(1)]])
    PairwiseWeights(weights=(0.75, 0.25), eigenvalue=2.0, consistency_ratio=0.0)
    """
    _require_reciprocal(comparisons)
    size = len(comparisons)
    rows = [[float(value) for value in row] for row in comparisons]
    weights = [1 / size] * size
    for _round in range(ROUNDS):  # pragma: no branch  # it rests long before the last
        product = [_times(row, weights) for row in rows]
        total = sum(product)
        after = [value / total for value in product]
        moved = max(abs(a - b) for a, b in zip(after, weights, strict=True))
        weights = after
        if moved <= CLOSE:
            break
    eigenvalue = sum(_times(row, weights) for row in rows)
    return PairwiseWeights(
        weights=tuple(weights),
        eigenvalue=eigenvalue,
        consistency_ratio=_ratio(eigenvalue, size),
    )


def _require_reciprocal(comparisons: Sequence[Sequence[Fraction]]) -> None:
    size = len(comparisons)
    is_square = size > 0 and all(len(row) == size for row in comparisons)
    if not is_square or any(
        comparisons[i][j] <= 0 or comparisons[i][j] * comparisons[j][i] != 1
        for i in range(size)
        for j in range(size)
    ):
        message = "comparisons must be square, positive and reciprocal"
        raise ValueError(message)


def _times(row: Sequence[float], weights: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(row, weights, strict=True))


def _ratio(eigenvalue: float, size: int) -> float | None:
    if size < min(RANDOM_INDEX):
        return 0.0
    index = RANDOM_INDEX.get(size)
    return None if index is None else (eigenvalue - size) / (size - 1) / index
