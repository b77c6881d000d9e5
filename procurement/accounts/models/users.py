"""People who sign in by e-mail, and their roles in the organisation."""

import uuid
from collections.abc import Iterator
from typing import ClassVar, override

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from procurement.permissions import ROLE_NAMES, Role

ORGANISATION_ROLES = (
    Role.ADMINISTRATOR,
    Role.PROCUREMENT_OFFICER,
    Role.CATALOGUE_EDITOR,
    Role.FINANCE,
    Role.AUDITOR,
)


class UserManager(BaseUserManager["User"]):
    """Look people up by e-mail, whatever its case."""

    @override
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser):
    """A person of the organisation."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(
        _("e-mail"),
        max_length=254,
        unique=True,
        error_messages={"unique": _("This e-mail is taken.")},
    )
    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(
        _("language"),
        max_length=10,
        default="en",
        choices=[("en", _("English")), ("zh-hans", _("Simplified Chinese"))],
    )
    is_active = models.BooleanField(_("active"), default=True)
    one_time_until = models.DateTimeField(
        null=True,
        editable=False,
        help_text="End of a one-time password; the person must replace it first.",
    )
    session_epoch = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text="Raised to end all sessions of the person.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")),
                name="user_email_in_lower_case",
                violation_error_message=_("Write the e-mail in lower case."),
            )
        ]

    @override
    def __str__(self) -> str:
        return self.name

    @override
    def get_session_auth_hash(self) -> str:
        """What a session must hold: ends with the password and with the epoch."""
        return self._session_hash(settings.SECRET_KEY)

    @override
    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same, for the secrets of before."""
        yield from map(self._session_hash, settings.SECRET_KEY_FALLBACKS)

    def _session_hash(self, secret: str | bytes) -> str:
        content = f"{self.session_epoch}:{self.password}"
        keyed = salted_hmac("accounts.session", content, secret, algorithm="sha256")
        return keyed.hexdigest()

    @cached_property
    def organisation_roles(self) -> frozenset[Role]:
        """The roles in the organisation; every active person is a member."""
        if not self.is_active:
            return frozenset()
        held = self.role_rows.values_list("role", flat=True)
        return frozenset({Role.MEMBER, *(Role(role) for role in held)})

    @property
    def initials(self) -> str:
        """One or two letters for the round badge."""
        words = self.name.split()
        return "".join(word[0] for word in (words[:1] + words[1:][-1:])).upper()


class OrganisationRole(models.Model):
    """One role of one person in the organisation."""

    user = models.ForeignKey(User, models.CASCADE, related_name="role_rows")
    role = models.CharField(
        max_length=30,
        choices=[(role.value, ROLE_NAMES[role]) for role in ORGANISATION_ROLES],
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "role"], name="organisation_role_held_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Console:
    """Whoever runs a command on the machine: may keep people and catalogue."""

    pk: int | None = None
    uuid = None
    name = "System"
    is_active = True
    is_authenticated = True
    is_anonymous = False
    organisation_roles = frozenset(
        {Role.MEMBER, Role.ADMINISTRATOR, Role.CATALOGUE_EDITOR}
    )


class Anonymous:
    """Nobody: no rights at all."""

    pk: int | None = None
    uuid = None
    is_active = False
    is_authenticated = False
    is_anonymous = True
    organisation_roles: frozenset[Role] = frozenset()
