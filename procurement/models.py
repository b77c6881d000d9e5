"""The shared kit's own table: the forms that were sent and carried out."""

from datetime import timedelta
from typing import Final, override

from django.db import models
from django.db.models.functions import Now

KEPT: Final = timedelta(days=2)


class SentForm(models.Model):
    """A form that was carried out, so that sending it again does nothing twice."""

    key = models.CharField(
        max_length=64,
        primary_key=True,
        help_text="SHA-256 of who sent what to which address, and the form's mark.",
    )
    location = models.TextField(blank=True, help_text="Where its answer led to.")
    sent_at = models.DateTimeField(db_default=Now(), db_index=True)

    @override
    def __str__(self) -> str:
        return self.key
