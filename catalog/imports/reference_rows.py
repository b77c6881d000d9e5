"""The rows of the shipped reference data: figures with their source and its date."""

from dataclasses import dataclass
from decimal import Decimal

from catalog.imports.reference_values import Mark, PartialDate, PriceDate


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuRow:
    """A GPU model with the peak figures that its maker publishes."""

    model: str
    vendor: str
    architecture: str
    compute_capability: str
    release_date: PartialDate
    form_factor: str
    memory_gb: Decimal | None
    memory_visible_mib: int | None
    memory_type: str
    bandwidth_gbs: Decimal | None
    fp64_tflops: Decimal | None
    fp64_tensor_tflops: Decimal | None
    fp32_tflops: Decimal | None
    tf32_dense_tflops: Decimal | None
    tf32_sparse_tflops: Decimal | None
    bf16_dense_tflops: Decimal | None
    bf16_sparse_tflops: Decimal | None
    fp16_dense_tflops: Decimal | None
    fp16_sparse_tflops: Decimal | None
    fp8_dense_tflops: Decimal | None
    fp8_sparse_tflops: Decimal | None
    int8_dense_tops: Decimal | None
    int8_sparse_tops: Decimal | None
    fp4_dense_tflops: Decimal | None
    fp4_sparse_tflops: Decimal | None
    tdp_w: Decimal | None
    interconnect: str
    interconnect_gbs_bidirectional: Decimal | None
    pcie_gen: str
    mig_instances: int | None
    price_usd_indicative: Decimal | None
    price_date: PriceDate | None
    source: str
    source_date: PartialDate
    verification: Mark
    notes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRow:
    """A server with its GPUs; ``rack_units`` is a text such as 8, tower, rack (48)."""

    sku: str
    vendor: str
    gpu_count: int
    gpu_model: str
    gpu_form_factor: str
    max_system_power_kw: Decimal | None
    psu_config: str
    psu_redundancy: str
    rack_units: str
    cooling: str
    cpu: str
    memory_max_or_config: str
    nics: str
    pcie_gen: str
    nvswitch: str
    price_usd_indicative_low: Decimal | None
    price_usd_indicative_high: Decimal | None
    price_date: PriceDate | None
    source: str
    source_date: PartialDate
    verification: Mark
    notes: str

    @property
    def height_units(self) -> int | None:
        """Rack units as a number, where the server has a height of its own."""
        return int(self.rack_units) if self.rack_units.isdecimal() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudRow:
    """A rentable instance type in one region with its prices; a missing one is none."""

    provider: str
    instance: str
    gpu_model: str
    gpu_count: int | None
    gpu_memory_gb_each: Decimal | None
    vcpus: int | None
    ram_gib: Decimal | None
    region: str
    on_demand_usd_per_h: Decimal | None
    usd_per_gpu_h: Decimal | None
    spot_usd_per_h: Decimal | None
    commit_1y_usd_per_h: Decimal | None
    commit_3y_usd_per_h: Decimal | None
    commitment_terms: str
    price_status: str
    price_date: PriceDate | None
    source: str
    source_date: PartialDate
    notes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CudaRow:
    """A CUDA toolkit release and the drivers that it needs."""

    cuda_version: str
    toolkit_driver_linux_min: str
    toolkit_driver_windows_min: str
    minor_version_compat_driver_min: str
    next_major_driver_branch: str
    min_compute_capability_toolkit: str
    source: str
    source_date: PartialDate
    notes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PytorchRow:
    """A PyTorch release on one version of one platform."""

    pytorch_version: str
    release_date: PartialDate
    python: str
    cxx_std: str
    platform: str
    platform_version: str
    support_level: str
    cudnn_version: str
    binary_architectures_linux_x86: str
    min_compute_capability: str
    source: str
    source_date: PartialDate
    notes: str
