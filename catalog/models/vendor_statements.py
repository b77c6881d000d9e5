"""What a vendor says of its service and its software for one evaluation."""

import uuid
from typing import TYPE_CHECKING, Any, Self, override

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from catalog.models.quotes import opened, readers_of_prices
from catalog.models.tenders import Tender
from catalog.models.vendor_links import VendorLink
from catalog.models.vendors import Vendor

if TYPE_CHECKING:
    from procurement.permissions import Principal


class VendorStatementQuerySet(models.QuerySet["VendorStatement"]):
    """Statements, by who may read them: as sealed as the quotes."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep opened ones of evaluations whose prices the person may read."""
        seen = self.model.objects.filter(opened(), readers_of_prices(user))
        recused = self.model.objects.filter(
            tender__recusals__user_id=user.pk or 0,
            tender__recusals__vendor_id=models.F("vendor_id"),
        )
        return self.filter(pk__in=seen.values("pk")).exclude(
            pk__in=recused.values("pk")
        )


def hours_field(label: Any, **options: Any) -> models.DecimalField[Any, Any]:  # noqa: ANN401  # a text or a lazy one
    """Hours with one decimal; empty means not stated, never 0."""
    return models.DecimalField(
        label,
        max_digits=7,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        **options,
    )


class VendorStatement(models.Model):
    """The vendor's own word on service and compatibility; a later one keeps it."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tender = models.ForeignKey(Tender, models.PROTECT, related_name="statements")
    vendor = models.ForeignKey(Vendor, models.PROTECT, related_name="statements")
    link = models.ForeignKey(VendorLink, models.PROTECT, related_name="statements")
    version = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    received_at = models.DateTimeField()
    is_late = models.BooleanField(default=False)
    cover_hours_per_day = models.PositiveSmallIntegerField(
        _("level 1: hours of cover a day"),
        validators=[MaxValueValidator(24)],
        null=True,
        blank=True,
    )
    cover_days_per_week = models.PositiveSmallIntegerField(
        _("level 1: days of cover a week"),
        validators=[MaxValueValidator(7)],
        null=True,
        blank=True,
    )
    diagnosis_minutes = models.PositiveIntegerField(
        _("level 1: minutes to diagnosis"),
        validators=[MaxValueValidator(100_000)],
        null=True,
        blank=True,
    )
    onsite_hours_tier_1 = hours_field(_("level 2: hours to site, tier 1 city"))
    onsite_hours_tier_2 = hours_field(_("level 2: hours to site, tier 2 city"))
    onsite_hours_tier_3 = hours_field(_("level 2: hours to site, tier 3 city"))
    onsite_hours_remote = hours_field(_("level 2: hours to site, elsewhere"))
    replacement_hours = hours_field(_("level 3: hours to replacement"))
    depots = models.CharField(
        _("depots"),
        max_length=1000,
        blank=True,
        help_text=_("cities with spare parts, and which parts"),
    )
    penalties = models.CharField(_("penalties"), max_length=1000, blank=True)
    frameworks = models.CharField(
        _("frameworks"),
        max_length=500,
        blank=True,
        help_text=_("names and versions, such as PyTorch 2.9"),
    )
    platform = models.CharField(_("CUDA or ROCm version"), max_length=200, blank=True)
    driver = models.CharField(_("driver version"), max_length=200, blank=True)
    operating_systems = models.CharField(
        _("operating systems"), max_length=500, blank=True
    )
    notes = models.CharField(_("notes"), max_length=2000, blank=True)
    content_sha256 = models.CharField(max_length=64, editable=False)

    objects = VendorStatementQuerySet.as_manager()

    class Meta:
        ordering = ["tender", "vendor", "-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "vendor", "version"],
                name="vendor_statement_version_once",
            ),
            models.UniqueConstraint(
                fields=["tender", "vendor"],
                condition=models.Q(is_current=True),
                name="vendor_statement_current_once",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.vendor} ({self.tender}, v{self.version})"
