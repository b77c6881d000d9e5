"""Floating-point operations: how much work a training or an answer is."""

from decimal import Decimal
from typing import Final

from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import exact
from scoring.sizing.architecture import Architecture
from scoring.sizing.memory.activations import Recompute

TRAINING: Final = 6
"""FLOPs per parameter and token: 2 forward, 4 backward."""

INFERENCE: Final = 2

ADAPTERS: Final = 4
"""Frozen weights need no gradients of their own: 2 forward, 2 backward."""

WITH_FULL_RECOMPUTE: Final = 8
"""As hardware counts them: the forward pass runs twice."""

type Number = Decimal | int


@exact
def model_flops(parameters: Number, tokens: Number) -> Decimal:
    """Count the FLOPs that a training needs, whatever is recomputed: 6·P·D.

    P are active parameters in a mixture of experts. Unit: FLOP. Source: Kaplan et
    al. 2020 (arXiv 2001.08361).

    >>> f"{model_flops(405_853_388_800, 15_600_000_000_000):.3e}"
    '3.799e+25'
    """
    require_above(0, parameters=parameters, tokens=tokens)
    return Decimal(TRAINING) * parameters * tokens


@exact
def hardware_flops(
    parameters: Number, tokens: Number, recompute: Recompute = Recompute.NONE
) -> Decimal:
    """Count the FLOPs that the GPUs run: 8·P·D with full recompute, else 6·P·D.

    Divide these by an HFU, never by an MFU. Selective recompute adds a few percent
    that are not counted here. Unit: FLOP. Source: Narayanan et al. 2021 (arXiv
    2104.04473), section 5.1.

    >>> hardware_flops(10, 10, Recompute.FULL), hardware_flops(10, 10)
    (Decimal('800'), Decimal('600'))
    """
    require_above(0, parameters=parameters, tokens=tokens)
    per = WITH_FULL_RECOMPUTE if recompute is Recompute.FULL else TRAINING
    return Decimal(per) * parameters * tokens


@exact
def inference_flops(parameters: Number, tokens: Number) -> Decimal:
    """Count the FLOPs of reading or writing tokens once: 2·P·D. Unit: FLOP.

    >>> inference_flops(10, 5)
    Decimal('100')
    """
    require_above(0, parameters=parameters)
    require_at_least(0, tokens=tokens)
    return Decimal(INFERENCE) * parameters * tokens


@exact
def gelu_model_flops(
    model: Architecture,
    tokens: Number,
    sequence: int,
    recompute: Recompute = Recompute.NONE,
) -> Decimal:
    """Count the FLOPs of a 4h-GELU multi-head model with attention and logits.

    Formula: 72·D·L·h²·(1 + s/(6h) + V/(12·L·h)), D = B·s tokens; with full recompute
    the layers run four times in place of three, the logits do not. Unit: FLOP.

    Source: Narayanan et al. 2021 (arXiv 2104.04473), section 3.
    """
    require_above(0, tokens=tokens)
    require_at_least(1, sequence=sequence)
    passes = 4 if recompute is Recompute.FULL else 3
    attention = 1 + Decimal(sequence) / (6 * model.hidden)
    in_layers = 24 * passes * model.layers * model.hidden**2 * attention
    return tokens * (in_layers + TRAINING * model.hidden * model.vocabulary)


@exact
def flops_per_token(
    model: Architecture, sequence: int, *, is_causal: bool = False
) -> Decimal:
    """Count the training FLOPs of one token with attention, for any architecture.

    Formula: 6·P + 12·L·h·s; 6·L·h·s where a causal kernel skips the masked half. P
    are the active parameters. Unit: FLOP. Source: Chowdhery et al. 2022 (arXiv
    2204.02311), appendix B.
    """
    require_at_least(1, sequence=sequence)
    attention = (6 if is_causal else 12) * model.layers * model.hidden * sequence
    return Decimal(TRAINING * model.active_parameters + attention)
