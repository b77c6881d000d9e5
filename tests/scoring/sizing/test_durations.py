from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.bands import Band
from scoring.sizing.durations import (
    FlopsBasis,
    Training,
    days_at_rate,
    effective_mfu,
    gpu_hours,
    training_time,
)
from scoring.sizing.gpus import Gpu
from scoring.sizing.memory.activations import Recompute
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import A100, ASCEND, H100

LLAMA_2_70B = Training(parameters=68_976_653_312, tokens=2 * 10**12)
ONE = Decimal(1)


def test_hours_of_a_published_training_lie_inside_the_range():
    """Llama 2 70B took 1,720,320 A100-hours."""
    time = training_time(replace(LLAMA_2_70B, goodput=ONE), A100, 2048)
    hours = [each.value * 24 * 2048 for each in (time.shortest, time.longest)]

    assert hours[0] < 1_720_320 < hours[1]
    assert time.shortest.value < time.typical.value < time.longest.value
    for each in (time.shortest, time.typical, time.longest):
        assert_unfolds(each)


def test_a_rate_counts_the_model_or_the_hardware():
    training = Training(parameters=10**9, tokens=10**9, goodput=ONE)

    def days(basis, recompute=Recompute.NONE):
        return days_at_rate(training, 1, 10**14, basis, recompute)

    assert days(FlopsBasis.MODEL, Recompute.FULL) == days(FlopsBasis.MODEL)
    assert days(FlopsBasis.HARDWARE, Recompute.FULL) / days(FlopsBasis.MODEL) == (
        pytest.approx(Decimal(8) / 6, abs=0, rel=Decimal("1e-25"))
    )


def test_goodput_stretches_the_calendar():
    half = replace(LLAMA_2_70B, goodput=Decimal("0.5"))
    whole = replace(LLAMA_2_70B, goodput=ONE)
    rate = (64, 10**14, FlopsBasis.MODEL)

    assert days_at_rate(half, *rate) == pytest.approx(
        2 * days_at_rate(whole, *rate), abs=0, rel=Decimal("1e-25")
    )
    assert training_time(half, H100, 64).typical.value == pytest.approx(
        2 * training_time(whole, H100, 64).typical.value, abs=0, rel=Decimal("1e-25")
    )


def test_fp8_speeds_up_by_less_than_two():
    fp8 = replace(LLAMA_2_70B, is_fp8=True)

    gains = [
        with_fp8 / without
        for with_fp8, without in zip(
            effective_mfu(fp8, H100).values,
            effective_mfu(LLAMA_2_70B, H100).values,
            strict=True,
        )
    ]

    assert gains == [Decimal("1.3"), Decimal("1.4"), Decimal("1.5")]


def test_a_given_utilisation_replaces_the_default():
    mfu = Band(low=Decimal("0.3"), typical=Decimal("0.4"), high=Decimal("0.5"))

    assert effective_mfu(replace(LLAMA_2_70B, mfu=mfu), H100) == mfu


def test_more_gpus_take_less_time_in_proportion():
    one, two = (training_time(LLAMA_2_70B, H100, gpus).typical for gpus in (512, 1024))

    assert one.value == pytest.approx(2 * two.value, abs=0, rel=Decimal("1e-25"))


def test_a_sparse_peak_never_stands_in():
    sparse = Gpu(name="sparse", sparse_tflops=H100.sparse_tflops)

    for gpu in (sparse, ASCEND):
        with pytest.raises(InputError, match="16-bit peak") as raised:
            training_time(LLAMA_2_70B, gpu, 8)
        assert raised.value.code == "missing"


def test_gpu_hours_fall_with_utilisation():
    assert gpu_hours(1, 600, 10, Decimal("0.1")) == ONE


@pytest.mark.parametrize(
    "wrong",
    [
        {"parameters": 0},
        {"tokens": 0},
        {"goodput": Decimal(0)},
        {"goodput": Decimal("1.1")},
        {"mfu": Band(low=Decimal(0), typical=ONE, high=ONE)},
        {"mfu": Band(low=ONE, typical=ONE, high=Decimal(2))},
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        replace(LLAMA_2_70B, **wrong)
