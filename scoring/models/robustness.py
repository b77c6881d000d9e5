"""Robustness checks: what the worker found for exactly one set of inputs."""

import uuid
from typing import override

from django.db import models
from django.db.models.functions import Now

from procurement.outbox.models import Job
from scoring.models.evaluations import Evaluation


class RobustnessCheck(models.Model):
    """The checks of a result, stored under the hash of all that they depend on."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="robustness_checks"
    )
    inputs_sha256 = models.CharField(max_length=64)
    document = models.JSONField(null=True, blank=True)
    job = models.ForeignKey(Job, models.PROTECT, related_name="+", null=True)
    requested_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["evaluation", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["evaluation", "inputs_sha256"],
                name="robustness_once_per_inputs",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.evaluation} {self.inputs_sha256[:12]}"
