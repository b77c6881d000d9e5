"""Weights: exactly 100 points, and who takes over for what is not applicable."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from scoring.mcda.exact import is_usable, rounded
from scoring.mcda.matrix import CriterionSpec, WeightScope
from scoring.mcda.reasons import Reason, ReasonCode, reason

HUNDRED = 100
PLACES = 4
_UNITS = 10**PLACES


def weight_faults(weights: Mapping[str, Decimal]) -> tuple[Reason, ...]:
    """Say all that keeps weights by criterion from being used.

    Idea: points are decimals with at most four places, so that their sum is exactly
    100 or visibly not. Formula: Σ w = 100, w ≥ 0, 10⁴·w whole. Source: the product's
    scoring rules, requirements.

    >>> weight_faults(
    ...     {"a": Decimal("28.4"), "b": Decimal("35.8"), "c": Decimal("35.8")}
    ... )
    ()
    """
    single = [fault for item in weights.items() for fault in _leaf_faults(*item)]
    if single:
        return tuple(single)
    total = sum(map(Fraction, weights.values()), Fraction(0))
    if total == HUNDRED:
        return ()
    off = rounded(total - HUNDRED, PLACES)
    return (
        reason(
            ReasonCode.WEIGHTS_NOT_HUNDRED, total=rounded(total, PLACES), difference=off
        ),
    )


def _leaf_faults(criterion: str, weight: Decimal) -> Iterator[Reason]:
    if not is_usable(weight):
        yield reason(ReasonCode.NUMBER_INVALID, criterion=criterion)
    elif weight < 0:
        yield reason(ReasonCode.WEIGHT_NEGATIVE, criterion=criterion)
    elif (Fraction(weight) * _UNITS).denominator != 1:
        yield reason(ReasonCode.WEIGHT_TOO_PRECISE, criterion=criterion, places=PLACES)


def effective_weights(
    criteria: Sequence[CriterionSpec],
    applicable: Collection[str],
    scope: WeightScope = WeightScope.ALL,
) -> dict[str, Fraction]:
    """Share the weight out over the applicable criteria; the result sums to 1.

    Idea: a criterion that is not applicable hands its points to the others in
    proportion, either to all of them or first to those of its own dimension.

        all:        w[c] / Σ w over applicable criteria
        dimension:  W[d] / Σ W over dimensions that still weigh · w[c] / Σ w within d

    where W[d] is the sum of all leaves of the dimension. Source: Belton and Stewart,
    Multiple Criteria Decision Analysis (2002), ch. 5. Empty if nothing weighs.

    >>> from scoring.mcda.matrix import Kind, Perspective
    >>> criteria = [
    ...     CriterionSpec(
    ...         key=key,
    ...         dimension="1",
    ...         perspective=Perspective.TECHNICAL,
    ...         kind=Kind.RUBRIC,
    ...         weight=Decimal(weight),
    ...     )
    ...     for key, weight in (("a", 50), ("b", 30), ("c", 20))
    ... ]
    >>> effective_weights(criteria, {"a", "b"})
    {'a': Fraction(5, 8), 'b': Fraction(3, 8)}
    """
    live = [criterion for criterion in criteria if criterion.key in applicable]
    if sum(Fraction(criterion.weight) for criterion in live) == 0:
        return {}
    if scope is WeightScope.ALL:
        return _normalised({c.key: Fraction(c.weight) for c in live})
    return _within_dimensions(criteria, live)


def _normalised(weights: Mapping[str, Fraction]) -> dict[str, Fraction]:
    total = sum(weights.values(), Fraction(0))
    return {key: weight / total for key, weight in weights.items()}


def _within_dimensions(
    criteria: Sequence[CriterionSpec], live: Sequence[CriterionSpec]
) -> dict[str, Fraction]:
    whole = _by_dimension(criteria)
    left = _by_dimension(live)
    factors = {
        d: whole[d] / weight if weight else whole[d] * 0 for d, weight in left.items()
    }
    return _normalised({c.key: factors[c.dimension] * Fraction(c.weight) for c in live})


def _by_dimension(criteria: Sequence[CriterionSpec]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for criterion in criteria:
        weight = Fraction(criterion.weight)
        sums[criterion.dimension] = sums.get(criterion.dimension, Fraction(0)) + weight
    return sums


def scaled_leaves(leaves: Mapping[str, Decimal], target: Decimal) -> dict[str, Decimal]:
    """Scale the leaves of a dimension so that they sum to exactly `target`.

    Idea: each leaf keeps its proportion; what rounding down to four places leaves over
    goes in steps of 0.0001 to the largest remainders, the earlier leaf first when two
    are equal. Leaves that all weigh nothing share alike.

        quota[c] = target · w[c] / Σ w

    Source: the method of largest remainders (Hamilton, 1792); Balinski and Young,
    Fair Representation (1982).

    >>> scaled_leaves({"a": Decimal(1), "b": Decimal(1), "c": Decimal(1)}, Decimal(10))
    {'a': Decimal('3.3334'), 'b': Decimal('3.3333'), 'c': Decimal('3.3333')}
    """
    parts = {key: Fraction(weight) for key, weight in leaves.items()}
    if not sum(parts.values()):
        parts = dict.fromkeys(leaves, Fraction(1))
    units = int(Fraction(target) * _UNITS)
    quotas = {key: units * share for key, share in _normalised(parts).items()}
    floors = {key: int(quota) for key, quota in quotas.items()}
    by_remainder = sorted(quotas, key=lambda key: floors[key] - quotas[key])
    for key in by_remainder[: units - sum(floors.values())]:
        floors[key] += 1
    return {
        key: rounded(Fraction(count, _UNITS), PLACES) for key, count in floors.items()
    }
