"""Worksheets, their cells, requests (N/A, decline), consensus and waivers."""

import uuid
from decimal import Decimal
from typing import TYPE_CHECKING, Self, override

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from procurement.permissions import Role, Stage
from scoring.models.candidates import Candidate
from scoring.models.criteria import CriteriaVersion
from scoring.models.evaluations import Evaluation

if TYPE_CHECKING:
    from procurement.permissions import Principal

AFTER_SCORING = (Stage.MODERATION, Stage.DECISION, Stage.PUBLISHED)


class Assignment(models.Model):
    """That an evaluator scores a criterion."""

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="assignments"
    )
    evaluator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="assignments"
    )
    criterion_key = models.CharField(max_length=20)

    class Meta:
        ordering = ["evaluation", "evaluator", "criterion_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "evaluator", "criterion_key"],
                name="assignment_once",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.evaluation}: {self.evaluator} {self.criterion_key}"


class Worksheet(models.Model):
    """One evaluator's cells; locked once submitted."""

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="worksheets"
    )
    evaluator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="worksheets"
    )
    weight = models.DecimalField(
        _("weight of the evaluator"),
        max_digits=6,
        decimal_places=3,
        default=Decimal(1),
        validators=[MinValueValidator(Decimal("0.001"))],
    )
    submitted_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(
        null=True, blank=True, help_text=_("closed by moderation without submission")
    )

    label_order = models.UUIDField(
        default=uuid.uuid4,
        editable=False,
        help_text=_("random: the order of the anonymous labels of the panel"),
    )

    class Meta:
        ordering = ["evaluation", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "evaluator"], name="worksheet_once_per_evaluator"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.evaluation}: {self.evaluator}"

    @property
    def is_submitted(self) -> bool:
        """Whether its evaluator has submitted it."""
        return self.submitted_at is not None

    @property
    def is_locked(self) -> bool:
        """Whether it can only be read: submitted, or closed by moderation."""
        return self.is_submitted or self.locked_at is not None


class CellQuerySet(models.QuerySet["Cell"]):
    """Cells, by who may see them."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep one's own; after scoring also the panel's, for officer and panel."""
        roles = user.organisation_roles
        if Role.MEMBER not in roles:
            return self.none()
        own = models.Q(worksheet__evaluator=user)
        tender = "worksheet__evaluation__tender__"
        panel = models.Q(
            **{
                f"{tender}stage__in": AFTER_SCORING,
                f"{tender}members__user": user,
                f"{tender}members__role__in": [Role.OFFICER, Role.EVALUATOR],
            }
        )
        seen = own | panel
        if Role.AUDITOR in roles:
            seen |= models.Q(
                **{f"{tender}stage__in": [Stage.PUBLISHED, Stage.CANCELLED]}
            )
        recused = self.model.objects.filter(
            candidate__evaluation__tender__recusals__user_id=user.pk or 0,
            candidate__evaluation__tender__recusals__vendor_id=models.F(
                "candidate__vendor_id"
            ),
        )
        kept = self.model.objects.filter(seen).values("pk")
        return self.filter(pk__in=kept).exclude(pk__in=recused.values("pk"))


class Cell(models.Model):
    """One evaluator's answer on one criterion for one candidate; no row: not scored."""

    class State(models.TextChoices):
        """What the answer is."""

        NOT_SCORED = "not_scored", _("not scored")
        SCORED = "scored", _("scored")
        NA_PROPOSED = "na_proposed", _("N/A proposed")
        DECLINED = "declined", _("declined")

    worksheet = models.ForeignKey(Worksheet, models.CASCADE, related_name="cells")
    candidate = models.ForeignKey(Candidate, models.CASCADE, related_name="cells")
    criterion_key = models.CharField(max_length=20)
    criteria_version = models.ForeignKey(
        CriteriaVersion,
        models.PROTECT,
        related_name="+",
        help_text=_("the version it was confirmed for"),
    )
    state = models.CharField(max_length=12, choices=State, default=State.NOT_SCORED)
    score = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    comment = models.TextField(_("comment"), blank=True, max_length=4000)
    version = models.PositiveIntegerField(default=1)
    decline_accepted_at = models.DateTimeField(null=True, blank=True)
    returned_because = models.CharField(
        _("why the officer gave it back"), max_length=400, blank=True
    )
    awaits_confirmation = models.BooleanField(
        default=False,
        help_text=_("a later version asks something else; counts again once confirmed"),
    )
    changed_at = models.DateTimeField(db_default=Now())

    objects = CellQuerySet.as_manager()

    class Meta:
        ordering = ["worksheet", "criterion_key", "candidate"]
        constraints = [
            models.UniqueConstraint(
                fields=["worksheet", "candidate", "criterion_key"], name="cell_once"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state="scored", score__isnull=False, score__gte=1, score__lte=5
                )
                | (~models.Q(state="scored") & models.Q(score=None)),
                name="cell_score_only_when_scored",
                violation_error_message=_("A score belongs to a scored cell only."),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.worksheet} {self.criterion_key} {self.candidate}: {self.state}"


class NotApplicable(models.Model):
    """A criterion left out for all candidates; approved by the officer."""

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="not_applicable"
    )
    criterion_key = models.CharField(max_length=20)
    reason = models.CharField(_("reason"), max_length=400)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    approved_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["evaluation", "criterion_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "criterion_key"], name="not_applicable_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.evaluation} {self.criterion_key}"


class Consensus(models.Model):
    """The moderated value of a cell with its reason, or a waiver of moderation."""

    candidate = models.ForeignKey(Candidate, models.CASCADE, related_name="consensus")
    criterion_key = models.CharField(max_length=20)
    value = models.DecimalField(
        _("consensus"),
        max_digits=5,
        decimal_places=3,
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(5)],
        help_text=_("empty: the spread is accepted, the mean stands"),
    )
    reason = models.CharField(_("reason"), max_length=400)
    version = models.PositiveIntegerField(default=1)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["candidate", "criterion_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["candidate", "criterion_key"], name="consensus_once"
            ),
            models.CheckConstraint(
                condition=models.Q(value=None) | models.Q(value__gte=1, value__lte=5),
                name="consensus_within_1_and_5",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.candidate} {self.criterion_key}: {self.value}"
