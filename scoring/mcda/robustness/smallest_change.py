"""Smallest change: the least weight to move before a rival is first (exact)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.mcda.robustness.additive import AdditiveModel
from scoring.mcda.robustness.linear_programme import minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallestChange:
    """What it takes for a rival to be first: the weight moved, and the new weights.

    `moved` is ½ Σ|w' - w| as a part of 1, and None where no weights put the rival
    first. `weights` is one of possibly several optima.
    """

    rival: str
    moved: Fraction | None
    weights: Mapping[str, Fraction]


def smallest_changes(model: AdditiveModel) -> tuple[SmallestChange, ...]:
    """Return for each rival the least change of the leaf weights that puts it first.

    Idea: a linear programme over the leaves, solved in exact integers. Formula: min
    ½ Σ|w' - w| with Σ w' = 1, w' ≥ 0 and T_rival(w') ≥ T_k(w') for all k; ties count
    as first. Source: Wolters and Mareschal, European Journal of Operational Research
    81(2), 1995; the product's scoring rules, robustness.
    """
    return tuple(smallest_change(model, rival) for rival in model.rivals)


def smallest_change(model: AdditiveModel, rival: str) -> SmallestChange:
    """Return the least change for one rival.

    Idea: w' = w + gain - loss with 0 ≤ loss ≤ w, so that everything at 0 is where the
    dual simplex method may start. Source: as `smallest_changes`.
    """
    leaves = list(model.weights)
    count = len(leaves)
    one, none = Fraction(1), [Fraction(0)] * count
    rows: list[list[Fraction]] = [
        [one] * count + [-one] * count,
        [-one] * count + [one] * count,
    ]
    bounds = [Fraction(0), Fraction(0)]
    for other in model.shares:
        if other != rival:
            margin = model.margin(rival, other)
            step = [margin[leaf] for leaf in leaves]
            rows.append([-each for each in step] + step)
            bounds.append(model.lead(rival, other))
    for index, leaf in enumerate(leaves):
        limit = none + none
        limit[count + index] = one
        rows.append(limit)
        bounds.append(model.weights[leaf])
    found = minimum([Fraction(1, 2)] * (2 * count), rows, bounds)
    if found is None:
        return SmallestChange(rival=rival, moved=None, weights={})
    moves = found.values
    return SmallestChange(
        rival=rival,
        moved=found.objective,
        weights={
            leaf: model.weights[leaf] + moves[index] - moves[count + index]
            for index, leaf in enumerate(leaves)
        },
    )
