"""Weighted product: shares multiplied, so that one bad value weighs on all others."""

from collections.abc import Sequence
from math import prod

from scoring.mcda.second_opinions.decision_matrix import DecisionMatrix


def weighted_product(matrix: DecisionMatrix) -> tuple[float, ...]:
    """Score each candidate by the product of its shares, each to its weight.

    Formula: r = x/Σx, for a cost (1/x)/Σ(1/x); score = Π r^w; a value of 0 earns
    nothing. Source: Fishburn, Murphy and Isaacs, Operations Research 16(2), 1968; sum
    normalisation as in pymcdm 1.4.

    >>> weighted_product(
    ...     DecisionMatrix(
    ...         candidates=("A", "B"),
    ...         rows=((1.0,), (3.0,)),
    ...         weights=(1,),
    ...         costs=(False,),
    ...     )
    ... )
    (0.25, 0.75)
    """
    columns = [
        _normalised(column, is_cost=is_cost)
        for column, is_cost in zip(matrix.columns, matrix.costs, strict=True)
    ]
    return tuple(
        prod(share**weight for share, weight in zip(row, matrix.weights, strict=True))
        for row in zip(*columns, strict=True)
    )


def _normalised(column: Sequence[float], *, is_cost: bool) -> list[float]:
    values = [1 / value if is_cost else value for value in column]
    total = sum(values)
    return [value / total if total else 0.0 for value in values]
