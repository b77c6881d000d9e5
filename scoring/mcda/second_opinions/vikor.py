"""VIKOR: a compromise between the regret of the whole and the worst single regret."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.mcda.second_opinions.decision_matrix import DecisionMatrix

V = 0.5
CLOSE = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Compromise:
    """The VIKOR figures by candidate, lower is better, and what they allow to say.

    `has_advantage`: the first leads the second by at least 1/(n - 1) in Q.
    `is_stable`: the first by Q is also first by S or by R. Where either fails,
    `compromise` holds more than the first.
    """

    s: tuple[float, ...]
    r: tuple[float, ...]
    q: tuple[float, ...]
    has_advantage: bool
    is_stable: bool
    compromise: tuple[str, ...]


def vikor(matrix: DecisionMatrix) -> Compromise:
    """Work out group regret S, worst regret R and their compromise Q.

    Formula: d = w·(f* - f)/(f* - f⁻), S = Σ d, R = max d, and with v = 0.5
    Q = v·(S - S*)/(S⁻ - S*) + (1 - v)·(R - R*)/(R⁻ - R*). A criterion that is the same
    for all contributes 0, and a term whose ends coincide is 0. Source: Opricovic and
    Tzeng, European Journal of Operational Research 156(2), 2004.

    >>> found = vikor(
    ...     DecisionMatrix(
    ...         candidates=("A", "B"),
    ...         rows=((1.0,), (3.0,)),
    ...         weights=(1,),
    ...         costs=(False,),
    ...     )
    ... )
    >>> found.q, found.compromise
    ((1.0, 0.0), ('B',))
    """
    regrets = [
        _regrets(column, weight, is_cost=is_cost)
        for column, weight, is_cost in zip(
            matrix.columns, matrix.weights, matrix.costs, strict=True
        )
    ]
    rows = list(zip(*regrets, strict=True))
    s = tuple(sum(row) for row in rows)
    r = tuple(max(row) for row in rows)
    q = tuple(V * a + (1 - V) * b for a, b in zip(_scaled(s), _scaled(r), strict=True))
    return _compromise(matrix.candidates, s, r, q)


def _regrets(column: Sequence[float], weight: float, *, is_cost: bool) -> list[float]:
    values = [-value if is_cost else value for value in column]
    best, worst = max(values), min(values)
    if best == worst:
        return [0.0] * len(values)
    return [weight * (best - value) / (best - worst) for value in values]


def _scaled(values: Sequence[float]) -> list[float]:
    low, high = min(values), max(values)
    if high - low <= CLOSE:
        return [0.0] * len(values)
    return [(value - low) / (high - low) for value in values]


def _compromise(
    keys: Sequence[str],
    s: tuple[float, ...],
    r: tuple[float, ...],
    q: tuple[float, ...],
) -> Compromise:
    order = sorted(range(len(keys)), key=lambda index: (q[index], s[index], index))
    first = order[0]
    is_stable = s[first] <= min(s) + CLOSE or r[first] <= min(r) + CLOSE
    needed = 1 / (len(keys) - 1) if len(keys) > 1 else 0.0
    near = [index for index in order if q[index] - q[first] < needed - CLOSE]
    has_advantage = len(near) <= 1
    alone = order[:1] if is_stable else order[:2]
    named = alone if has_advantage else near
    return Compromise(
        s=s,
        r=r,
        q=q,
        has_advantage=has_advantage,
        is_stable=is_stable,
        compromise=tuple(keys[index] for index in named),
    )
