"""Filters of a list that a person keeps under a name."""

import uuid
from typing import override

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class SavedFilter(models.Model):
    """The words behind ``?`` of one list; seen by the person alone."""

    class List(models.TextChoices):
        """Which list they are of."""

        VENDORS = "vendors", _("Vendors")
        SERVERS = "servers", _("Servers")
        GPUS = "gpus", _("GPUs")
        EVALUATIONS = "evaluations", _("Evaluations")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_filters"
    )
    of = models.CharField(max_length=12, choices=List)
    name = models.CharField(_("name"), max_length=60)
    query = models.CharField(max_length=1000)

    class Meta:
        ordering = ["user", "of", Lower("name"), "id"]
        constraints = [
            models.UniqueConstraint(
                "user", "of", Lower("name"), name="saved_filter_name_once_per_list"
            )
        ]

    @override
    def __str__(self) -> str:
        return self.name
