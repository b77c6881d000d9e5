"""How much of a GPU's peak a training reaches: MFU, HFU, goodput, scaling."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.limits import require_above, require_fraction
from scoring.figures.precision import exact
from scoring.sizing.bands import Band
from scoring.sizing.flops import TRAINING, WITH_FULL_RECOMPUTE, model_flops
from scoring.sizing.gpus import Gpu

SECONDS_PER_HOUR: Final = 3600


class Family(StrEnum):
    """The families whose published trainings differ in utilisation."""

    NVIDIA = "nvidia"
    CDNA = "cdna"


MFU: Final[Mapping[Family, Band]] = {
    Family.NVIDIA: Band(
        low=Decimal("0.25"), typical=Decimal("0.38"), high=Decimal("0.48")
    ),
    Family.CDNA: Band(
        low=Decimal("0.18"), typical=Decimal("0.28"), high=Decimal("0.38")
    ),
}
"""Model FLOPs utilisation of published large trainings, of the dense 16-bit peak."""

GOODPUT: Final = Decimal("0.85")
"""Share of the calendar in which a training makes progress, until a better is known."""

FP8_SPEED_UP: Final = Band(
    low=Decimal("1.3"), typical=Decimal("1.4"), high=Decimal("1.5")
)
"""FP8 training against 16 bit: never the twofold of the peaks."""

HIGHEST_USUAL: Final = Decimal("0.6")
"""A utilisation above this asks for evidence."""

ERROR_BAND: Final = Band(low=Decimal("0.43"), typical=Decimal(1), high=Decimal("1.48"))
"""Calculated over actual GPU-hours of eleven published runs, typical defaults."""

type Number = Decimal | int


def family_of(gpu: Gpu) -> Family:
    """Tell which family's utilisation to expect of a GPU.

    >>> family_of(Gpu(name="MI300X", vendor="AMD"))
    <Family.CDNA: 'cdna'>
    """
    return Family.CDNA if gpu.vendor == "AMD" else Family.NVIDIA


@exact
def implied_mfu(
    parameters: Number, tokens: Number, gpu_hours: Number, peak_flops: Number
) -> Decimal:
    """Read the utilisation off a finished training's GPU-hours.

    Formula: 6·P·D/(GPU-hours·3600·peak), peak dense 16-bit in FLOP/s. Published
    GPU-hours hold restarts, so it contains goodput already. Unit: fraction. Source:
    Chowdhery et al. 2022 (arXiv 2204.02311) for MFU.

    >>> peak = 312 * 10**12
    >>> round(implied_mfu(68_976_653_312, 2 * 10**12, 1_720_320, peak), 4)
    Decimal('0.4284')
    """
    require_above(0, gpu_hours=gpu_hours, peak_flops=peak_flops)
    seconds = Decimal(gpu_hours) * SECONDS_PER_HOUR
    return model_flops(parameters, tokens) / (seconds * peak_flops)


@exact
def step_mfu(
    parameters: Number,
    tokens_per_step: Number,
    step_seconds: Number,
    devices: int,
    peak_flops: Number,
) -> Decimal:
    """Read the utilisation off the time of one step: 6·P·tokens/(n·t·peak).

    Unit: fraction. Source: Chowdhery et al. 2022 (arXiv 2204.02311), page 9.
    """
    require_above(0, step_seconds=step_seconds, devices=devices, peak_flops=peak_flops)
    return model_flops(parameters, tokens_per_step) / (
        Decimal(step_seconds) * devices * peak_flops
    )


@exact
def share_of_peak(achieved_flops: Number, peak_flops: Number) -> Decimal:
    """Divide an achieved rate by the dense peak: X/peak.

    It is an MFU if X counts model FLOPs, an HFU if it counts hardware FLOPs.

    >>> share_of_peak(400, 1000)
    Decimal('0.4')
    """
    require_above(0, peak_flops=peak_flops)
    return Decimal(achieved_flops) / peak_flops


@exact
def hardware_utilisation(mfu: Decimal) -> Decimal:
    """Turn an MFU into the HFU of the same run under full recompute: MFU·8/6.

    >>> hardware_utilisation(Decimal("0.3"))
    Decimal('0.4')
    """
    return mfu * WITH_FULL_RECOMPUTE / TRAINING


def asks_for_evidence(utilisation: Decimal) -> bool:
    """Tell whether a claimed utilisation is above what has been published.

    >>> asks_for_evidence(Decimal("0.92")), asks_for_evidence(Decimal("0.48"))
    (True, False)
    """
    return utilisation > HIGHEST_USUAL


@exact
def scaling_efficiency(speed_up: Number, devices: int) -> Decimal:
    """Divide a speed-up by the number of devices that it took.

    >>> scaling_efficiency(Decimal("7.9"), 8)
    Decimal('0.9875')
    """
    require_above(0, devices=devices)
    return Decimal(speed_up) / devices


@exact
def kept_utilisation(mfu_small: Decimal, mfu_large: Decimal) -> Decimal:
    """Divide the utilisation of a large run by that of a small one.

    >>> kept_utilisation(Decimal("0.5"), Decimal("0.45"))
    Decimal('0.9')
    """
    require_fraction(mfu_small=mfu_small, mfu_large=mfu_large)
    require_above(0, mfu_small=mfu_small)
    return mfu_large / mfu_small
