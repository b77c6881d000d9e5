"""Cost per unit of work, from measured throughput and labelled so."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least, require_fraction
from scoring.figures.precision import ONE, exact

SECONDS_PER_HOUR: Final = 3600
MILLION: Final = 10**6
TERA_PER_PETA: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Throughput:
    """Hold a measured rate of work of one GPU, with where and when it was measured.

    A vendor's claim is no measurement and is refused by the one who makes this value.

    Raises:
        InputError: no source is named.
    """

    per_gpu: Decimal
    unit: str
    source: str
    on: date

    def __post_init__(self) -> None:
        require_above(0, per_gpu=self.per_gpu)
        if not self.source:
            message = "a measured rate names its source"
            raise InputError(message, "missing", "source")


@exact
def useful_gpu_hours(used_hours: Decimal, goodput: Decimal = ONE) -> Figure:
    """Work out the useful GPU-hours: used·goodput, goodput 1 until it is known."""
    require_at_least(0, used_hours=used_hours)
    require_fraction(goodput=goodput)
    return Figure(
        code="useful_gpu_hours",
        symbol="H",
        value=used_hours * goodput,
        unit="h",
        formula="H_u*G",
        inputs=(
            given("used_gpu_hours", "H_u", used_hours, "h"),
            given("goodput", "G", goodput, ""),
        ),
    )


@exact
def cost_per_run(
    gpu_hours: Decimal, hour_price: Decimal, goodput: Decimal = ONE
) -> Figure:
    """Work out what one training costs: GPU-hours/goodput × price of a GPU-hour.

    Published GPU-hours hold restarts already: goodput 1. Unit: currency.

    >>> cost_per_run(Decimal(9), Decimal(2), Decimal("0.5")).value
    Decimal('36')
    """
    require_at_least(0, gpu_hours=gpu_hours, hour_price=hour_price)
    require_fraction(goodput=goodput)
    require_above(0, goodput=goodput)
    return Figure(
        code="cost_per_run",
        symbol="C_r",
        value=gpu_hours / goodput * hour_price,
        unit="currency",
        formula="H/G*p",
        inputs=(
            given("gpu_hours", "H", gpu_hours, "h"),
            given("goodput", "G", goodput, ""),
            given("price_per_gpu_hour", "p", hour_price, "currency"),
        ),
    )


@exact
def cost_per_million_tokens(hour_price: Decimal, measured: Throughput) -> Figure:
    """Work out the cost of a million tokens: p·10⁶/(tokens per second·3600).

    Raises:
        InputError: the throughput is not in tokens per second.

    >>> rate = Throughput(
    ...     per_gpu=Decimal(1000),
    ...     unit="tokens/s",
    ...     source="own run 12",
    ...     on=date(2026, 11, 3),
    ... )
    >>> cost_per_million_tokens(Decimal("3.6"), rate).value
    Decimal('1.0')
    """
    _require_unit(measured, "tokens/s")
    require_at_least(0, hour_price=hour_price)
    return Figure(
        code="cost_per_million_tokens",
        symbol="C_t",
        value=hour_price * MILLION / (measured.per_gpu * SECONDS_PER_HOUR),
        unit="currency",
        formula="p*10**6/(v*3600)",
        inputs=(
            given("price_per_gpu_hour", "p", hour_price, "currency"),
            _measured(measured),
        ),
    )


@exact
def cost_per_effective_pflop_hour(hour_price: Decimal, measured: Throughput) -> Figure:
    """Work out the cost of an hour of one petaflop per second as measured.

    Formula: p·1000/measured TFLOP/s. Raises:
        InputError: the throughput is not in TFLOP/s.
    """
    _require_unit(measured, "TFLOP/s")
    require_at_least(0, hour_price=hour_price)
    return Figure(
        code="cost_per_effective_pflop_hour",
        symbol="C_f",
        value=hour_price * TERA_PER_PETA / measured.per_gpu,
        unit="currency",
        formula="p*k/v",
        inputs=(
            given("price_per_gpu_hour", "p", hour_price, "currency"),
            given("teraflops_per_petaflop", "k", TERA_PER_PETA, ""),
            _measured(measured),
        ),
    )


@exact
def peak_per_price(dense_tflops: Decimal, price: Decimal) -> Figure:
    """Divide a dense peak by the price of the card: TFLOPS per unit of currency.

    A peak is what no program reaches; use measured throughput to choose.

    >>> peak_per_price(Decimal(312), Decimal(15600)).value
    Decimal('0.02')
    """
    require_at_least(0, dense_tflops=dense_tflops)
    require_above(0, price=price)
    return Figure(
        code="peak_per_price",
        symbol="D",
        value=dense_tflops / price,
        unit="TFLOPS/currency",
        formula="X/p",
        inputs=(
            given("dense_peak", "X", dense_tflops, "TFLOP/s"),
            given("price", "p", price, "currency"),
        ),
    )


def _measured(measured: Throughput) -> Figure:
    source = f"{measured.source}, {measured.on.isoformat()}"
    return given("measured_throughput", "v", measured.per_gpu, measured.unit, source)


def _require_unit(measured: Throughput, unit: str) -> None:
    if measured.unit != unit:
        message = f"{measured.unit} is not {unit}"
        raise InputError(message, "wrong_unit", "throughput")
