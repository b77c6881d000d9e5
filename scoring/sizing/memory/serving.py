"""Memory per GPU in inference, with its parts, and the batch that fits."""

from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.figure import Figure, summed
from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import exact
from scoring.sizing.architecture import Architecture
from scoring.sizing.memory.kv_cache import kv_cache
from scoring.sizing.memory.weights import weight_bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Hold how a model is served: bytes of its weights and of its cache, context.

    ``tokens`` is the longest context that a request may reach, prompt and answer.
    """

    tokens: int
    bytes_per_weight: Decimal = Decimal(2)
    bytes_per_value: Decimal = Decimal(2)

    def __post_init__(self) -> None:
        require_at_least(1, tokens=self.tokens)
        require_above(
            0,
            bytes_per_weight=self.bytes_per_weight,
            bytes_per_value=self.bytes_per_value,
        )


def serving_memory(
    model: Architecture, serving: Serving, batch: int, tensor: int = 1
) -> Figure:
    """Add up what one of t GPUs holds: its part of the weights and the KV cache.

    Unit: bytes. What the engine needs besides lies in the headroom of the capacity.
    """
    return summed(
        "memory_per_gpu",
        "M",
        "B",
        (
            weight_bytes(model.parameters, serving.bytes_per_weight, tensor),
            kv_cache(model, serving.tokens, batch, serving.bytes_per_value, tensor),
        ),
    )


@exact
def largest_batch(
    model: Architecture, serving: Serving, usable: Decimal, tensor: int = 1
) -> int:
    """Count the requests of full context that fit at a time on t GPUs.

    Formula: floor((usable − weights)/KV cache of one request), 0 if the weights
    alone do not fit.
    """
    weights = weight_bytes(model.parameters, serving.bytes_per_weight, tensor)
    one = kv_cache(model, serving.tokens, 1, serving.bytes_per_value, tensor)
    free = usable - weights.value
    return int(free // one.value) if free > 0 else 0
