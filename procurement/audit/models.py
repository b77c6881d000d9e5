"""The audit chain, one per evaluation and one for the organisation; the access log."""

from typing import override

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from procurement.audit.words import details_in_words, tone_of, word_of

ORGANISATION_CHAIN = "organisation"


class AuditChain(models.Model):
    """The head of one chain; its row is locked while an entry is added."""

    name = models.CharField(
        max_length=40,
        unique=True,
        help_text=_("'organisation', the identifier of a tender, or its sealed chain"),
    )
    length = models.BigIntegerField(default=0)
    head = models.CharField(max_length=64, default="0" * 64)

    @override
    def __str__(self) -> str:
        return self.name


class AuditEntry(models.Model):
    """One fact for good: its hash covers the previous hash and its content."""

    chain = models.ForeignKey(AuditChain, models.PROTECT, related_name="entries")
    sequence = models.BigIntegerField()
    at = models.DateTimeField()
    actor_uuid = models.UUIDField(
        null=True, help_text=_("of the person or the token; none for the system")
    )
    actor_name = models.CharField(max_length=140)
    action = models.CharField(max_length=60)
    subject_type = models.CharField(max_length=60)
    subject_id = models.CharField(max_length=60)
    subject_name = models.CharField(max_length=250)
    details = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["chain_id", "sequence"]
        constraints = [
            models.UniqueConstraint(
                fields=["chain", "sequence"], name="audit_sequence_once_per_chain"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.chain_id}#{self.sequence} {self.action}"

    @property
    def kind(self) -> StrOrPromise:
        """The action in words."""
        return word_of(self.action)

    @property
    def tone(self) -> str:
        """The colour of the action's badge."""
        return tone_of(self.action)

    @property
    def told(self) -> str:
        """The details in one line."""
        return details_in_words(self.details)


class AccessEntry(models.Model):
    """Who read sealed or hidden prices; a log, not part of the chain."""

    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    user_name = models.CharField(max_length=140)
    tender = models.CharField(max_length=40)
    path = models.CharField(max_length=300)

    class Meta:
        ordering = ["-id"]

    @override
    def __str__(self) -> str:
        return f"{self.user_name} {self.path}"
