"""The matrix that second opinions judge: scores as benefits, price as a cost."""

from dataclasses import dataclass

from scoring.mcda.matrix import Kind
from scoring.mcda.result import CandidateResult, CriterionResult, RankingResult


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionMatrix:
    """Values by candidate and criterion in binary floats; weights sum to 1."""

    candidates: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    weights: tuple[float, ...]
    costs: tuple[bool, ...]

    @property
    def columns(self) -> tuple[tuple[float, ...], ...]:
        """Return the values by criterion."""
        return tuple(zip(*self.rows, strict=True))


def decision_matrix(result: RankingResult) -> DecisionMatrix | None:
    """Take the matrix out of a result; None where nothing is ranked.

    Idea: the cells unrounded, a curve as 1 + 4·share, the price itself as a cost: what
    was found, before the official rule made shares of it. Criteria without weight are
    left out. Source: the product's scoring rules, robustness.
    """
    if not result.ranked:
        return None
    live = [
        index
        for index, own in enumerate(result.ranked[0].criteria)
        if own.effective_weight > 0
    ]
    heads = [result.ranked[0].criteria[index] for index in live]
    return DecisionMatrix(
        candidates=tuple(item.key for item in result.ranked),
        rows=tuple(
            tuple(_value(item, item.criteria[index]) for index in live)
            for item in result.ranked
        ),
        weights=tuple(float(own.effective_weight) for own in heads),
        costs=tuple(own.criterion.kind is Kind.PRICE for own in heads),
    )


def _value(item: CandidateResult, own: CriterionResult) -> float:
    if own.criterion.kind is Kind.PRICE:
        return float(item.price or 0)
    return float(own.shown_score or 0)
