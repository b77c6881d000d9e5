"""Benchmark uploads of agents and what workers read out of them."""

import uuid
from typing import TYPE_CHECKING, Self, override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.skus import ServerSku
from catalog.models.sources import Provenance
from catalog.models.tenders import Recusal, Tender
from procurement.accounts.models import ApiToken
from procurement.outbox.models import Job
from procurement.permissions import Role

if TYPE_CHECKING:
    from procurement.permissions import Principal


class AgentGrant(models.Model):
    """For which SKU (and optionally which tender) an agent's token may upload."""

    token = models.ForeignKey(ApiToken, models.CASCADE, related_name="grants")
    sku = models.ForeignKey(ServerSku, models.PROTECT, related_name="grants")
    tender = models.ForeignKey(
        Tender, models.PROTECT, related_name="grants", null=True, blank=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token", "sku"], name="agent_grant_once")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.token}: {self.sku}"


def readable(user: "Principal", prefix: str = "") -> models.Q:
    """Uploads of no evaluation, or of one that the person sees.

    Of a vendor from whom an evaluator is recused there they see nothing.
    """
    visible = Tender.objects.visible_to(user).values("pk")
    recused = Recusal.objects.filter(
        user_id=user.pk or 0,
        tender=models.OuterRef(f"{prefix}tender"),
        vendor__quotes__tender=models.OuterRef(f"{prefix}tender"),
        vendor__quotes__offers__sku=models.OuterRef(f"{prefix}sku"),
    )
    open_to_all = models.Q(**{f"{prefix}tender": None})
    own = models.Q(**{f"{prefix}tender__in": visible}) & models.Q(
        ~models.Exists(recused)
    )
    return open_to_all | own


class UploadQuerySet(models.QuerySet["BenchmarkUpload"]):
    """Uploads, by who may read them."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep those of the catalogue and of the person's own evaluations."""
        if Role.MEMBER not in user.organisation_roles:
            return self.none()
        return self.filter(readable(user))


class BenchmarkUpload(models.Model):
    """One packed result folder.

    The same content for the same SKU and evaluation is one upload.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sku = models.ForeignKey(ServerSku, models.PROTECT, related_name="uploads")
    tender = models.ForeignKey(
        Tender, models.PROTECT, related_name="uploads", null=True, blank=True
    )
    token = models.ForeignKey(
        ApiToken, models.PROTECT, related_name="uploads", null=True, blank=True
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    sha256 = models.CharField(max_length=64)
    size_bytes = models.BigIntegerField()
    file = models.FileField(upload_to="uploads/")
    file_name = models.CharField(max_length=200)
    columns = models.CharField(max_length=2000, blank=True)
    job = models.ForeignKey(Job, models.PROTECT, related_name="+", null=True)
    received_at = models.DateTimeField(db_default=Now())
    provenance = models.CharField(
        _("provenance"),
        max_length=12,
        choices=Provenance,
        default=Provenance.MEASURED,
    )
    is_invented = models.BooleanField(default=False)

    objects = UploadQuerySet.as_manager()

    class Meta:
        ordering = ["-received_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["sku", "tender", "sha256"],
                nulls_distinct=False,
                name="upload_content_once",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.sku}: {self.file_name}"


class RunSetQuerySet(models.QuerySet["RunSet"]):
    """Run sets, by who may read them."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep those of the catalogue and of the person's own evaluations."""
        if Role.MEMBER not in user.organisation_roles:
            return self.none()
        return self.filter(readable(user, "upload__"))


class RunSet(models.Model):
    """The runs that make one official result, as the pure reader returned them."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    upload = models.ForeignKey(BenchmarkUpload, models.CASCADE, related_name="run_sets")
    sku = models.ForeignKey(ServerSku, models.PROTECT, related_name="run_sets")
    position = models.PositiveIntegerField()
    provenance = models.CharField(
        max_length=12, choices=Provenance, default=Provenance.MEASURED
    )
    path = models.CharField(max_length=500)
    suite = models.CharField(max_length=60)
    ruleset = models.CharField(max_length=40, blank=True)
    benchmark = models.CharField(max_length=80)
    submitter = models.CharField(max_length=200, blank=True)
    system = models.CharField(max_length=200, blank=True)
    runs_required = models.PositiveSmallIntegerField(null=True)
    runs_found = models.PositiveIntegerField()
    score_minutes = models.DecimalField(
        max_digits=30, decimal_places=15, null=True, help_text=_("minutes, unrounded")
    )
    is_official = models.BooleanField()
    reason = models.TextField(blank=True)
    result = models.JSONField(help_text=_("all that the reader found"))

    objects = RunSetQuerySet.as_manager()

    class Meta:
        ordering = ["upload", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["upload", "position"], name="run_set_position_once_per_upload"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.benchmark} ({self.sku})"


class Telemetry(models.Model):
    """GPU samples of one file: utilisation, temperature, power per GPU."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    upload = models.ForeignKey(
        BenchmarkUpload, models.CASCADE, related_name="telemetry"
    )
    position = models.PositiveIntegerField()
    path = models.CharField(max_length=500)
    format = models.CharField(max_length=40)
    rows = models.PositiveIntegerField()
    result = models.JSONField(help_text=_("all that the reader found"))

    class Meta:
        ordering = ["upload", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["upload", "position"], name="telemetry_position_once_per_upload"
            )
        ]

    @override
    def __str__(self) -> str:
        return self.path
