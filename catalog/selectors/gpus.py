"""GPU models as the table shows them: dense apart from sparse, each gap explained."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db.models import Count, F, QuerySet
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.models import GpuModel, Verification
from catalog.selectors.ordering import alphabetical

PRECISIONS: Final = (
    ("bf16", "BF16", "tflops"),
    ("fp8", "FP8", "tflops"),
    ("fp4", "FP4", "tflops"),
)
# What the makers' tensor units of each architecture can do; other ones are not known.
_AMPERE: Final = frozenset({"bf16", "sparsity"})
_EIGHT: Final = _AMPERE | {"fp8"}
_FOUR: Final = _EIGHT | {"fp4"}
ABILITIES: Final[Mapping[str, frozenset[str]]] = {
    "Volta": frozenset(),
    "Turing": frozenset(),
    "Ampere": _AMPERE,
    "Ada Lovelace": _EIGHT,
    "Hopper": _EIGHT,
    "Grace Hopper": _EIGHT,
    "Blackwell": _FOUR,
    "Grace Blackwell": _FOUR,
    "Blackwell Ultra": _FOUR,
    "Grace Blackwell Ultra": _FOUR,
    "CDNA 2": frozenset({"bf16"}),
    "CDNA 3": _EIGHT,
    "CDNA 3 APU": _EIGHT,
    "CDNA 4": _FOUR,
    "Gaudi": frozenset({"bf16", "fp8"}),
}
FIGURES: Final[
    tuple[tuple[StrOrPromise, tuple[tuple[str, StrOrPromise, str], ...]], ...]
] = (
    (
        gettext_lazy("Memory"),
        (
            ("memory_gb", gettext_lazy("Memory"), "GB"),
            ("memory_visible_mib", gettext_lazy("Visible to programs"), "MiB"),
            ("bandwidth_gbs", gettext_lazy("Bandwidth"), "GB/s"),
        ),
    ),
    (
        gettext_lazy("Dense"),
        (
            ("fp64_tflops", "FP64", "TFLOP/s"),
            ("fp64_tensor_tflops", gettext_lazy("FP64 tensor"), "TFLOP/s"),
            ("fp32_tflops", "FP32", "TFLOP/s"),
            ("tf32_dense_tflops", "TF32", "TFLOP/s"),
            ("bf16_dense_tflops", "BF16", "TFLOP/s"),
            ("fp16_dense_tflops", "FP16", "TFLOP/s"),
            ("fp8_dense_tflops", "FP8", "TFLOP/s"),
            ("int8_dense_tops", "INT8", "TOP/s"),
            ("fp4_dense_tflops", "FP4", "TFLOP/s"),
        ),
    ),
    (
        gettext_lazy("With 2:4 sparsity"),
        (
            ("tf32_sparse_tflops", "TF32", "TFLOP/s"),
            ("bf16_sparse_tflops", "BF16", "TFLOP/s"),
            ("fp16_sparse_tflops", "FP16", "TFLOP/s"),
            ("fp8_sparse_tflops", "FP8", "TFLOP/s"),
            ("int8_sparse_tops", "INT8", "TOP/s"),
            ("fp4_sparse_tflops", "FP4", "TFLOP/s"),
        ),
    ),
    (
        gettext_lazy("Power, link and price"),
        (
            ("tdp_watts", gettext_lazy("TDP"), "W"),
            (
                "interconnect_gbs_bidirectional",
                gettext_lazy("Link, both ways"),
                "GB/s",
            ),
            ("price_usd_indicative", gettext_lazy("Indicative price"), "USD"),
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure, or the reason why there is none."""

    value: Decimal | None
    reason: str = ""
    label: StrOrPromise = ""
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuRow:
    """One row of the table."""

    gpu: GpuModel
    memory: Figure
    bandwidth: Figure
    dense: tuple[Figure, ...]
    sparse: tuple[Figure, ...]
    tdp: Figure
    link: Figure

    @property
    def short_name(self) -> str:
        """The name without its maker, for a table that is grouped by makers."""
        return self.gpu.name.removeprefix(f"{self.gpu.manufacturer.name} ")


