"""Passwords: changed by their person, or replaced by a one-time one."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from procurement.accounts.models import Console, User
from procurement.accounts.services.sign_in import TooManyAttemptsError
from procurement.accounts.services.throttles import Limit, give_back, reserve
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, require

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 4, 5


def change_password(*, by: User, old: str, new: str) -> User:
    """Replace one's own password; every other session of the person ends."""
    require(by, Action.USE_OWN_ACCOUNT, ORGANISATION)
    limit = Limit(("password", str(by.uuid)), settings.LOGIN_FAILURES_PER_ACCOUNT)
    tries = reserve([limit], settings.LOGIN_WINDOW_SECONDS)
    if tries is None:
        raise TooManyAttemptsError
    if not by.check_password(old):
        raise RuleBrokenError(
            _("The present password is wrong."), "password_wrong", "old"
        )
    give_back(tries)
    if new == old:
        raise RuleBrokenError(
            _("Choose another password than the present one."), "password_same", "new"
        )
    try:
        validate_password(new, by)
    except ValidationError as error:
        raise ValidationError({"new": error.error_list}) from error
    return _store(by=by, user=by, password=new, action="password_changed")


def keep_one_time_password(*, by: Console, user: User) -> User:
    """Let a one-time password last: only the machine's own command line may."""
    require(by, Action.MANAGE_USERS, ORGANISATION)
    user.one_time_until = None
    with transaction.atomic():
        user.save(update_fields=["one_time_until"])
        record(by=by, action="password_set", subject=user)
    return user


def give_one_time_password(*, by: User | Console, user: User) -> str:
    """Replace a password by one that works once; every session of the person ends."""
    require(by, Action.MANAGE_USERS, ORGANISATION)
    password = set_one_time_password(user)
    with transaction.atomic():
        user.save(update_fields=["password", "one_time_until"])
        record(by=by, action="one_time_password_given", subject=user)
    return password


def _store(*, by: User, user: User, password: str, action: str) -> User:
    user.set_password(password)
    user.one_time_until = None
    with transaction.atomic():
        user.save(update_fields=["password", "one_time_until"])
        record(by=by, action=action, subject=user)
    return user


def set_one_time_password(user: User) -> str:
    """Put a random password on the person, unsaved; it must be replaced at sign-in."""
    password = "-".join(
        "".join(secrets.choice(ALPHABET) for _letter in range(GROUP_LENGTH))
        for _group in range(GROUPS)
    )
    user.set_password(password)
    days = timedelta(days=settings.ONE_TIME_PASSWORD_DAYS)
    user.one_time_until = timezone.now() + days
    return password
