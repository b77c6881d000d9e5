"""Second opinions: what other methods say about the same matrix."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.mcda.result import RankingResult
from scoring.mcda.second_opinions.decision_matrix import decision_matrix
from scoring.mcda.second_opinions.topsis import topsis
from scoring.mcda.second_opinions.vikor import Compromise, vikor
from scoring.mcda.second_opinions.weighted_product import weighted_product

PLACES = 9


class Method(StrEnum):
    """The methods that are asked."""

    TOPSIS = "topsis"
    WEIGHTED_PRODUCT = "weighted_product"
    VIKOR = "vikor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """A method's score and rank of each candidate, in the order of the ranking.

    Scores are binary floats rounded to 9 places, where ranks compare them; VIKOR's are
    Q, the lower the better.
    """

    method: Method
    candidates: tuple[str, ...]
    scores: tuple[Decimal, ...]
    ranks: tuple[int, ...]
    first: tuple[str, ...]
    compromise: tuple[str, ...] = ()
    has_advantage: bool | None = None
    is_stable: bool | None = None


def second_opinions(result: RankingResult) -> tuple[Opinion, ...]:
    """Ask TOPSIS, the weighted product and VIKOR; nothing where nothing is ranked.

    Idea: a winner that every method names is safer than one that only the official
    rule names; the official result stays what it is. Source: the product's scoring
    rules, robustness.
    """
    matrix = decision_matrix(result)
    if matrix is None:
        return ()
    found = vikor(matrix)
    keys = matrix.candidates
    return (
        _opinion(Method.TOPSIS, keys, topsis(matrix)),
        _opinion(Method.WEIGHTED_PRODUCT, keys, weighted_product(matrix)),
        _opinion(Method.VIKOR, keys, found.q, found),
    )


def _opinion(
    method: Method,
    keys: tuple[str, ...],
    scores: Sequence[float],
    found: Compromise | None = None,
) -> Opinion:
    shown = [Decimal(f"{score:.{PLACES}f}") + 0 for score in scores]
    better = [-score if found is None else score for score in shown]
    ranks = tuple(1 + sum(other < own for other in better) for own in better)
    return Opinion(
        method=method,
        candidates=keys,
        scores=tuple(shown),
        ranks=ranks,
        first=tuple(key for key, rank in zip(keys, ranks, strict=True) if rank == 1),
        compromise=found.compromise if found else (),
        has_advantage=found.has_advantage if found else None,
        is_stable=found.is_stable if found else None,
    )
