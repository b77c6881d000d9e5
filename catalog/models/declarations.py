"""What an evaluator declares about each vendor before scoring it."""

from typing import override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from catalog.models.tenders import Tender
from catalog.models.vendors import Vendor


class Declaration(models.Model):
    """An evaluator's word about a vendor: no conflict of interest, or one.

    The reason of a conflict stands in the recusal that goes with it.
    """

    tender = models.ForeignKey(Tender, models.CASCADE, related_name="declarations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="declarations"
    )
    vendor = models.ForeignKey(Vendor, models.PROTECT, related_name="declarations")
    has_conflict = models.BooleanField()
    declared_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["tender", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "user", "vendor"], name="declaration_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.tender}: {self.user}, {self.vendor}"
