"""The trade's rules of thumb, and what they hold for, beside the calculation."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.figures.figure import Figure
from scoring.figures.limits import require_at_least
from scoring.sizing.layout import ZeroStage
from scoring.sizing.memory.capacity import GB
from scoring.sizing.memory.states import BYTES_OF, Optimiser, state_bytes
from scoring.sizing.memory.weights import WEIGHT_BYTES, weight_bytes
from scoring.sizing.precisions import Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOfThumb:
    """Hold a rule of the trade: up to so many parameters, a card of so many GB.

    ``memory_gb`` none stands for “several GPUs joined by NVLink”. ``code`` is worded
    where it is shown.
    """

    code: str
    up_to_parameters: int | None
    memory_gb: int | None


RULES: Final = (
    RuleOfThumb(code="small", up_to_parameters=11 * 10**9, memory_gb=40),
    RuleOfThumb(code="medium", up_to_parameters=70 * 10**9, memory_gb=80),
    RuleOfThumb(code="large", up_to_parameters=None, memory_gb=None),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCheck:
    """Hold a rule beside what the formulas say: weights, and all training states.

    Each of ``holds_for_inference`` and ``holds_for_training`` is none where the rule
    names no size. Both leave out KV cache and activations, so a rule that fails here
    fails all the more.
    """

    rule: RuleOfThumb
    weights: Figure
    state_bytes: Decimal
    holds_for_inference: bool | None
    holds_for_training: bool | None


def rule_of_thumb(parameters: int) -> RuleCheck:
    """Find the rule for a size of model and hold it against the formulas.

    >>> check = rule_of_thumb(70_000_000_000)
    >>> check.rule.memory_gb, check.holds_for_inference, check.holds_for_training
    (80, False, False)
    """
    require_at_least(1, parameters=parameters)
    rule = next(
        rule
        for rule in RULES
        if rule.up_to_parameters is None or parameters <= rule.up_to_parameters
    )
    weights = weight_bytes(parameters, WEIGHT_BYTES[Precision.BF16])
    states = state_bytes(
        parameters, BYTES_OF[Optimiser.ADAM_MIXED], ZeroStage.NOTHING, 1
    )
    size = None if rule.memory_gb is None else rule.memory_gb * GB
    return RuleCheck(
        rule=rule,
        weights=weights,
        state_bytes=states,
        holds_for_inference=None if size is None else weights.value <= size,
        holds_for_training=None if size is None else states <= size,
    )
