"""Each missing figure of a GPU has its reason; dense and sparse stay apart."""

import pytest

from catalog.models import GpuModel
from catalog.selectors.gpus import figure, gpu_row, ordered_gpus
from catalog.services.reference import load_reference_data
from procurement.accounts.models import Console

pytestmark = pytest.mark.django_db


@pytest.fixture
def gpus():
    load_reference_data(by=Console())
    return {gpu.name: gpu for gpu in GpuModel.objects.select_related("manufacturer")}


@pytest.mark.parametrize(
    ("name", "column", "reason"),
    [
        ("NVIDIA H200 SXM 141GB", "fp4_dense_tflops", "no FP4"),
        ("NVIDIA A100 SXM4 80GB", "fp8_sparse_tflops", "no FP8"),
        ("NVIDIA T4", "bf16_dense_tflops", "no BF16"),
        ("NVIDIA T4", "fp8_sparse_tflops", "no sparsity"),
        ("AMD Instinct MI250X", "bf16_sparse_tflops", "no sparsity"),
        ("NVIDIA B300 SXM", "fp4_dense_tflops", "unpublished"),
        ("NVIDIA L40S", "interconnect_gbs_bidirectional", "PCIe only"),
        ("Huawei Ascend 910B", "bf16_dense_tflops", "sources conflict"),
        ("Huawei Ascend 910B", "bandwidth_gbs", "unpublished"),
    ],
)
def test_a_gap_says_why(gpus, name, column, reason):
    found = figure(gpus[name], column)

    assert (found.value, found.reason) == (None, reason)


def test_no_figure_of_the_table_is_left_without_value_or_reason(gpus):
    for gpu in gpus.values():
        row = gpu_row(gpu)
        for found in (row.memory, row.bandwidth, *row.dense, *row.sparse, row.tdp):
            assert (found.value is None) == bool(found.reason)


def test_the_order_is_by_maker_and_age_or_as_asked(gpus):
    grouped = [gpu.manufacturer.name for gpu in ordered_gpus("")]

    assert grouped == ["NVIDIA"] * 34 + ["AMD"] * 8 + ["Intel"] * 2 + ["Huawei"]
    by_memory = [gpu.memory_gb for gpu in ordered_gpus("memory")]
    assert by_memory == sorted(by_memory, reverse=True)
    assert ordered_gpus("bf16").last().bf16_dense_tflops is None
    assert ordered_gpus("name").first().name == "AMD Instinct MI210"
