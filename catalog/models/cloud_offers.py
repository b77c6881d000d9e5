"""Cloud instances with dated prices in USD per hour."""

import uuid
from typing import override

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from catalog.models.gpus import figure
from catalog.models.sources import Sourced


class CloudOffer(Sourced):
    """One rentable instance type in one region."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    provider = models.CharField(_("provider"), max_length=80)
    instance = models.CharField(_("instance"), max_length=120)
    region = models.CharField(_("region"), max_length=80, blank=True)
    gpu_name = models.CharField(_("GPU"), max_length=120)
    gpu_count = figure(_("GPUs"))
    gpu_memory_gb_each = figure(_("memory per GPU, GB"))
    vcpus = figure(_("vCPUs"), places=0)
    ram_gib = figure(_("RAM, GiB"))
    on_demand_usd_per_hour = figure(_("on demand, USD/h"), places=6)
    usd_per_gpu_hour = figure(_("USD per GPU-hour"), places=6)
    spot_usd_per_hour = figure(_("spot, USD/h"), places=6)
    commit_1y_usd_per_hour = figure(_("1-year commitment, USD/h"), places=6)
    commit_3y_usd_per_hour = figure(_("3-year commitment, USD/h"), places=6)
    commitment_terms = models.TextField(_("commitment terms"), blank=True)
    price_status = models.CharField(_("price status"), max_length=40, blank=True)
    price_date = models.CharField(_("price date"), max_length=100, blank=True)

    class Meta:
        ordering = [Lower("provider"), Lower("instance"), "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "instance", "region"], name="cloud_offer_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.provider} {self.instance}"
