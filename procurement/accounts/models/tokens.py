"""Tokens for programs: only their keyed digest is stored."""

import uuid
from typing import Self, override

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from procurement.accounts.models.users import User
from procurement.permissions import Role


class TokenQuerySet(models.QuerySet["ApiToken"]):
    """Tokens, by whether they still work."""

    def usable(self) -> Self:
        """Keep those neither revoked nor expired by the database clock."""
        return self.filter(revoked_at=None, expires_at__gt=Now())

    def of_person(self, user: User) -> Self:
        """Keep the person's own, the newest first."""
        return self.filter(user=user).order_by("-created_at", "-id")


class ApiToken(models.Model):
    """A secret for a program: of a person (reads as that person) or of an agent."""

    class Kind(models.TextChoices):
        """Whose token it is."""

        PERSONAL = "personal", _("personal")
        AGENT = "agent", _("benchmark agent")

    class Scope(models.TextChoices):
        """What the token may do at most."""

        READ = "read", _("read")
        WRITE = "write", _("acknowledge awards")
        UPLOAD = "upload", _("upload benchmarks")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(_("name"), max_length=120)
    prefix = models.CharField(max_length=12, help_text=_("shown to tell tokens apart"))
    digest = models.CharField(max_length=64, unique=True, help_text=_("HMAC-SHA-256"))
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope))
    user = models.ForeignKey(
        User,
        models.PROTECT,
        related_name="tokens",
        null=True,
        blank=True,
        help_text=_("the person whose rights it carries; none for an agent"),
    )
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="personal", user__isnull=False)
                | models.Q(kind="agent", user__isnull=True),
                name="token_of_a_person_or_of_an_agent",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def has_expired(self) -> bool:
        """Whether its time is over."""
        return self.expires_at <= timezone.now()

    @property
    def scope_names(self) -> list[StrOrPromise]:
        """Its scopes in words."""
        return [self.Scope(scope).label for scope in self.scopes]


class AgentPrincipal:
    """A benchmark agent: a token, no person."""

    is_authenticated = True
    is_anonymous = False
    pk: int | None = None

    def __init__(self, token: ApiToken) -> None:
        self.token = token
        self.uuid = token.uuid
        self.name = token.name
        self.is_active = True
        self.organisation_roles = frozenset({Role.AGENT})
