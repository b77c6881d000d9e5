"""Activations in training: what a layer keeps for the way back."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import ceil
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import exact
from scoring.sizing.architecture import Architecture, Mlp
from scoring.sizing.layout import Layout

SOURCE: Final = "Korthikanti et al. 2022 (arXiv 2205.05198), table 2"

LOGIT_BYTES: Final = 4

_GELU_MLP: Final = 16


class Recompute(StrEnum):
    """What is worked out again on the way back instead of kept."""

    NONE = "none"
    SELECTIVE = "selective"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Hold what passes through a model at a time.

    ``micro_batch`` (b) sequences of ``sequence`` (s) tokens each; ``micro_batches``
    of them fill the pipeline. FlashAttention counts as selective recompute.
    """

    sequence: int
    micro_batch: int = 1
    micro_batches: int = 1
    recompute: Recompute = Recompute.NONE

    def __post_init__(self) -> None:
        require_at_least(
            1,
            sequence=self.sequence,
            micro_batch=self.micro_batch,
            micro_batches=self.micro_batches,
        )


@exact
def attention_share(model: Architecture, sequence: int) -> Decimal:
    """Weigh the attention scores against a layer's hidden values.

    Formula: x = 5·a·s/h, in bytes per s·b·h. Selective recompute saves x/(34 + x) of
    a 4h-GELU model's activations.

    Source: Korthikanti et al. 2022 (arXiv 2205.05198), section 5.
    """
    return Decimal(5 * model.heads * sequence) / model.hidden


@exact
def saved_by_selective(model: Architecture, sequence: int) -> Decimal:
    """Return the share of activations that selective recompute saves: x/(34 + x).

    A fraction; for a 4h-GELU model with tensor and sequence parallel. Source: as
    ``attention_share``.
    """
    scores = attention_share(model, sequence)
    return scores / (34 + scores)


def layer_bytes(model: Architecture, batch: Batch, layout: Layout) -> Figure:
    """Work out what one layer keeps with 16-bit activations.

    Formula: s·b·h·(U + S/t + 5·a·s/(h·t)), the last term only without recompute; U
    and S are what tensor parallel leaves whole and what it splits: 10 and 24 in a
    4h-GELU model with dropout, 8 and 4 + 4·n_kv/a + 8·f/h in a gated one without.
    Sequence parallel splits U too. Full recompute keeps 2·s·b·h (/t). A token of a
    mixture passes k experts, so their part counts k times.

    Unit: bytes. Source: Korthikanti et al. 2022, table 2; the gated split follows
    from the same count of inputs kept by each operation.
    """
    if batch.recompute is Recompute.FULL:
        return _inputs_only(model, batch, layout)
    return _kept_by_layer(model, batch, layout)


@exact
def layers_in_flight(model: Architecture, batch: Batch, layout: Layout) -> Figure:
    """Count the layers whose activations the first pipeline stage holds at a time.

    Formula: ceil(L/p)·min(p, m), m micro-batches. Source: one-forward-one-backward
    schedule, Narayanan et al. 2021 (arXiv 2104.04473).
    """
    held = min(layout.pipeline, batch.micro_batches)
    return Figure(
        code="layers_in_flight",
        symbol="L_f",
        value=Decimal(ceil(Decimal(model.layers) / layout.pipeline) * held),
        unit="",
        formula="ceil(L/p)*min(p, m)",
        inputs=(
            given("layers", "L", model.layers, ""),
            given("pipeline_parallel", "p", layout.pipeline, ""),
            given("micro_batches", "m", batch.micro_batches, ""),
        ),
        source="Narayanan et al. 2021 (arXiv 2104.04473)",
    )


