"""From the catalogue's servers to what sizing knows of them."""

import re
from typing import Final

from catalog.models import GpuModel, ServerSku
from scoring.sizing.gpus import Gpu, Server
from scoring.sizing.precisions import Precision

DENSE: Final = {
    Precision.FP32: "fp32_tflops",
    Precision.TF32: "tf32_dense_tflops",
    Precision.BF16: "bf16_dense_tflops",
    Precision.FP16: "fp16_dense_tflops",
    Precision.FP8: "fp8_dense_tflops",
    Precision.INT8: "int8_dense_tops",
    Precision.FP4: "fp4_dense_tflops",
}
"""The columns of the dense peaks; sparse ones never enter a calculation."""

_CARD_PER_GPU: Final = re.compile(
    r"\bCX-|ConnectX|InfiniBand|[48]00\s?Gb|\bNDR", re.IGNORECASE
)


def gpu_of_model(model: GpuModel) -> Gpu:
    """Take over the figures of a GPU of the catalogue; an empty one stays unknown."""
    peaks = {name: getattr(model, column) for name, column in DENSE.items()}
    visible, mig = model.memory_visible_mib, model.mig_instances
    return Gpu(
        name=model.name,
        vendor=model.manufacturer.name,
        architecture=model.architecture,
        form_factor=model.form_factor,
        memory_gb=model.memory_gb,
        memory_visible_mib=None if visible is None else int(visible),
        bandwidth_gbs=model.bandwidth_gbs,
        dense_tflops={name: peak for name, peak in peaks.items() if peak is not None},
        tdp_w=model.tdp_watts,
        link_gbs=model.interconnect_gbs_bidirectional,
        mig_instances=int(mig) if mig.isdecimal() else None,
        source=model.source,
    )


def server_of(sku: ServerSku, gpu: GpuModel) -> Server:
    """Take over a server; what its texts do not name is counted as missing."""
    return Server(
        name=sku.name,
        gpu=gpu_of_model(gpu),
        gpus=sku.gpu_count,
        link_domain=link_domain(sku.nvswitch, sku.gpu_form_factor, sku.gpu_count),
        has_rdma=bool(_CARD_PER_GPU.search(sku.nics)),
    )


def link_domain(switch: str, form_factor: str, gpus: int) -> int:
    """Tell how many GPUs of a server one fast link joins, by the catalogue's words.

    A switch joins all, modules of OAM join all eight; a bridge joins pairs only where
    the words say so. What depends on the model ordered counts as no link.

    >>> link_domain("4x NVSwitch gen3", "SXM5", 8), link_domain("none", "PCIe", 8)
    (8, 1)
    >>> link_domain("none (4-way NVLink)", "SXM4", 4)
    4
    >>> link_domain("none (NVLink bridge in pairs)", "PCIe dual-slot", 4)
    2
    >>> link_domain("none (4-way NVLink in SXM model)", "PCIe/SXM4", 8)
    1
    """
    words = switch.strip().casefold()
    if words and not words.startswith("none"):
        return gpus
    ways = re.fullmatch(r"none \((\d+)-way nvlink\)", words)
    if ways:
        return min(int(ways[1]), gpus)
    if "in pairs" in words:
        return min(2, gpus)
    return gpus if form_factor.strip().upper() == "OAM" else 1
