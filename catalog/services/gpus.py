"""GPU models, kept by the editors of the catalogue with dense and sparse apart."""

import copy
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import EarlierFigure, GpuModel
from catalog.services.catalogue import free_slug, require_editor, write_row
from catalog.services.earlier_figures import keep_earlier
from catalog.services.skus import check_source, with_maker
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import label_of
from procurement.errors import RuleBrokenError

PAIRS: Final = (
    ("tf32_dense_tflops", "tf32_sparse_tflops"),
    ("bf16_dense_tflops", "bf16_sparse_tflops"),
    ("fp16_dense_tflops", "fp16_sparse_tflops"),
    ("fp8_dense_tflops", "fp8_sparse_tflops"),
    ("int8_dense_tops", "int8_sparse_tops"),
    ("fp4_dense_tflops", "fp4_sparse_tflops"),
)
FIGURES: Final = (
    "memory_gb",
    "memory_visible_mib",
    "bandwidth_gbs",
    "fp64_tflops",
    "fp64_tensor_tflops",
    "fp32_tflops",
    *(dense for dense, _sparse in PAIRS),
    *(sparse for _dense, sparse in PAIRS),
    "tdp_watts",
    "interconnect_gbs_bidirectional",
    "price_usd_indicative",
)
GPU_COLUMNS: Final = (
    "name",
    "manufacturer",
    "architecture",
    "compute_capability",
    "release_date",
    "form_factor",
    "memory_type",
    *FIGURES,
    "interconnect",
    "pcie_gen",
    "mig_instances",
    "price_date",
    "source",
    "source_date",
    "verification",
    "notes",
)


def create_gpu(*, by: User, values: Mapping[str, Any], maker: str = "") -> GpuModel:
    """Add a GPU model, with the source of its figures; ``maker`` names a new one."""
    require_editor(by)
    with transaction.atomic():
        _check(values)
        columns = with_maker(by, values, maker)
        gpu = GpuModel(slug=free_slug(GpuModel, str(columns.get("name", "")), "gpu"))
        changes = write_row(gpu, columns, GPU_COLUMNS)
        record(by=by, action="gpu_created", subject=gpu, details=changes)
    return gpu


def edit_gpu(
    *, by: User, gpu: GpuModel, values: Mapping[str, Any], maker: str = ""
) -> GpuModel:
    """Correct a GPU model; each replaced figure stays with the source that it had."""
    require_editor(by)
    with transaction.atomic():
        _check(values)
        rows = GpuModel.objects.select_related("manufacturer")
        row = rows.select_for_update(of=("self",)).get(pk=gpu.pk)
        before = copy.copy(row)
        changes = write_row(row, with_maker(by, values, maker), GPU_COLUMNS)
        if changes:
            kept = keep_earlier(by=by, before=before, after=row, columns=GPU_COLUMNS)
            EarlierFigure.objects.bulk_create(kept)
            record(by=by, action="gpu_edited", subject=row, details=changes)
    return row


def _check(values: Mapping[str, Any]) -> None:
    check_source(values)
    for name in FIGURES:
        value = values.get(name)
        if value is not None and value <= 0:
            raise RuleBrokenError(
                _("%(figure)s: an unknown figure stays empty; it is never 0 or less.")
                % {"figure": label_of(GpuModel, name)},
                "figure_not_positive",
                name,
            )
    for dense, sparse in PAIRS:
        first, second = values.get(dense), values.get(sparse)
        if first is not None and second is not None and second < first:
            raise RuleBrokenError(
                _("%(sparse)s is below %(dense)s: they may be exchanged.")
                % {
                    "sparse": label_of(GpuModel, sparse),
                    "dense": label_of(GpuModel, dense),
                },
                "sparse_below_dense",
                sparse,
            )
