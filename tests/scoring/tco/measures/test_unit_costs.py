from datetime import date
from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.measures.unit_costs import (
    Throughput,
    cost_per_effective_pflop_hour,
    cost_per_million_tokens,
    cost_per_run,
    peak_per_price,
    useful_gpu_hours,
)
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def measured(rate, unit):
    return Throughput(
        per_gpu=D(rate), unit=unit, source="run set 4", on=date(2026, 11, 3)
    )


def test_published_hours_count_once():
    whole = cost_per_run(D(1_720_320), D("1.35"))

    assert whole.value == D("2322432.00")
    assert cost_per_run(D(900), D(1), D("0.9")).value == 1000
    assert_unfolds(whole)


def test_a_million_tokens_at_a_measured_rate():
    figure = cost_per_million_tokens(D("3.60"), measured(500, "tokens/s"))

    assert figure.value == 2
    assert figure.inputs[1].source == "run set 4, 2026-11-03"
    assert_unfolds(figure)


def test_an_hour_of_effective_petaflops():
    figure = cost_per_effective_pflop_hour(D(2), measured(400, "TFLOP/s"))

    assert figure.value == 5
    assert_unfolds(figure)


def test_a_rate_in_another_unit_is_refused():
    with pytest.raises(InputError) as raised:
        cost_per_million_tokens(D(1), measured(1, "TFLOP/s"))

    assert raised.value.code == "wrong_unit"
    with pytest.raises(InputError):
        cost_per_effective_pflop_hour(D(1), measured(1, "tokens/s"))


def test_a_rate_without_a_source_is_no_measurement():
    with pytest.raises(InputError, match="names its source"):
        Throughput(per_gpu=D(1), unit="tokens/s", source="", on=date(2026, 1, 1))


def test_useful_hours_are_used_hours_times_goodput():
    assert useful_gpu_hours(D(100)).value == 100
    assert useful_gpu_hours(D(100), D("0.9")).value == 90
    assert_unfolds(useful_gpu_hours(D(100), D("0.9")))


def test_density_unfolds():
    assert_unfolds(peak_per_price(D("311.9"), D(15000)))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: cost_per_run(D(1), D(1), D(0)),
        lambda: cost_per_run(D(-1), D(1)),
        lambda: peak_per_price(D(1), D(0)),
        lambda: useful_gpu_hours(D(1), D(2)),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
