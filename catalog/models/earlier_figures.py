"""What the catalogue said of a product before, and where that came from."""

from typing import override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.gpus import GpuModel
from catalog.models.skus import ServerSku
from catalog.models.sources import Verification


class EarlierFigure(models.Model):
    """One value that was replaced, with the source that it had; never edited."""

    sku = models.ForeignKey(
        ServerSku, models.CASCADE, related_name="earlier", null=True, blank=True
    )
    gpu = models.ForeignKey(
        GpuModel, models.CASCADE, related_name="earlier", null=True, blank=True
    )
    column = models.CharField(max_length=60)
    value = models.TextField(
        _("earlier value"), blank=True, help_text=_("empty where none was published")
    )
    replaced_by = models.TextField(_("replaced by"), blank=True)
    source = models.TextField(_("source"), blank=True)
    source_date = models.CharField(_("source date"), max_length=20, blank=True)
    verification = models.CharField(max_length=20, choices=Verification)
    changed_at = models.DateTimeField(db_default=Now())
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text=_("none for the shipped reference data"),
    )
    changed_by_name = models.CharField(max_length=140)

    class Meta:
        ordering = ["-changed_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(sku=None) ^ models.Q(gpu=None),
                name="earlier_figure_of_a_server_or_of_a_gpu",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.column}: {self.value}"
