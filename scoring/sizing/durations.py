"""How long a training takes, and how many GPU-hours it is."""

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least, require_fraction
from scoring.figures.precision import exact
from scoring.sizing.bands import Band
from scoring.sizing.efficiency import (
    FP8_SPEED_UP,
    GOODPUT,
    MFU,
    SECONDS_PER_HOUR,
    family_of,
)
from scoring.sizing.flops import TRAINING, hardware_flops, model_flops
from scoring.sizing.gpus import Gpu
from scoring.sizing.memory.activations import Recompute

SECONDS_PER_DAY: Final = 86400
TERA: Final = 10**12

type Number = Decimal | int


class FlopsBasis(StrEnum):
    """What an achieved rate counts: the model's FLOPs or all that the GPU runs."""

    MODEL = "model"
    HARDWARE = "hardware"


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """Hold what is trained: active parameters, tokens, and how.

    ``goodput`` is the useful share of the calendar: 1 with a utilisation that was
    read off published GPU-hours, because those hold restarts. ``mfu`` is a fraction
    of the dense 16-bit peak; none takes the default of the GPU's family.
    ``flops_per_parameter`` is 6, or 4 where adapters are trained over frozen weights.
    """

    parameters: int
    tokens: int
    flops_per_parameter: int = TRAINING
    mfu: Band | None = None
    goodput: Decimal = GOODPUT
    is_fp8: bool = False

    def __post_init__(self) -> None:
        require_at_least(1, parameters=self.parameters, tokens=self.tokens)
        require_fraction(goodput=self.goodput)
        require_above(0, goodput=self.goodput)
        if self.mfu:
            require_fraction(mfu=self.mfu.high)
            require_above(0, mfu=self.mfu.low)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingTime:
    """Hold the days of a training: at high, typical and low utilisation.

    ``shortest`` goes with the high utilisation. Each unfolds to its formula.
    """

    shortest: Figure
    typical: Figure
    longest: Figure


@exact
def days_at_rate(
    training: Training,
    gpus: int,
    achieved_flops: Number,
    basis: FlopsBasis,
    recompute: Recompute = Recompute.NONE,
) -> Decimal:
    """Work out the days of a training from an achieved rate per GPU.

    Formula: 6·P·D/(n·X) where X counts the model's FLOPs; where it counts hardware
    FLOPs, 8·P·D/(n·X) under full recompute. Divided by goodput.

    Unit: days; X in FLOP/s. Source: Narayanan et al. 2021 (arXiv 2104.04473),
    section 5.1: 34 days for GPT-3 on 1,024 A100.

    >>> gpt3 = Training(
    ...     parameters=174_600_000_000, tokens=300_000_000_000, goodput=Decimal(1)
    ... )
    >>> rate = 140 * 10**12
    >>> days = days_at_rate(gpt3, 1024, rate, FlopsBasis.HARDWARE, Recompute.FULL)
    >>> round(days, 1)
    Decimal('33.8')
    """
    require_above(0, gpus=gpus, achieved_flops=achieved_flops)
    if basis is FlopsBasis.MODEL:
        flops = model_flops(training.parameters, training.tokens)
    else:
        flops = hardware_flops(training.parameters, training.tokens, recompute)
    seconds = flops / (Decimal(achieved_flops) * gpus)
    return seconds / SECONDS_PER_DAY / training.goodput


@exact
def gpu_hours(
    parameters: Number, tokens: Number, peak_flops: Number, mfu: Decimal
) -> Decimal:
    """Work out the GPU-hours of a training: 6·P·D/(peak·MFU)/3600.

    The peak is dense, in FLOP/s. Unit: GPU-hours. Source: Llama 2 model card.

    >>> hours = gpu_hours(68_976_653_312, 2 * 10**12, 312 * 10**12, Decimal("0.43"))
    >>> round(hours)
    1713791
    """
    require_above(0, peak_flops=peak_flops, mfu=mfu)
    rate = mfu * peak_flops
    return model_flops(parameters, tokens) / rate / SECONDS_PER_HOUR


def training_time(training: Training, gpu: Gpu, gpus: int) -> TrainingTime:
    """Work out how long a training takes on GPUs of one model, as a range.

    Formula: 6·P·D/(N·peak·MFU·goodput)/86400, at the low, typical and high MFU of
    the family or of the training. FP8 raises the rate by 1.3 to 1.5, never by the
    twofold of the peaks. Unit: days.

    Raises:
        InputError: the dense 16-bit peak of the GPU is not known.
    """
    rates = effective_mfu(training, gpu)
    shortest, typical, longest = (
        training_days(training, gpu, gpus, rate) for rate in reversed(rates.values)
    )
    return TrainingTime(shortest=shortest, typical=typical, longest=longest)


@exact
def effective_mfu(training: Training, gpu: Gpu) -> Band:
    """Return the utilisation to expect of the 16-bit peak, FP8's gain included."""
    mfu = training.mfu or MFU[family_of(gpu)]
    if not training.is_fp8:
        return mfu
    pairs = zip(mfu.values, FP8_SPEED_UP.values, strict=True)
    low, typical, high = (rate * gain for rate, gain in pairs)
    return Band(low=low, typical=typical, high=high)


@exact
def training_days(training: Training, gpu: Gpu, gpus: int, mfu: Decimal) -> Figure:
    """Work out the days of a training at one utilisation."""
    require_at_least(1, gpus=gpus)
    peak = peak_16_bit(gpu)
    work = training_flops(training)
    rate = gpus * peak.value * TERA * mfu * training.goodput
    return Figure(
        code="training_days",
        symbol="T",
        value=work.value / (rate * SECONDS_PER_DAY),
        unit="days",
        formula="F/(N*X*10**12*u*G*86400)",
        inputs=(
            work,
            given("gpus", "N", gpus, ""),
            peak,
            given("mfu", "u", mfu, ""),
            given("goodput", "G", training.goodput, ""),
        ),
        source="Narayanan et al. 2021 (arXiv 2104.04473)",
    )


@exact
def training_flops(training: Training) -> Figure:
    """Work out a training's FLOPs as a figure: 6·P·D, or 4·P·D with adapters."""
    per = training.flops_per_parameter
    return Figure(
        code="training_flops",
        symbol="F",
        value=Decimal(per) * training.parameters * training.tokens,
        unit="FLOP",
        formula="c*P*D",
        inputs=(
            given("flops_per_parameter", "c", per, "FLOP"),
            given("active_parameters", "P", training.parameters, ""),
            given("tokens", "D", training.tokens, ""),
        ),
        source="Kaplan et al. 2020 (arXiv 2001.08361)",
    )


def peak_16_bit(gpu: Gpu) -> Figure:
    """Return the dense 16-bit peak as a figure, with its source.

    Raises:
        InputError: it is not known; a sparse figure never stands in for it.
    """
    peak = gpu.dense_16_bit
    if peak is None:
        message = f"the dense 16-bit peak of {gpu.name} is not known"
        raise InputError(message, "missing", "bf16_dense_tflops")
    return replace(given("peak_16_bit", "X", peak, "TFLOP/s"), source=gpu.source)
