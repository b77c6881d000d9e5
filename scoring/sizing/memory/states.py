"""Model states in training: weights, gradients and optimiser, sharded by ZeRO."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.figures.precision import exact
from scoring.sizing.architecture import Architecture
from scoring.sizing.layout import Layout, ZeroStage

SOURCE: Final = "Rajbhandari et al. 2020 (arXiv 1910.02054)"

GATHERED_LAYERS: Final = 2
"""Layers whose weights are whole at a time under ZeRO-3: one at work, one to come."""


class Optimiser(StrEnum):
    """The optimiser and the precision of its states."""

    ADAM_MIXED = "adam_mixed"
    ADAM_MIXED_FP32_GRADIENTS = "adam_mixed_fp32_gradients"
    ADAM_FP32 = "adam_fp32"
    ADAM_8_BIT = "adam_8_bit"
    SGD_MOMENTUM = "sgd_momentum"


@dataclass(frozen=True, slots=True, kw_only=True)
class StateBytes:
    """Hold the bytes per parameter of weights, gradients and optimiser states.

    >>> BYTES_OF[Optimiser.ADAM_MIXED].total
    16
    """

    weight: int
    gradient: int
    optimiser: int

    @property
    def total(self) -> int:
        """All three together: 16 with mixed-precision Adam."""
        return self.weight + self.gradient + self.optimiser


BYTES_OF: Final[Mapping[Optimiser, StateBytes]] = {
    Optimiser.ADAM_MIXED: StateBytes(weight=2, gradient=2, optimiser=12),
    Optimiser.ADAM_MIXED_FP32_GRADIENTS: StateBytes(weight=2, gradient=4, optimiser=12),
    Optimiser.ADAM_FP32: StateBytes(weight=4, gradient=4, optimiser=8),
    Optimiser.ADAM_8_BIT: StateBytes(weight=2, gradient=2, optimiser=6),
    Optimiser.SGD_MOMENTUM: StateBytes(weight=2, gradient=2, optimiser=8),
}
"""Mixed precision does not halve the states: Adam keeps a 32-bit master copy."""


@exact
def state_bytes(
    parameters: Decimal | int, per: StateBytes, stage: ZeroStage, ranks: int
) -> Decimal:
    """Count the model states on one GPU of a dense model in plain data parallel.

    Formula: (w+g+o)·P; each part that the stage shares out is divided by n.

    Unit: bytes. Source: Rajbhandari et al. 2020 (arXiv 1910.02054), figure 1.

    >>> adam = BYTES_OF[Optimiser.ADAM_MIXED]
    >>> state_bytes(7_500_000_000, adam, ZeroStage.NOTHING, 64)
    Decimal('120000000000')
    >>> state_bytes(7_500_000_000, adam, ZeroStage.WEIGHTS, 64)
    Decimal('1875000000.00000')
    """
    parts = (
        per.weight / _shares(stage, ZeroStage.WEIGHTS, ranks),
        per.gradient / _shares(stage, ZeroStage.GRADIENTS, ranks),
        per.optimiser / _shares(stage, ZeroStage.OPTIMISER, ranks),
    )
    return sum((parameters * part for part in parts), Decimal(0))


def state_parts(
    model: Architecture, per: StateBytes, layout: Layout
) -> tuple[Figure, Figure, Figure]:
    """Work out weights, gradients and optimiser states on one GPU.

    Tensor and pipeline parallel divide the model first, then ZeRO shards what its
    stage names: dense parameters over n ranks, experts over n/ep of them, because ep
    ranks already hold different ones.

    Formula: bytes·(P_d/(t·p·n) + P_e/(t·p·n)) where sharded, else
    bytes·(P_d/(t·p) + P_e/(t·p·ep)). Unit: bytes. Source: as ``state_bytes``.
    """
    return (
        _part("weights", "w", per.weight, (model, layout, ZeroStage.WEIGHTS)),
        _part("gradients", "g", per.gradient, (model, layout, ZeroStage.GRADIENTS)),
        _part("optimiser", "o", per.optimiser, (model, layout, ZeroStage.OPTIMISER)),
    )


@exact
def gathered_weights(model: Architecture, per: StateBytes, layout: Layout) -> Figure:
    """Work out the weights that ZeRO-3 gathers for the layers at work.

    Formula: k·w·P/(t·p·L), k = 2 layers: one at work and the next one fetched. It
    takes all experts of a layer as gathered, an upper bound. Unit: bytes. Source: the
    working set of ZeRO-3; k is our assumption and is shown.
    """
    split = layout.tensor * layout.pipeline * model.layers
    return Figure(
        code="gathered_weights",
        symbol="M_f",
        value=Decimal(GATHERED_LAYERS * per.weight) * model.parameters / split,
        unit="B",
        formula="k*w*P/(t*p*L)",
        inputs=(
            given("gathered_layers", "k", GATHERED_LAYERS, ""),
            given("bytes_per_weight", "w", per.weight, "B"),
            given("parameters", "P", model.parameters, ""),
            given("tensor_parallel", "t", layout.tensor, ""),
            given("pipeline_parallel", "p", layout.pipeline, ""),
            given("layers", "L", model.layers, ""),
        ),
        source=SOURCE,
    )


def _shares(stage: ZeroStage, needed: ZeroStage, ranks: int) -> Decimal:
    return Decimal(ranks if stage >= needed else 1)


@exact
def _part(
    code: str,
    symbol: str,
    per_parameter: int,
    place: tuple[Architecture, Layout, ZeroStage],
) -> Figure:
    model, layout, shared_from = place
    is_shared = layout.stage >= shared_from
    split = layout.tensor * layout.pipeline
    dense_over = split * (layout.data if is_shared else 1)
    experts_over = split * (layout.data if is_shared else layout.expert)
    value = per_parameter * (
        Decimal(model.dense_parameters) / dense_over
        + Decimal(model.expert_parameters) / experts_over
    )
    formula = _formula(symbol, model, is_shared=is_shared)
    return Figure(
        code=code,
        symbol=f"M_{symbol}",
        value=value,
        unit="B",
        formula=formula,
        inputs=(
            given(f"bytes_per_{code}", symbol, per_parameter, "B"),
            *_named_in(formula, _split_of(model, layout)),
        ),
        source=SOURCE,
    )


def _formula(symbol: str, model: Architecture, *, is_shared: bool) -> str:
    dense = "P_d/(t*p*n)" if is_shared else "P_d/(t*p)"
    if not model.experts:
        return f"{symbol}*{dense}"
    experts = "P_e/(t*p*n)" if is_shared else "P_e/(t*p*ep)"
    return f"{symbol}*({dense} + {experts})"


def _named_in(formula: str, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    named = set(re.findall(r"\w+", formula))
    return tuple(figure for figure in figures if figure.symbol in named)


def _split_of(model: Architecture, layout: Layout) -> tuple[Figure, ...]:
    return (
        given("dense_parameters", "P_d", model.dense_parameters, ""),
        given("expert_parameters", "P_e", model.expert_parameters, ""),
        given("tensor_parallel", "t", layout.tensor, ""),
        given("pipeline_parallel", "p", layout.pipeline, ""),
        given("data_parallel", "n", layout.data, ""),
        given("expert_parallel", "ep", layout.expert, ""),
    )
