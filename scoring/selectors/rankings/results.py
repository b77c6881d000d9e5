"""The ranking of an evaluation with the rows that it was worked out from."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import EvaluationInput
from scoring.mcda.result import RankingResult
from scoring.models import CriteriaVersion, Evaluation
from scoring.selectors.costs.candidate_costs import (
    CandidateCost,
    candidate_costs,
    evaluated_prices,
)
from scoring.selectors.rankings.matrices import Matrix, evaluation_input, read_matrix
from scoring.selectors.versions import current_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """A result of the arithmetic, its inputs, and the rows behind them.

    Keys of candidates and evaluators in ``inputs`` and ``result`` are their primary
    keys as text; they never leave the server.
    """

    evaluation: Evaluation
    version: CriteriaVersion
    matrix: Matrix
    costs: tuple[CandidateCost, ...]
    prices: Mapping[int, Decimal]
    inputs: EvaluationInput
    result: RankingResult


def ranking_of(evaluation: Evaluation) -> Ranking:
    """Rank the candidates by the rules of the evaluation; every query is constant."""
    return ranking_of_matrix(read_matrix(evaluation, current_version(evaluation)))


def ranking_of_matrix(matrix: Matrix) -> Ranking:
    """Rank the candidates of rows that are read already."""
    evaluation = matrix.evaluation
    costs = tuple(candidate_costs(evaluation, matrix.candidates))
    prices = evaluated_prices(evaluation, costs)
    inputs = evaluation_input(matrix, prices)
    return Ranking(
        evaluation=evaluation,
        version=matrix.version,
        matrix=matrix,
        costs=costs,
        prices=prices,
        inputs=inputs,
        result=evaluate(inputs),
    )
