"""Candidates: offers in the evaluation, with admission, knock-outs, evidence."""

import uuid
from typing import TYPE_CHECKING, Self, override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models import CloudOffer, Offer, Provenance, Quote, RunSet, Vendor
from scoring.models.criteria import in_language
from scoring.models.evaluations import Evaluation

if TYPE_CHECKING:
    from procurement.permissions import Principal


class CandidateQuerySet(models.QuerySet["Candidate"]):
    """Candidates, by who may know of them and whether they count."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep those of visible evaluations, less the vendors one is recused from."""
        recused = self.model.objects.filter(
            evaluation__tender__recusals__user_id=user.pk or 0,
            evaluation__tender__recusals__vendor_id=models.F("vendor_id"),
        )
        return self.filter(evaluation__in=Evaluation.objects.visible_to(user)).exclude(
            pk__in=recused.values("pk")
        )

    def counting(self) -> Self:
        """Keep the ones that take part in minimum, mean and rank."""
        return self.filter(admission__in=Candidate.COUNTING)


class Candidate(models.Model):
    """What is ranked: a vendor's quoted configuration, or a cloud offer."""

    class Admission(models.TextChoices):
        """Whether it takes part."""

        ADMITTED = "admitted", _("admitted")
        UNDER_REVIEW = "under_review", _("under review")
        REJECTED = "rejected", _("rejected")
        LATE = "late", _("late")
        KNOCKED_OUT = "knocked_out", _("knocked out")
        WITHDRAWN = "withdrawn", _("withdrawn")

    COUNTING = (Admission.ADMITTED, Admission.UNDER_REVIEW)

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="candidates"
    )
    position = models.PositiveSmallIntegerField(help_text=_("order of submission"))
    label = models.CharField(_("name"), max_length=160)
    vendor = models.ForeignKey(
        Vendor, models.PROTECT, related_name="candidates", null=True, blank=True
    )
    offer = models.ForeignKey(
        Offer, models.PROTECT, related_name="candidates", null=True, blank=True
    )
    cloud_offer = models.ForeignKey(
        CloudOffer, models.PROTECT, related_name="candidates", null=True, blank=True
    )
    admission = models.CharField(
        max_length=12, choices=Admission, default=Admission.ADMITTED
    )
    admission_reason = models.CharField(_("reason"), max_length=400, blank=True)
    admission_reason_zh = models.CharField(
        _("reason in Chinese"), max_length=400, blank=True
    )
    admission_changed_at = models.DateTimeField(null=True, blank=True)

    objects = CandidateQuerySet.as_manager()

    class Meta:
        ordering = ["evaluation", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "position"], name="candidate_position_once"
            ),
            models.CheckConstraint(
                condition=models.Q(offer__isnull=False, cloud_offer=None)
                | models.Q(offer=None, cloud_offer__isnull=False),
                name="candidate_of_an_offer_or_a_cloud_offer",
            ),
            models.CheckConstraint(
                condition=models.Q(admission="admitted")
                | ~models.Q(admission_reason=""),
                name="candidate_admission_has_a_reason",
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.label

    @property
    def reason(self) -> str:
        """The reason of its admission state, in the reader's language."""
        return in_language(self.admission_reason, self.admission_reason_zh)

    @property
    def counts(self) -> bool:
        """Whether it takes part in minimum, mean and rank."""
        return self.admission in self.COUNTING

    @property
    def came_late(self) -> bool:
        """Whether its quote arrived after the deadline; a cloud offer has none."""
        late = Quote.Lateness.LATE
        return self.offer is not None and self.offer.quote.lateness == late


class KnockOutResult(models.Model):
    """Pass or fail of one knock-out criterion for one candidate, with the reason."""

    candidate = models.ForeignKey(
        Candidate, models.CASCADE, related_name="knock_out_results"
    )
    criterion_key = models.CharField(max_length=20)
    is_passed = models.BooleanField()
    reason_en = models.CharField(_("reason in English"), max_length=400)
    reason_zh = models.CharField(_("reason in Chinese"), max_length=400, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["candidate", "criterion_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["candidate", "criterion_key"], name="knock_out_decided_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.candidate} {self.criterion_key}: {self.is_passed}"

    @property
    def reason(self) -> str:
        """The reason in the reader's language."""
        return in_language(self.reason_en, self.reason_zh)


class Evidence(models.Model):
    """The one datum that a criterion uses for a candidate; chosen by the officer."""

    candidate = models.ForeignKey(Candidate, models.CASCADE, related_name="evidence")
    criterion_key = models.CharField(max_length=20)
    value = models.DecimalField(_("value"), max_digits=30, decimal_places=10)
    unit = models.CharField(_("unit"), max_length=30, blank=True)
    provenance = models.CharField(_("provenance"), max_length=12, choices=Provenance)
    source = models.CharField(_("source"), max_length=250)
    on = models.DateField(_("date"), null=True, blank=True)
    run_set = models.ForeignKey(
        RunSet, models.PROTECT, related_name="evidence", null=True, blank=True
    )
    attached_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    attached_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["candidate", "criterion_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["candidate", "criterion_key"],
                name="evidence_once_per_candidate_and_criterion",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.candidate} {self.criterion_key}: {self.value}"
