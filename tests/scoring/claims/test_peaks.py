from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.claims.finding import Reason, Verdict
from scoring.claims.peaks import (
    check_peak,
    check_per_price,
    check_per_watt,
    check_ratio,
)
from scoring.figures.errors import InputError
from scoring.sizing.gpus import Gpu
from scoring.sizing.precisions import Precision
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import A100, ASCEND, GPUS, H100

D = Decimal
BF16, FP16, FP8, TF32 = Precision.BF16, Precision.FP16, Precision.FP8, Precision.TF32
MI210 = GPUS["AMD Instinct MI210"]
MI250X = GPUS["AMD Instinct MI250X"]


@pytest.mark.parametrize(
    ("claimed", "gpu", "precision", "reason"),
    [
        ("1978.9", H100, BF16, Reason.SPARSE_AS_DENSE),
        ("624", A100, FP16, Reason.SPARSE_AS_DENSE),
        ("1200", H100, BF16, Reason.ABOVE_PEAK),
        ("700", H100, BF16, Reason.BELOW_PEAK),
        ("0.989", H100, BF16, Reason.OFF_BY_1000),
        ("989000", H100, BF16, Reason.OFF_BY_1000),
    ],
)
def test_a_peak_that_is_not_the_dense_one_says_why(claimed, gpu, precision, reason):
    finding = check_peak(D(claimed), gpu, precision)

    assert (finding.verdict, finding.reasons) == (Verdict.WRONG, (reason,))
    assert finding.right[0].value == gpu.dense(precision)
    assert finding.source == gpu.source


def test_a_sparse_figure_that_says_so_holds():
    finding = check_peak(D(624), A100, FP16, says_sparse=True)

    assert finding.verdict is Verdict.HOLDS
    assert [figure.value for figure in finding.right] == [624, 312]
    assert check_peak(D(312), A100, FP16, says_sparse=True).is_flagged


def test_without_a_sparse_peak_only_the_dense_one_is_right():
    finding = check_peak(D(181), MI210, FP16)

    assert finding.verdict is Verdict.HOLDS
    assert len(finding.right) == 1


def test_what_was_not_published_is_unknown():
    for finding in (
        check_peak(D(1), ASCEND, BF16),
        check_per_watt(D(1), ASCEND, BF16),
        check_per_watt(D(1), replace(H100, tdp_w=None), BF16),
        check_per_price(D(1), ASCEND, BF16, D(1)),
        check_ratio(D(1), (H100, BF16), (ASCEND, BF16)),
        check_ratio(D(1), (ASCEND, BF16), (H100, BF16)),
    ):
        assert finding.verdict is Verdict.UNKNOWN
        assert not finding.is_flagged


@pytest.mark.parametrize(
    ("claimed", "reasons"),
    [
        ("1.41", ()),
        ("2.5", (Reason.ABOVE_PEAK,)),
        ("52.6", (Reason.ABOVE_PEAK, Reason.OFF_BY_1000)),
        ("1413", (Reason.OFF_BY_1000,)),
        ("0.7", (Reason.BELOW_PEAK,)),
        ("0.001413", (Reason.OFF_BY_1000,)),
    ],
)
def test_no_gpu_does_more_than_its_peak_per_watt(claimed, reasons):
    finding = check_per_watt(D(claimed), H100, BF16)

    assert finding.reasons == reasons
    assert round(finding.right[0].value, 2) == D("1.41")
    assert_unfolds(finding.right[0])


def test_ratios_are_those_of_dense_peaks():
    """H100 FP8 against A100 16 bit: 6.3, said as 6."""
    finding = check_ratio(D(6), (H100, FP8), (A100, FP16))

    assert finding.verdict is Verdict.HOLDS
    assert round(finding.right[0].value, 1) == D("6.3")
    assert_unfolds(finding.right[0])


def test_ten_times_a_density_is_no_thousand():
    finding = check_per_price(D("0.66"), H100, FP8, D(30000))

    assert finding.reasons == (Reason.ABOVE_PEAK,)


def test_prices_and_counts_are_above_nothing():
    with pytest.raises(InputError):
        check_per_price(D(1), H100, BF16, D(0))
    with pytest.raises(InputError):
        check_peak(D(1), H100, BF16, 0)


def test_a_cluster_has_the_peaks_of_all_its_gpus():
    finding = check_peak(D(1013000), H100, FP8, 512)

    assert finding.verdict is Verdict.HOLDS
    assert_unfolds(finding.right[0])
    assert check_peak(D(1), Gpu(name="?"), FP8, 512).verdict is Verdict.UNKNOWN
