"""How many bytes of a GPU's memory a workload can use."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least, require_fraction
from scoring.figures.precision import exact
from scoring.sizing.gpus import Gpu

MIB: Final = 2**20
GIB: Final = 2**30
GB: Final = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class Headroom:
    """Hold what is kept free: a share of the visible memory and a fixed part.

    ``usable`` is a fraction; ``reserved`` is in bytes, for the CUDA context, the
    communication buffers and fragments.
    """

    usable: Decimal = Decimal("0.92")
    reserved: Decimal = Decimal(2 * GIB)

    def __post_init__(self) -> None:
        require_fraction(usable=self.usable)
        require_at_least(0, reserved=self.reserved)


DEFAULT_HEADROOM: Final = Headroom()


@exact
def visible_memory(gpu: Gpu) -> Figure:
    """Work out the memory that the driver reports, error correction on.

    Formula: visible MiB × 2²⁰, or the nominal GB × 10⁹ where nobody published the
    visible size: lower, so that nothing is promised, and named
    ``memory_nominal`` in the inputs.

    Unit: bytes.

    Raises:
        InputError: neither size is known.

    >>> visible_memory(Gpu(name="H100", memory_visible_mib=81559)).value
    Decimal('85520809984')
    >>> visible_memory(Gpu(name="unseen", memory_gb=Decimal(80))).value
    Decimal('80000000000')
    """
    if gpu.memory_visible_mib is not None:
        size = given("memory_visible", "m", gpu.memory_visible_mib, "MiB", gpu.source)
        unit = MIB
    elif gpu.memory_gb is not None:
        size = given("memory_nominal", "m", gpu.memory_gb, "GB", gpu.source)
        unit = GB
    else:
        message = f"the memory of {gpu.name} is not known"
        raise InputError(message, "missing", "memory_gb")
    return Figure(
        code="visible_memory",
        symbol="M_v",
        value=size.value * unit,
        unit="B",
        formula="m*u",
        inputs=(size, given("bytes_per_unit", "u", unit, "B")),
    )


@exact
def usable_memory(gpu: Gpu, headroom: Headroom = DEFAULT_HEADROOM) -> Figure:
    """Work out what a workload may fill: 0.92 × visible bytes − 2 GiB by default.

    Unit: bytes; never below 0. The two numbers are ours, stored and editable.
    """
    visible = visible_memory(gpu)
    value = headroom.usable * visible.value - headroom.reserved
    return Figure(
        code="usable_memory",
        symbol="M_u",
        value=max(value, Decimal(0)),
        unit="B",
        formula="max(a*M_v - r, 0)",
        inputs=(
            visible,
            given("usable_share", "a", headroom.usable, ""),
            given("reserved", "r", headroom.reserved, "B"),
        ),
    )
