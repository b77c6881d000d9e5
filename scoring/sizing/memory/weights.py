"""Weights in inference: parameters × bytes of the precision they are held in."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import exact
from scoring.sizing.precisions import Precision

WEIGHT_BYTES: Final[Mapping[Precision, Decimal]] = {
    Precision.FP32: Decimal(4),
    Precision.TF32: Decimal(4),
    Precision.BF16: Decimal(2),
    Precision.FP16: Decimal(2),
    Precision.FP8: Decimal(1),
    Precision.INT8: Decimal(1),
    Precision.FP4: Decimal("0.5"),
}
"""Bytes per parameter; the scales of block formats come on top."""

_BITS = 8


@exact
def weight_bytes(
    parameters: Decimal | int, per_parameter: Decimal, tensor: int = 1
) -> Figure:
    """Work out the weights on one GPU: P·bytes/t.

    A mixture of experts holds all its experts, whatever a token uses. Unit: bytes.

    >>> weight_bytes(70_000_000_000, Decimal(2), 2).value
    Decimal('70000000000')
    """
    require_at_least(1, parameters=parameters, tensor=tensor)
    require_above(0, per_parameter=per_parameter)
    return Figure(
        code="weights",
        symbol="M_w",
        value=parameters * per_parameter / tensor,
        unit="B",
        formula="P*c/t",
        inputs=(
            given("parameters", "P", parameters, ""),
            given("bytes_per_weight", "c", per_parameter, "B"),
            given("tensor_parallel", "t", tensor, ""),
        ),
    )


@exact
def bytes_from_bits(bits: Decimal) -> Decimal:
    """Turn bits per parameter into bytes.

    >>> bytes_from_bits(Decimal("4.127"))
    Decimal('0.515875')
    """
    return bits / _BITS
