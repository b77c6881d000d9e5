"""From a row of the shipped reference data to what sizing knows of a GPU."""

from decimal import Decimal

from catalog.imports.reference_rows import GpuRow
from scoring.sizing.gpus import Gpu
from scoring.sizing.precisions import Precision


def gpu_of(row: GpuRow) -> Gpu:
    """Take over the published figures of a GPU; an empty cell stays unknown."""
    dense = {
        Precision.FP64: row.fp64_tensor_tflops or row.fp64_tflops,
        Precision.FP32: row.fp32_tflops,
        Precision.TF32: row.tf32_dense_tflops,
        Precision.BF16: row.bf16_dense_tflops,
        Precision.FP16: row.fp16_dense_tflops,
        Precision.FP8: row.fp8_dense_tflops,
        Precision.INT8: row.int8_dense_tops,
        Precision.FP4: row.fp4_dense_tflops,
    }
    sparse = {
        Precision.TF32: row.tf32_sparse_tflops,
        Precision.BF16: row.bf16_sparse_tflops,
        Precision.FP16: row.fp16_sparse_tflops,
        Precision.FP8: row.fp8_sparse_tflops,
        Precision.INT8: row.int8_sparse_tops,
        Precision.FP4: row.fp4_sparse_tflops,
    }
    return Gpu(
        name=row.model,
        vendor=row.vendor,
        architecture=row.architecture,
        form_factor=row.form_factor,
        memory_gb=row.memory_gb,
        memory_visible_mib=row.memory_visible_mib,
        bandwidth_gbs=row.bandwidth_gbs,
        dense_tflops=_known(dense),
        sparse_tflops=_known(sparse),
        tdp_w=row.tdp_w,
        link_gbs=row.interconnect_gbs_bidirectional,
        pcie_gen=int(row.pcie_gen) if row.pcie_gen.isdecimal() else None,
        mig_instances=row.mig_instances,
        source=row.source,
        source_date=row.source_date.text,
    )


def _known(peaks: dict[Precision, Decimal | None]) -> dict[Precision, Decimal]:
    return {name: peak for name, peak in peaks.items() if peak is not None}