SORTS: Final[Mapping[str, StrOrPromise]] = {
    "maker": gettext_lazy("By maker, newest first"),
    "name": gettext_lazy("By name"),
    "memory": gettext_lazy("By memory"),
    "bandwidth": gettext_lazy("By bandwidth"),
    "bf16": gettext_lazy("By dense BF16"),
    "tdp": gettext_lazy("By TDP"),
}


def ordered_gpus(sort: str) -> QuerySet[GpuModel]:
    """The GPU models in one of the orders; unknown figures come last."""
    rows = GpuModel.objects.select_related("manufacturer")
    name = (alphabetical("name"), "id")
    if sort == "name":
        return rows.order_by(*name)
    columns = {
        "memory": "memory_gb",
        "bandwidth": "bandwidth_gbs",
        "bf16": "bf16_dense_tflops",
        "tdp": "tdp_watts",
    }
    if sort in columns:
        return rows.order_by(F(columns[sort]).desc(nulls_last=True), *name)
    most = rows.annotate(siblings=Count("manufacturer__gpus"))
    maker = ("-siblings", alphabetical("manufacturer__name"), "manufacturer_id")
    return most.order_by(*maker, "-release_date", *name)


def gpu_row(gpu: GpuModel) -> GpuRow:
    """A GPU model as a row of the table."""
    return GpuRow(
        gpu=gpu,
        memory=figure(gpu, "memory_gb"),
        bandwidth=figure(gpu, "bandwidth_gbs"),
        dense=tuple(
            figure(gpu, f"{key}_dense_{unit}") for key, _name, unit in PRECISIONS
        ),
        sparse=tuple(
            figure(gpu, f"{key}_sparse_{unit}") for key, _name, unit in PRECISIONS
        ),
        tdp=figure(gpu, "tdp_watts"),
        link=figure(gpu, "interconnect_gbs_bidirectional"),
    )


def figure_groups(gpu: GpuModel) -> list[tuple[StrOrPromise, list[Figure]]]:
    """All figures of a GPU model by group."""
    return [
        (title, [figure(gpu, name, label, unit) for name, label, unit in figures])
        for title, figures in FIGURES
    ]


def figure(
    gpu: GpuModel, name: str, label: StrOrPromise = "", unit: str = ""
) -> Figure:
    """One figure, or why it is missing."""
    value: Decimal | None = getattr(gpu, name)
    reason = _reason(gpu, name) if value is None else ""
    return Figure(value=value, reason=reason, label=label, unit=unit)


def _reason(gpu: GpuModel, name: str) -> str:
    if gpu.verification == Verification.UNRELIABLE and name in _CONFLICTING:
        return _("sources conflict")
    if name == "interconnect_gbs_bidirectional" and _is_pcie_only(gpu):
        return _("PCIe only")
    return _inability(gpu, name) or _("unpublished")


def _inability(gpu: GpuModel, name: str) -> str:
    """What the architecture can't do; empty where it can, or where nobody knows."""
    abilities = ABILITIES.get(gpu.architecture)
    key, _between, kind = name.partition("_")
    if abilities is None:
        return ""
    if kind.startswith("sparse") and "sparsity" not in abilities:
        return _("no sparsity")
    if key in {"bf16", "fp8", "fp4"} and key not in abilities:
        return _("no %(precision)s") % {"precision": key.upper()}
    return ""


def _is_pcie_only(gpu: GpuModel) -> bool:
    return gpu.interconnect.lower().startswith("pcie")


# Where the sources of a model contradict each other, its peak figures do so.
_CONFLICTING: Final = frozenset(
    f"{key}_{kind}_{unit}"
    for key, _name, unit in PRECISIONS
    for kind in ("dense", "sparse")
)
