"""Jobs that must happen: written in the cause's transaction, sent after commit."""

import uuid
from datetime import timedelta
from typing import Self, override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

ONCE_WHILE_OPEN = "job_once_while_open"


class JobQuerySet(models.QuerySet["Job"]):
    """Jobs, by what is due."""

    def due(self) -> Self:
        """Keep the jobs that wait and may start, and those whose lease ran out."""
        waiting = models.Q(state=Job.State.WAITING, available_at__lte=Now())
        lost = models.Q(state=Job.State.RUNNING, lease_until__lt=Now())
        return self.filter(waiting | lost)

    def unsent(self) -> Self:
        """Keep those with no message on its way: none yet, an old one, or a lost one.

        A message is old when the job became due again after it was sent.
        """
        lease = timedelta(seconds=settings.JOB_LEASE_SECONDS)
        never = models.Q(sent_at=None)
        old = models.Q(sent_at__lt=models.F("available_at")) | models.Q(
            state=Job.State.RUNNING, sent_at__lt=models.F("lease_until")
        )
        lost = models.Q(sent_at__lt=Now() - lease)
        return self.filter(never | old | lost)


class Job(models.Model):
    """One piece of work for a worker, done once however often it is sent."""

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=60, help_text="Name of the task that does it.")
    queue = models.CharField(max_length=20, default="default")
    arguments = models.JSONField(default=dict, help_text="Identifiers only.")
    dedupe_key = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_token = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    available_at = models.DateTimeField(db_default=Now())
    sent_at = models.DateTimeField(null=True)
    progress_percent = models.PositiveSmallIntegerField(default=0)
    progress_text = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True, help_text="Why it failed, for a person.")
    result = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["state", "available_at"], name="job_due")]
        constraints = [
            models.UniqueConstraint(
                fields=["dedupe_key"],
                condition=~models.Q(dedupe_key="")
                & models.Q(state__in=["waiting", "running"]),
                name=ONCE_WHILE_OPEN,
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.uuid}"
