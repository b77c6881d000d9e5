"""Server SKUs: a chassis with its GPUs, power, cooling and height."""

import uuid
from typing import override

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from catalog.models.gpus import GpuModel, figure
from catalog.models.sources import Sourced
from catalog.models.vendors import Manufacturer


class ServerSku(Sourced):
    """One server product with n GPUs of one model."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=100, unique=True)
    name = models.CharField(_("SKU"), max_length=120)
    manufacturer = models.ForeignKey(Manufacturer, models.PROTECT, related_name="skus")
    gpu = models.ForeignKey(
        GpuModel, models.PROTECT, related_name="skus", null=True, blank=True
    )
    gpu_name = models.CharField(_("GPU as written"), max_length=120, blank=True)
    gpu_form_factor = models.CharField(_("GPU form factor"), max_length=60, blank=True)
    gpu_count = models.PositiveSmallIntegerField(
        _("GPUs"), validators=[MinValueValidator(1), MaxValueValidator(144)]
    )
    max_power_kilowatts = figure(_("largest power, kW"))
    psu_configuration = models.CharField(
        _("power supplies"), max_length=120, blank=True
    )
    psu_redundancy = models.CharField(_("redundancy"), max_length=60, blank=True)
    rack_units = figure(_("height, U"), places=1)
    housing = models.CharField(
        _("housing"),
        max_length=40,
        blank=True,
        help_text=_(
            "where it has no height of its own, such as a tower or a whole rack"
        ),
    )
    cooling = models.CharField(_("cooling"), max_length=120, blank=True)
    cpu = models.CharField(_("CPU"), max_length=200, blank=True)
    memory_configuration = models.CharField(_("memory"), max_length=200, blank=True)
    nics = models.CharField(_("network adapters"), max_length=250, blank=True)
    pcie_gen = models.CharField(_("PCIe generation"), max_length=20, blank=True)
    nvswitch = models.CharField(_("NVSwitch"), max_length=120, blank=True)
    price_usd_low = figure(_("indicative price from, USD"), digits=14, places=2)
    price_usd_high = figure(_("indicative price to, USD"), digits=14, places=2)
    price_date = models.CharField(_("price date"), max_length=100, blank=True)

    class Meta:
        ordering = [Lower("name"), "id"]
        constraints = [
            models.UniqueConstraint(
                "manufacturer", Lower("name"), name="sku_name_once_per_manufacturer"
            ),
            models.CheckConstraint(
                condition=models.Q(gpu_count__gte=1), name="sku_has_a_gpu"
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.name

    @property
    def memory_gb_per_node(self) -> object:
        """GPU memory of the whole server in GB, or None while the GPU is unknown."""
        if self.gpu is None or self.gpu.memory_gb is None:
            return None
        return self.gpu.memory_gb * self.gpu_count
