"""People: made, given roles, let go; each change ends the sessions it must end."""

import unicodedata
from collections.abc import Collection

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from procurement.accounts.models import ApiToken, Console, OrganisationRole, User
from procurement.accounts.services.passwords import set_one_time_password
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, Role, require


def create_user(
    *,
    by: User | Console,
    email: str,
    name: str,
    roles: Collection[str] = (),
    language: str = "en",
) -> tuple[User, str]:
    """Make a person; returns the one-time password, which is stored only as a hash."""
    require(by, Action.MANAGE_USERS, ORGANISATION)
    user = User(
        email=unicodedata.normalize("NFKC", email).strip().lower(),
        name=unicodedata.normalize("NFKC", name).strip(),
        language=language,
    )
    password = set_one_time_password(user)
    user.full_clean()
    with transaction.atomic():
        user.save()
        _store_roles(user, roles)
        details = {"email": user.email, "roles": sorted(roles)}
        record(by=by, action="user_created", subject=user, details=details)
    return user, password


def change_roles(*, by: User | Console, user: User, roles: Collection[str]) -> User:
    """Give the person exactly these roles; all their sessions end."""
    require(by, Action.MANAGE_USERS, ORGANISATION)
    with transaction.atomic():
        user = _locked(user)
        before = sorted(user.role_rows.values_list("role", flat=True))
        if before == sorted(roles):
            return user
        if Role.ADMINISTRATOR not in roles:
            _keep_an_administrator(without=user)
        _store_roles(user, roles)
        _end_sessions(user)
        details = {"before": before, "after": sorted(roles)}
        record(by=by, action="roles_changed", subject=user, details=details)
    return User.objects.get(pk=user.pk)


def deactivate_user(*, by: User | Console, user: User) -> User:
    """Let a person go: sessions and tokens end at once, what they did stays."""
    require(by, Action.MANAGE_USERS, ORGANISATION)
    if user.pk == by.pk:
        raise RuleBrokenError(
            _("Nobody can deactivate themselves."), "deactivate_oneself"
        )
    with transaction.atomic():
        user = _locked(user)
        if not user.is_active:
            return user
        _keep_an_administrator(without=user)
        user.is_active = False
        user.save(update_fields=["is_active"])
        _end_sessions(user)
        ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=Now())
        record(by=by, action="user_deactivated", subject=user)
    return user


def reactivate_user(*, by: User | Console, user: User) -> User:
    """Let a person in again, with the roles they had; tokens stay revoked."""
    require(by, Action.MANAGE_USERS, ORGANISATION)
    with transaction.atomic():
        user = _locked(user)
        if user.is_active:
            return user
        user.is_active = True
        user.save(update_fields=["is_active"])
        record(by=by, action="user_reactivated", subject=user)
    return user


def change_language(*, by: User, language: str) -> User:
    """Speak another language with the person."""
    require(by, Action.USE_OWN_ACCOUNT, ORGANISATION)
    by.language = language
    by.full_clean()
    by.save(update_fields=["language"])
    return by


def end_other_sessions(*, by: User) -> User:
    """End every session of oneself; the caller starts a new one."""
    require(by, Action.USE_OWN_ACCOUNT, ORGANISATION)
    with transaction.atomic():
        _end_sessions(by)
        record(by=by, action="sessions_ended", subject=by)
    by.refresh_from_db(fields=["session_epoch"])
    return by


def _locked(user: User) -> User:
    """The row as it is now; administrators are locked too, so that one remains."""
    administrators = User.objects.filter(role_rows__role=Role.ADMINISTRATOR)
    list(administrators.order_by("pk").select_for_update(of=("self",)))
    return User.objects.select_for_update().get(pk=user.pk)


def _keep_an_administrator(*, without: User) -> None:
    others = User.objects.filter(is_active=True, role_rows__role=Role.ADMINISTRATOR)
    holds = without.role_rows.filter(role=Role.ADMINISTRATOR).exists()
    if holds and not others.exclude(pk=without.pk).exists():
        raise RuleBrokenError(
            _("One active administrator must remain."), "last_administrator", "roles"
        )


def _store_roles(user: User, roles: Collection[str]) -> None:
    rows = [OrganisationRole(user=user, role=role) for role in sorted(set(roles))]
    for row in rows:
        row.clean_fields(exclude=["user"])
    user.role_rows.all().delete()
    OrganisationRole.objects.bulk_create(rows)


def _end_sessions(user: User) -> None:
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
