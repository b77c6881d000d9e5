"""Memory per GPU in training, with its parts."""

from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.figure import Figure, given, summed
from scoring.figures.precision import exact
from scoring.sizing.architecture import Architecture
from scoring.sizing.layout import Layout, ZeroStage
from scoring.sizing.memory.activations import (
    Batch,
    Recompute,
    logits,
    recomputed_layer,
    stored_activations,
)
from scoring.sizing.memory.adapters import (
    FrozenPrecision,
    adapter_states,
    frozen_weights,
)
from scoring.sizing.memory.states import (
    GATHERED_LAYERS,
    StateBytes,
    gathered_weights,
    state_parts,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapters:
    """Hold what low-rank adapters train and how the frozen weights are held.

    ``trained`` is q; ``unquantised`` counts embeddings, head and norms.
    """

    trained: int
    precision: FrozenPrecision = FrozenPrecision.BF16
    unquantised: int = 0


def full_training_memory(
    model: Architecture, per: StateBytes, batch: Batch, layout: Layout
) -> Figure:
    """Add up what one GPU holds while all parameters are trained.

    Formula: weights + gradients + optimiser + activations + logits, with the layers
    that ZeRO-3 gathers and the layer that full recompute redoes. Unit: bytes.
    """
    parts = [*state_parts(model, per, layout)]
    if layout.stage is ZeroStage.WEIGHTS and layout.data > 1:
        parts.append(gathered_weights(model, per, layout))
    return _with_activations(parts, model, batch, layout)


def adapter_training_memory(
    model: Architecture, adapters: Adapters, batch: Batch, ranks: int = 1
) -> Figure:
    """Add up what one GPU holds while adapters are trained over frozen weights.

    Formula: frozen weights + adapter states + activations + logits. On one GPU the
    frozen model is whole; over n ranks each holds its share and gathers two layers.
    Unit: bytes.
    """
    linear = model.parameters - adapters.unquantised
    frozen = frozen_weights(linear, adapters.unquantised, adapters.precision)
    states = [frozen] if ranks == 1 else [*_shared_out(frozen, model.layers, ranks)]
    states.append(adapter_states(Decimal(adapters.trained)))
    return _with_activations(states, model, batch, Layout())


@exact
def _shared_out(frozen: Figure, layers: int, ranks: int) -> tuple[Figure, Figure]:
    share = Figure(
        code="frozen_share",
        symbol="M_s",
        value=frozen.value / ranks,
        unit="B",
        formula="M_w/n",
        inputs=(frozen, given("data_parallel", "n", ranks, "")),
    )
    gathered = Figure(
        code="gathered_weights",
        symbol="M_f",
        value=GATHERED_LAYERS * frozen.value / layers,
        unit="B",
        formula="k*M_w/L",
        inputs=(
            given("gathered_layers", "k", GATHERED_LAYERS, ""),
            frozen,
            given("layers", "L", layers, ""),
        ),
    )
    return share, gathered


def _with_activations(
    states: list[Figure], model: Architecture, batch: Batch, layout: Layout
) -> Figure:
    parts = [*states, stored_activations(model, batch, layout)]
    if batch.recompute is Recompute.FULL:
        parts.append(recomputed_layer(model, batch, layout))
    parts.append(logits(model, batch, layout))
    return summed("memory_per_gpu", "M", "B", parts)
