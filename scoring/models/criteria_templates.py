"""An organisation's own templates of criteria."""

import uuid
from typing import override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from scoring.models.criteria import in_language


class CriteriaTemplate(models.Model):
    """Dimensions and criteria with weights, taken from an evaluation and kept."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name_en = models.CharField(_("name"), max_length=160)
    name_zh = models.CharField(_("name in Chinese"), max_length=160, blank=True)
    content = models.JSONField(
        help_text=_("dimensions and criteria, in the form of a shipped template")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["name_en", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["name_en"],
                name="criteria_template_name_once",
                violation_error_message=_("There is a template of this name already."),
            )
        ]

    @override
    def __str__(self) -> str:
        return self.name_en

    @property
    def key(self) -> str:
        """How a choice of templates names it."""
        return f"own:{self.uuid.hex}"

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return in_language(self.name_en, self.name_zh)