@exact
def stored_activations(model: Architecture, batch: Batch, layout: Layout) -> Figure:
    """Work out what all layers in flight keep: bytes per layer × layers.

    Without the working set of a layer that is recomputed, and without logits.
    """
    layer = layer_bytes(model, batch, layout)
    layers = layers_in_flight(model, batch, layout)
    return Figure(
        code="activations",
        symbol="M_a",
        value=layer.value * layers.value,
        unit="B",
        formula="A*L_f",
        inputs=(layer, layers),
        source=SOURCE,
    )


def recomputed_layer(model: Architecture, batch: Batch, layout: Layout) -> Figure:
    """Work out the working set of the one layer that full recompute redoes.

    Recomputing runs FlashAttention where it can, so the scores are not kept.
    """
    again = Batch(
        sequence=batch.sequence,
        micro_batch=batch.micro_batch,
        recompute=Recompute.SELECTIVE,
    )
    return _kept_by_layer(model, again, layout, code="recomputed_layer", symbol="M_r")


@exact
def logits(model: Architecture, batch: Batch, layout: Layout) -> Figure:
    """Work out the 32-bit logits of the last stage: 4·s·b·V/t bytes."""
    count = Decimal(batch.sequence * batch.micro_batch * model.vocabulary)
    return Figure(
        code="logits",
        symbol="M_l",
        value=LOGIT_BYTES * count / layout.tensor,
        unit="B",
        formula="c*s*b*V/t",
        inputs=(
            given("bytes_per_logit", "c", LOGIT_BYTES, "B"),
            *_batch_figures(batch),
            given("vocabulary", "V", model.vocabulary, ""),
            given("tensor_parallel", "t", layout.tensor, ""),
        ),
        source=SOURCE,
    )


@exact
def _inputs_only(model: Architecture, batch: Batch, layout: Layout) -> Figure:
    values = Decimal(batch.sequence * batch.micro_batch * model.hidden)
    over = layout.tensor if layout.is_sequence_parallel else 1
    return Figure(
        code="layer_activations",
        symbol="A",
        value=2 * values / over,
        unit="B",
        formula="2*s*b*h/k",
        inputs=(
            *_batch_figures(batch),
            given("hidden", "h", model.hidden, ""),
            given("sequence_parallel", "k", over, ""),
        ),
        source=SOURCE,
    )


@exact
def _kept_by_layer(
    model: Architecture,
    batch: Batch,
    layout: Layout,
    code: str = "layer_activations",
    symbol: str = "A",
) -> Figure:
    whole, split = _whole_and_split(model)
    scores = attention_share(model, batch.sequence)
    if batch.recompute is not Recompute.NONE:
        scores = Decimal(0)
    over = layout.tensor if layout.is_sequence_parallel else 1
    values = Decimal(batch.sequence * batch.micro_batch * model.hidden)
    return Figure(
        code=code,
        symbol=symbol,
        value=values * (whole / over + (split + scores) / layout.tensor),
        unit="B",
        formula="s*b*h*(U/k + (S + x)/t)",
        inputs=(
            *_batch_figures(batch),
            given("hidden", "h", model.hidden, ""),
            given("bytes_left_whole", "U", whole, "B"),
            given("bytes_split", "S", split, "B"),
            given("bytes_of_scores", "x", scores, "B"),
            given("tensor_parallel", "t", layout.tensor, ""),
            given("sequence_parallel", "k", over, ""),
        ),
        source=SOURCE,
    )


def _whole_and_split(model: Architecture) -> tuple[Decimal, Decimal]:
    passes = model.experts.per_token if model.experts else 1
    if model.mlp is Mlp.GELU:
        return Decimal(10), Decimal(8 + _GELU_MLP * passes)
    grouped = Decimal(4 * model.kv_heads) / model.heads
    wide = Decimal(8 * model.mlp_width * passes) / model.hidden
    return Decimal(8), 4 + grouped + wide


def _batch_figures(batch: Batch) -> tuple[Figure, Figure]:
    return (
        given("sequence", "s", batch.sequence, ""),
        given("micro_batch", "b", batch.micro_batch, ""),
    )
