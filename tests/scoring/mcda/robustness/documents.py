"""Documents of the story and of small cases, with the draws where wanted."""

from functools import cache

from scoring.mcda.evaluate import evaluate
from scoring.mcda.result import plain
from scoring.mcda.robustness.document import robustness_document
from scoring.mcda.simulation.monte_carlo import simulate
from tests.scoring.mcda.story import FIXED_RANGE, LOG, story_inputs


def document_of(inputs, rules=(), *, is_drawn=True):
    """Work out all checks of some inputs."""
    result = evaluate(inputs)
    found = robustness_document(inputs, rules, result)
    if is_drawn:
        found["simulation"] = plain(simulate(inputs, result))
    return found


@cache
def story_document(moment="running"):
    """Work out the checks of the story; a test must not change it."""
    return document_of(story_inputs(moment), (FIXED_RANGE, LOG))
