"""How firm the result is, as the worker stored it; else all of it but the draws."""

from typing import TYPE_CHECKING

from scoring.mcda.robustness.document import robustness_document
from scoring.selectors.rankings.results import Ranking
from scoring.selectors.robustness.inputs import (
    checked_inputs,
    compared_rules,
    robustness_sha256,
)
from scoring.selectors.robustness.stored import stored_checks

if TYPE_CHECKING:
    from scoring.mcda.robustness.document import RobustnessDocument


def robustness_part(ranking: Ranking) -> "RobustnessDocument":
    """The checks of exactly these inputs.

    The draws need the worker: where it is not done yet, ``simulation`` is null and
    the report says so.
    """
    stored = stored_checks(ranking.evaluation, robustness_sha256(ranking))
    if stored.is_current and stored.document is not None:
        return stored.document
    rules = compared_rules(ranking.evaluation)
    return robustness_document(checked_inputs(ranking), rules)
