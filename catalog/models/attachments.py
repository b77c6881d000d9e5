"""Files beside a vendor or a quote: contracts, data sheets, certificates."""

import uuid
from typing import TYPE_CHECKING, Self, override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.quotes import Quote
from catalog.models.vendors import Vendor
from procurement.permissions import Role

if TYPE_CHECKING:
    from procurement.permissions import Principal


class AttachmentQuerySet(models.QuerySet["Attachment"]):
    """Attachments, by who may read them."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep vendors' for every member, and those of quotes that one may read."""
        if Role.MEMBER not in user.organisation_roles:
            return self.none()
        quotes = Quote.objects.visible_to(user).values("pk")
        return self.filter(models.Q(quote=None) | models.Q(quote__in=quotes))


class Attachment(models.Model):
    """One file, stored under a random name; its own name is a text only."""

    class Kind(models.TextChoices):
        """What the content is."""

        PDF = "pdf", "PDF"
        PNG = "png", "PNG"
        JPEG = "jpeg", "JPEG"
        XLSX = "xlsx", "XLSX"
        DOCX = "docx", "DOCX"
        TEXT = "text", _("text")

    class Scan(models.TextChoices):
        """What the virus scanner said."""

        NOT_SCANNED = "not_scanned", _("not scanned")
        WAITING = "waiting", _("waits for the virus scan")
        CLEAN = "clean", _("no virus found")
        INFECTED = "infected", _("locked: the scanner found a virus")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    vendor = models.ForeignKey(
        Vendor, models.CASCADE, related_name="attachments", null=True, blank=True
    )
    quote = models.ForeignKey(
        Quote, models.PROTECT, related_name="attachments", null=True, blank=True
    )
    file = models.FileField(upload_to="attachments/")
    file_name = models.CharField(_("file"), max_length=200)
    kind = models.CharField(max_length=5, choices=Kind)
    size_bytes = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    scan = models.CharField(max_length=12, choices=Scan)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(db_default=Now())

    objects = AttachmentQuerySet.as_manager()

    class Meta:
        ordering = ["-added_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(vendor=None) ^ models.Q(quote=None),
                name="attachment_of_a_vendor_or_of_a_quote",
            ),
            models.UniqueConstraint(
                fields=["vendor", "sha256"], name="attachment_once_per_vendor"
            ),
            models.UniqueConstraint(
                fields=["quote", "sha256"], name="attachment_once_per_quote"
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.file_name

    @property
    def can_be_downloaded(self) -> bool:
        """Whether no scanner stands in the way."""
        return self.scan in {self.Scan.NOT_SCANNED, self.Scan.CLEAN}
