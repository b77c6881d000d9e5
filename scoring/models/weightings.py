"""Where weights came from: the judgements that a pairwise or swing weighting held."""

from typing import override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from scoring.models.criteria import CriteriaVersion


class Weighting(models.Model):
    """The judgements behind the weights of the dimensions, or of one's leaves.

    It belongs to a version and is locked with it; whether the weights were changed by
    hand afterwards is seen by comparing ``points`` with the version.
    """

    class Method(models.TextChoices):
        """How the judgements were asked for."""

        PAIRWISE = "pairwise", _("pairwise comparison (AHP)")
        SWING = "swing", _("swing weights")

    version = models.ForeignKey(
        CriteriaVersion, models.CASCADE, related_name="weightings"
    )
    node = models.CharField(
        max_length=20, blank=True, help_text=_("empty: the dimensions themselves")
    )
    method = models.CharField(_("method"), max_length=10, choices=Method)
    judgements = models.JSONField(
        help_text=_("swing points by key, or ratios by a pair of keys")
    )
    points = models.JSONField(help_text=_("the resulting points by key, as text"))
    consistency_ratio = models.DecimalField(
        _("consistency ratio"), max_digits=8, decimal_places=6, null=True, blank=True
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["version", "node"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "node"], name="weighting_once_per_node"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.version} {self.node or '–'}: {self.method}"
