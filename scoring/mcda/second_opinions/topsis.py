"""TOPSIS: closeness to the best and distance from the worst of the field."""

from collections.abc import Sequence
from math import dist, hypot

from scoring.mcda.second_opinions.decision_matrix import DecisionMatrix

UNDECIDED = 0.5


def topsis(matrix: DecisionMatrix) -> tuple[float, ...]:
    """Score each candidate between 0 and 1 by its closeness to the ideal.

    Idea: the ideal has the best of each criterion, the anti-ideal the worst. Formula:
    r = x/√Σx² (1 - r for a cost), v = w·r, closeness = D⁻/(D⁻ + D⁺); 0/0, where all
    candidates are alike, is 0.5. Source: Hwang and Yoon, Multiple Attribute Decision
    Making (1981); vector normalisation as in pymcdm 1.4.

    >>> topsis(
    ...     DecisionMatrix(
    ...         candidates=("A", "B"),
    ...         rows=((3.0,), (4.0,)),
    ...         weights=(1,),
    ...         costs=(False,),
    ...     )
    ... )
    (0.0, 1.0)
    """
    columns = [
        [weight * value for value in _normalised(column, is_cost=is_cost)]
        for column, weight, is_cost in zip(
            matrix.columns, matrix.weights, matrix.costs, strict=True
        )
    ]
    best = [max(column) for column in columns]
    worst = [min(column) for column in columns]
    return tuple(
        _closeness(dist(row, worst), dist(row, best))
        for row in zip(*columns, strict=True)
    )


def _normalised(column: Sequence[float], *, is_cost: bool) -> list[float]:
    length = hypot(*column)
    shares = [value / length if length else 0.0 for value in column]
    return [1 - share for share in shares] if is_cost else shares


def _closeness(from_worst: float, from_best: float) -> float:
    whole = from_worst + from_best
    return from_worst / whole if whole else UNDECIDED
