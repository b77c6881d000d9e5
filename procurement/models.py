"""The shared kit's own tables: what was sent and carried out, by forms and programs."""

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


class KeptAnswer(models.Model):
    """The answer to a keyed request of a program, for when the request comes again.

    It is written in the transaction of the effect: there is no row without the
    effect, and no effect without the row.
    """

    principal = models.UUIDField(help_text="The person, or the token of an agent.")
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=255)
    key = models.CharField(max_length=255, help_text="As the header gave it.")
    sha256 = models.CharField(max_length=64, help_text="Of the query and the body.")
    status = models.PositiveSmallIntegerField()
    body = models.TextField(blank=True)
    answered_at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["principal", "method", "path", "key"],
                name="one_answer_for_each_key",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.key}"
