"""Assumptions of the cost model: value, unit, origin, source, date, per candidate."""

from typing import override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from scoring.models.candidates import Candidate
from scoring.models.evaluations import Evaluation


class CostAssumption(models.Model):
    """One input of the cost model, for all candidates or for one."""

    class Origin(models.TextChoices):
        """Where the value comes from."""

        QUOTED = "quoted", _("quoted")
        ASSUMED = "evaluation_assumption", _("evaluation assumption")
        DEFAULT = "catalogue_default", _("catalogue default")

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="cost_assumptions"
    )
    candidate = models.ForeignKey(
        Candidate,
        models.CASCADE,
        related_name="cost_assumptions",
        null=True,
        blank=True,
    )
    key = models.CharField(max_length=40)
    value = models.DecimalField(_("value"), max_digits=24, decimal_places=10)
    unit = models.CharField(_("unit"), max_length=40, blank=True)
    origin = models.CharField(_("origin"), max_length=24, choices=Origin)
    source = models.CharField(_("source"), max_length=250)
    on = models.DateField(_("date"))
    replaces_value = models.DecimalField(
        _("default that it replaces"),
        max_digits=24,
        decimal_places=10,
        null=True,
        blank=True,
    )
    reason = models.CharField(_("reason of the override"), max_length=250, blank=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    changed_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["evaluation", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "candidate", "key"],
                nulls_distinct=False,
                name="cost_assumption_once",
            ),
            models.CheckConstraint(
                condition=models.Q(replaces_value=None) | ~models.Q(reason=""),
                name="cost_assumption_override_has_a_reason",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.evaluation} {self.key}: {self.value} {self.unit}"
