"""The trade's claims of ``claims_checked.csv``, entered as claims."""

import csv
from decimal import Decimal

import pytest

from catalog.imports.reference import read_gpus, read_servers, shipped
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
from scoring.claims.operation import check_preinstalled
from scoring.claims.peaks import (
    check_peak,
    check_per_price,
    check_per_watt,
    check_ratio,
)
from scoring.claims.training import (
    PublishedRate,
    check_parameter_memory,
    check_recompute_saving,
    check_training_days,
)
from scoring.compatibility.stacks import Image
from scoring.sizing.durations import FlopsBasis, Training
from scoring.sizing.memory.activations import Recompute
from scoring.sizing.precisions import Precision
from tests.scoring.compatibility.reference import BUILDS
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import A100, GPUS, H100, RTX4090

D = Decimal
CHECKED = {
    row["id"]: row
    for row in csv.DictReader(
        shipped("claims_checked.csv").decode("utf-8").splitlines()
    )
}
ROWS = {row.model: row for row in read_gpus(shipped("gpus.csv"))}
DGX = next(row for row in read_servers(shipped("servers.csv")) if row.sku == "DGX H100")
GB200 = GPUS["NVIDIA GB200 (per GPU)"]
MI210 = GPUS["AMD Instinct MI210"]
MI250X = GPUS["AMD Instinct MI250X"]
A100_CARD = GPUS["NVIDIA A100 PCIe 40GB"]

GPT3 = Training(parameters=174_600_000_000, tokens=300_000_000_000, goodput=D(1))
MEGATRON = PublishedRate(
    flops=D(140 * 10**12),
    basis=FlopsBasis.HARDWARE,
    recompute=Recompute.FULL,
    source="section 5.1",
)
LLAMA_3 = PublishedRate(
    flops=D(400 * 10**12),
    basis=FlopsBasis.MODEL,
    recompute=Recompute.NONE,
    source="arXiv 2407.21783, table 4",
)

WRONG = {
    "F006": (
        check_peak(D(197), H100, Precision.TF32),
        Reason.BELOW_PEAK,
        ["494.7", "989.4"],
    ),
    "F027": (
        check_link(D(1800), GB200, Link.CPU_TO_GPU, ROWS[GB200.name].interconnect),
        Reason.OTHER_LINK,
        ["900", "1800"],
    ),
    "F034": (
        check_parameter_memory(D(12 * 10**9), 340_000_000, D(4)),
        Reason.DIFFERS,
        ["1360000000", "5440000000"],
    ),
    "F035": (
        check_pcie(D(128), 5, Direction.ONE_WAY),
        Reason.BOTH_DIRECTIONS,
        ["64", "128"],
    ),
    "F038": (
        check_system_power(D("4.8"), H100, 8, DGX.max_system_power_kw, DGX.source),
        Reason.BELOW_GPUS,
        ["10.2", "5.6"],
    ),
    "F043": (
        check_per_watt(D("52.6"), H100, Precision.BF16),
        Reason.ABOVE_PEAK,
        ["1.41"],
    ),
    "F047": (
        check_training_days(D(35), GPT3, A100, 8, MEGATRON),
        Reason.IMPOSSIBLE_UTILISATION,
        ["4330", "2793600000000"],
    ),
    "F048": (
        check_training_days(D(11), GPT3, H100, 8, LLAMA_3),
        Reason.IMPOSSIBLE_UTILISATION,
        ["1137", "2793600000000"],
    ),
    "F056": (
        check_support(RTX4090, Precision.BF16, says_supported=False),
        Reason.IS_SUPPORTED,
        ["165.2"],
    ),
    "F058": (
        check_per_price(D("0.66"), H100, Precision.FP8, D(30000)),
        Reason.ABOVE_PEAK,
        ["0.0660"],
    ),
    "F064": (
        check_recompute_saving(D(1200 * 10**9), D(400 * 10**9), 175 * 10**9),
        Reason.STATES_STAY,
        ["2800000000000"],
    ),
    "F071": (
        check_peak(D(101), MI210, Precision.FP16),
        Reason.BELOW_PEAK,
        ["181"],
    ),
    "F072": (
        check_peak(D(1280), H100, Precision.FP8, 512),
        Reason.OFF_BY_1000,
        ["1013197", "2026394"],
    ),
}

RIGHT = {
    "F001": check_peak(D(312), A100, Precision.FP16),
    "F003": check_partitions(7, A100),
    "F015": check_gpu_power(D(400), A100),
    "F036": check_link(D(900), H100, Link.GPU_TO_GPU, ROWS[H100.name].interconnect),
    "F051": check_ratio(D(6), (H100, Precision.FP8), (A100, Precision.FP16)),
    "F055": check_no_link(RTX4090),
}


@pytest.mark.parametrize("claim", WRONG)
def test_a_wrong_claim_is_flagged_with_value_reason_and_source(claim):
    finding, reason, right = WRONG[claim]

    assert finding.verdict is Verdict.WRONG
    assert reason in finding.reasons
    shown = [
        f"{figure.value:.{max(-D(text).as_tuple().exponent, 0)}f}"
        for figure, text in zip(finding.right, right, strict=True)
    ]
    assert shown == right
    assert finding.source
    for figure in finding.right:
        assert_unfolds(figure)
    assert not CHECKED[claim]["verdict"].startswith("correct")


@pytest.mark.parametrize("claim", RIGHT)
def test_a_correct_claim_is_not_flagged(claim):
    assert RIGHT[claim].verdict is Verdict.HOLDS
    assert not RIGHT[claim].is_flagged
    assert CHECKED[claim]["verdict"].startswith("correct")


def test_a_link_that_is_half_as_fast_again_as_the_last_one_is_right():
    """F050: 900/600, and F055: generation 4 carries 64 GB/s in both directions."""
    assert H100.link_gbs / A100.link_gbs == D("1.5")
    assert check_pcie(D(64), 4, Direction.BOTH).verdict is Verdict.HOLDS


def test_the_image_of_f021_was_never_released():
    finding, first = check_preinstalled(
        Image(framework="2.0", cuda="12.0", cudnn="8.0"), BUILDS
    )

    assert finding.verdict is Verdict.WRONG
    assert finding.reasons == (Reason.NO_SUCH_RELEASE,)
    assert first == "2.1 with CUDA 12.1"
    assert "RELEASE.md" in finding.source


def test_the_other_densities_of_f058_are_wrong_as_well():
    for gpu, claimed, price, right in (
        (A100_CARD, "0.13", 15000, "0.0208"),
        (MI250X, "0.18", 12000, "0.0319"),
    ):
        finding = check_per_price(D(claimed), gpu, Precision.FP16, D(price))
        assert finding.reasons == (Reason.ABOVE_PEAK,)
        assert f"{finding.right[0].value:.4f}" == right
