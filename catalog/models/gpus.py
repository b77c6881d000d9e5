"""GPU models: sourced figures, dense and sparse kept apart, power in watts."""

import uuid
from typing import Any, override

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from catalog.models.sources import Sourced
from catalog.models.vendors import Manufacturer


def figure(label: Any, *, digits: int = 12, places: int = 3) -> Any:  # noqa: ANN401  # a field descriptor; the stubs want the concrete class
    """Make a column for a figure that may be unknown; unknown is never zero."""
    return models.DecimalField(
        label, max_digits=digits, decimal_places=places, null=True, blank=True
    )


class GpuModel(Sourced):
    """One GPU product with the figures of its maker."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("model"), max_length=120, unique=True)
    manufacturer = models.ForeignKey(Manufacturer, models.PROTECT, related_name="gpus")
    architecture = models.CharField(_("architecture"), max_length=60, blank=True)
    compute_capability = models.CharField(
        _("compute capability"), max_length=20, blank=True
    )
    release_date = models.CharField(_("released"), max_length=20, blank=True)
    form_factor = models.CharField(_("form factor"), max_length=60, blank=True)
    memory_gb = figure(_("memory, GB"))
    memory_visible_mib = figure(_("visible memory, MiB"), places=0)
    memory_type = models.CharField(_("memory type"), max_length=30, blank=True)
    bandwidth_gbs = figure(_("memory bandwidth, GB/s"))
    fp64_tflops = figure(_("FP64, TFLOPS"))
    fp64_tensor_tflops = figure(_("FP64 tensor, TFLOPS"))
    fp32_tflops = figure(_("FP32, TFLOPS"))
    tf32_dense_tflops = figure(_("TF32 dense, TFLOPS"))
    tf32_sparse_tflops = figure(_("TF32 sparse, TFLOPS"))
    bf16_dense_tflops = figure(_("BF16 dense, TFLOPS"))
    bf16_sparse_tflops = figure(_("BF16 sparse, TFLOPS"))
    fp16_dense_tflops = figure(_("FP16 dense, TFLOPS"))
    fp16_sparse_tflops = figure(_("FP16 sparse, TFLOPS"))
    fp8_dense_tflops = figure(_("FP8 dense, TFLOPS"))
    fp8_sparse_tflops = figure(_("FP8 sparse, TFLOPS"))
    int8_dense_tops = figure(_("INT8 dense, TOPS"))
    int8_sparse_tops = figure(_("INT8 sparse, TOPS"))
    fp4_dense_tflops = figure(_("FP4 dense, TFLOPS"))
    fp4_sparse_tflops = figure(_("FP4 sparse, TFLOPS"))
    tdp_watts = figure(_("TDP, W"), places=1)
    interconnect = models.CharField(_("interconnect"), max_length=80, blank=True)
    interconnect_gbs_bidirectional = figure(_("interconnect, GB/s both ways"))
    pcie_gen = models.CharField(_("PCIe generation"), max_length=20, blank=True)
    mig_instances = models.CharField(_("MIG instances"), max_length=20, blank=True)
    price_usd_indicative = figure(_("indicative price, USD"), digits=14, places=2)
    price_date = models.CharField(_("price date"), max_length=100, blank=True)

    class Meta:
        ordering = [Lower("name"), "id"]

    @override
    def __str__(self) -> str:
        return self.name
