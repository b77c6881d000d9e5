"""Low-rank adapters: frozen weights beside a few that are trained."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import exact

LORA: Final = "Hu et al. 2021 (arXiv 2106.09685)"
QLORA: Final = "Dettmers et al. 2023 (arXiv 2305.14314)"

ADAPTER_BYTES: Final = 16
"""Adapters are trained with mixed-precision Adam."""


class FrozenPrecision(StrEnum):
    """The precision that the frozen weights are held in."""

    BF16 = "bf16"
    INT8 = "int8"
    NF4 = "nf4"


FROZEN_BYTES: Final[Mapping[FrozenPrecision, Decimal]] = {
    FrozenPrecision.BF16: Decimal(2),
    FrozenPrecision.INT8: Decimal(1),
    FrozenPrecision.NF4: Decimal("0.516"),
}
"""NF4 with double quantisation holds 4.127 bits a parameter, in linear layers only."""


@exact
def adapter_parameters(rank: int, matrices: Iterable[tuple[int, int]]) -> Decimal:
    """Count the parameters of the adapters: q = Σ r·(d_in + d_out).

    Source: Hu et al. 2021 (arXiv 2106.09685).

    >>> adapter_parameters(4, [(12288, 12288)] * 2 * 96)
    Decimal('18874368')
    """
    require_at_least(1, rank=rank)
    return Decimal(sum(rank * (rows + columns) for rows, columns in matrices))


@exact
def adapter_states(trained: Decimal | int) -> Figure:
    """Work out the training states of adapters: q·16 bytes."""
    count = given("adapter_parameters", "q", trained, "", LORA)
    return Figure(
        code="adapters",
        symbol="M_q",
        value=count.value * ADAPTER_BYTES,
        unit="B",
        formula="q*z",
        inputs=(count, given("bytes_per_adapter", "z", ADAPTER_BYTES, "B")),
        source=LORA,
    )


@exact
def frozen_weights(
    linear: Decimal | int, other: Decimal | int, precision: FrozenPrecision
) -> Figure:
    """Work out the frozen weights of a model under adapters.

    Formula: P_l·c + P_o·2: only linear layers are quantised; embeddings, head and
    norms stay at 2 bytes, except with INT8, which counts 1 byte throughout. Unit:
    bytes. Source: Dettmers et al. 2023 (arXiv 2305.14314).

    >>> frozen_weights(65_000_000_000, 0, FrozenPrecision.NF4).value
    Decimal('33540000000.000')
    """
    kept = Decimal(1 if precision is FrozenPrecision.INT8 else 2)
    per = FROZEN_BYTES[precision]
    return Figure(
        code="frozen_weights",
        symbol="M_w",
        value=linear * per + other * kept,
        unit="B",
        formula="P_l*c + P_o*d",
        inputs=(
            given("linear_parameters", "P_l", linear, ""),
            given("bytes_per_linear", "c", per, "B", QLORA),
            given("other_parameters", "P_o", other, ""),
            given("bytes_per_other", "d", kept, "B"),
        ),
        source=QLORA,
    )
