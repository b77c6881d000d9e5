"""Frozen versions, approvals bound to their hash, reports, awards."""

import uuid
from typing import TYPE_CHECKING, Self, override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.quotes import readers_of_prices
from procurement.outbox.models import Job
from scoring.models.candidates import Candidate
from scoring.models.evaluations import Evaluation

if TYPE_CHECKING:
    from procurement.permissions import Principal


class DecisionQuerySet(models.QuerySet["Decision"]):
    """Frozen versions, by who may read them: they hold prices."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep those of visible evaluations whose prices the person may read."""
        seen = Evaluation.objects.visible_to(user).filter(readers_of_prices(user))
        recused = models.Q(evaluation__tender__recusals__user_id=user.pk or 0)
        return self.filter(evaluation__in=seen.values("pk")).exclude(recused)


class Decision(models.Model):
    """Version n of the result: a snapshot that never changes, and its hash."""

    class State(models.TextChoices):
        """Draft: provisional, never approved. Final: to approve, then to publish."""

        DRAFT = "draft", _("draft")
        FINAL = "final", _("final")
        RETURNED = "returned", _("returned")
        APPROVED = "approved", _("approved")
        PUBLISHED = "published", _("published")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    evaluation = models.ForeignKey(Evaluation, models.PROTECT, related_name="decisions")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State)
    snapshot = models.TextField(help_text=_("canonical JSON"))
    sha256 = models.CharField(max_length=64)
    inputs_sha256 = models.CharField(
        max_length=64,
        help_text=_("hash of the inputs: tells whether data changed since"),
    )
    first_place = models.ForeignKey(
        Candidate, models.PROTECT, related_name="+", null=True, blank=True
    )
    note = models.TextField(_("officer's recommendation"), blank=True)
    prepared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    frozen_at = models.DateTimeField(db_default=Now())
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )

    objects = DecisionQuerySet.as_manager()

    class Meta:
        ordering = ["evaluation", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "number"], name="decision_number_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.evaluation} v{self.number}"


class Approval(models.Model):
    """What one approver decided about exactly one hash."""

    class Verdict(models.TextChoices):
        """Yes, or back to the officer."""

        APPROVED = "approved", _("approved")
        RETURNED = "returned", _("returned")

    decision = models.ForeignKey(Decision, models.PROTECT, related_name="approvals")
    approver = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    verdict = models.CharField(max_length=10, choices=Verdict)
    note = models.TextField(_("note"), blank=True)
    sha256 = models.CharField(max_length=64)
    decided_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["decision", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["decision", "approver"], name="approval_once_per_approver"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.decision}: {self.approver} {self.verdict}"


class Report(models.Model):
    """The PDF of one version in one language; the same bytes at each download."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    decision = models.ForeignKey(Decision, models.PROTECT, related_name="reports")
    language = models.CharField(max_length=10)
    job = models.ForeignKey(Job, models.PROTECT, related_name="+", null=True)
    file = models.FileField(upload_to="reports/", blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    pages = models.PositiveSmallIntegerField(null=True, blank=True)
    size_bytes = models.PositiveIntegerField(null=True, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    requested_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["decision", "language"]
        constraints = [
            models.UniqueConstraint(
                fields=["decision", "language"], name="report_once_per_language"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.decision} ({self.language})"


class Award(models.Model):
    """What finance reads after publication, and its acknowledgement."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    decision = models.OneToOneField(Decision, models.PROTECT, related_name="award")
    candidate = models.ForeignKey(Candidate, models.PROTECT, related_name="awards")
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    currency = models.CharField(max_length=3)
    tax_basis = models.CharField(max_length=5)
    awarded_at = models.DateTimeField(db_default=Now())
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    acknowledged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    acknowledgement = models.CharField(
        _("reference of the finance system"), max_length=80, blank=True
    )

    class Meta:
        ordering = ["-awarded_at", "-id"]

    @override
    def __str__(self) -> str:
        return f"{self.decision}: {self.candidate}"
