from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.claims.finding import Reason, Verdict
from scoring.claims.hardware import (
    Direction,
    Link,
    check_gpu_power,
    check_link,
    check_no_link,
    check_partitions,
    check_pcie,
    check_support,
    check_system_power,
)
from scoring.sizing.gpus import Gpu
from scoring.sizing.precisions import Precision
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import A100, ASCEND, GPUS, H100, RTX4090

D = Decimal
GB200 = GPUS["NVIDIA GB200 (per GPU)"]
LINKS = "NVLink 5; NVLink-C2C 900 GB/s to Grace"


@pytest.mark.parametrize(
    ("claimed", "reasons"),
    [
        ("10.2", ()),
        ("4.8", (Reason.BELOW_GPUS,)),
        ("7", (Reason.BELOW_SYSTEM,)),
        ("14", (Reason.DIFFERS,)),
    ],
)
def test_a_server_draws_more_than_its_gpus(claimed, reasons):
    finding = check_system_power(D(claimed), H100, 8, D("10.2"), "user guide")

    assert finding.reasons == reasons
    assert [figure.value for figure in finding.right] == [D("10.2"), D("5.6")]
    assert_unfolds(finding.right[1])


@pytest.mark.parametrize(
    ("claimed", "direction", "reasons"),
    [
        (64, Direction.ONE_WAY, ()),
        (128, Direction.BOTH, ()),
        (128, Direction.ONE_WAY, (Reason.BOTH_DIRECTIONS,)),
        (64, Direction.BOTH, (Reason.DIFFERS,)),
        (200, Direction.ONE_WAY, (Reason.DIFFERS,)),
    ],
)
def test_one_direction_is_half_of_both(claimed, direction, reasons):
    finding = check_pcie(D(claimed), 5, direction)

    assert finding.reasons == reasons
    assert {figure.value for figure in finding.right} == {64, 128}


@pytest.mark.parametrize(
    ("claimed", "link", "reasons"),
    [
        (1800, Link.GPU_TO_GPU, ()),
        (900, Link.CPU_TO_GPU, ()),
        (1800, Link.CPU_TO_GPU, (Reason.OTHER_LINK,)),
        (900, Link.GPU_TO_GPU, (Reason.OTHER_LINK,)),
        (450, Link.GPU_TO_GPU, (Reason.DIFFERS,)),
    ],
)
def test_links_are_not_mixed_up(claimed, link, reasons):
    assert check_link(D(claimed), GB200, link, LINKS).reasons == reasons


def test_a_gpu_without_a_second_link_names_one():
    finding = check_link(D(300), H100, Link.GPU_TO_GPU, "NVLink 4")

    assert finding.reasons == (Reason.DIFFERS,)
    assert [figure.value for figure in finding.right] == [900]


def test_what_was_not_published_is_unknown():
    for finding in (
        check_gpu_power(D(1), ASCEND),
        check_system_power(D(1), H100, 8, None, "none"),
        check_system_power(D(1), ASCEND, 8, D(5), "none"),
        check_pcie(D(1), 9, Direction.BOTH),
        check_link(D(1), H100, Link.CPU_TO_GPU, "NVLink 4"),
        check_no_link(Gpu(name="?")),
        check_partitions(7, Gpu(name="?")),
        check_support(ASCEND, Precision.BF16, says_supported=True),
    ):
        assert finding.verdict is Verdict.UNKNOWN


def test_power_of_one_gpu():
    assert check_gpu_power(D(400), A100).verdict is Verdict.HOLDS
    assert check_gpu_power(D(700), A100).right[0].value == 400


def test_a_card_without_a_link():
    assert check_no_link(RTX4090).verdict is Verdict.HOLDS
    assert check_no_link(H100).right[0].value == 900


def test_partitions_are_counted():
    assert check_partitions(7, A100).verdict is Verdict.HOLDS
    assert check_partitions(4, A100).is_flagged
    assert check_partitions(0, replace(A100, mig_instances=0)).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("gpu", "precision", "says", "reasons"),
    [
        (RTX4090, Precision.BF16, True, ()),
        (RTX4090, Precision.BF16, False, (Reason.IS_SUPPORTED,)),
        (A100, Precision.FP8, True, (Reason.NOT_SUPPORTED,)),
        (A100, Precision.FP8, False, ()),
    ],
)
def test_a_published_peak_proves_a_number_format(gpu, precision, says, reasons):
    assert check_support(gpu, precision, says_supported=says).reasons == reasons
