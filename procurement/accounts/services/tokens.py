"""Make, find and revoke tokens; the secret is shown once and never stored."""

import hashlib
import hmac
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from procurement.accounts.models import ApiToken, User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, require

PREFIX = "gpp_"
LONGEST = timedelta(days=366)
USE_NOTED_EVERY = timedelta(minutes=1)


def digest_of(secret: str) -> str:
    """The keyed digest under which a token is stored."""
    key = settings.TOKEN_PEPPER.encode()
    return hmac.new(key, secret.encode(), hashlib.sha256).hexdigest()


def create_personal_token(
    *, by: User, name: str, scopes: Collection[str], expires_at: datetime
) -> tuple[ApiToken, str]:
    """Make a token that acts with the rights of its person."""
    require(by, Action.MANAGE_OWN_TOKENS, ORGANISATION)
    kind = ApiToken.Kind.PERSONAL
    return _store(by=by, kind=kind, user=by, name=name, scopes=scopes, ends=expires_at)


def create_agent_token(
    *, by: User, name: str, expires_at: datetime
) -> tuple[ApiToken, str]:
    """Make a token that can only upload; the catalogue adds for which SKUs."""
    require(by, Action.MANAGE_AGENT_TOKENS, ORGANISATION)
    kind, scopes = ApiToken.Kind.AGENT, [ApiToken.Scope.UPLOAD]
    return _store(
        by=by, kind=kind, user=None, name=name, scopes=scopes, ends=expires_at
    )


def _store(  # noqa: PLR0913  # private; the columns of one row
    *,
    by: User,
    kind: str,
    user: User | None,
    name: str,
    scopes: Collection[str],
    ends: datetime,
) -> tuple[ApiToken, str]:
    if not timezone.now() < ends <= timezone.now() + LONGEST:
        raise RuleBrokenError(
            _("A token ends in the future, at most a year from now."),
            "token_expiry",
            "expires_at",
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken(
        kind=kind,
        user=user,
        name=name,
        scopes=sorted(scopes),
        prefix=secret[:12],
        digest=digest_of(secret),
        created_by=by,
        expires_at=ends,
    )
    token.full_clean()
    with transaction.atomic():
        _refuse_a_second(token)
        token.save()
        details = {"kind": kind, "scopes": token.scopes, "expires_at": ends}
        record(by=by, action="token_created", subject=token, details=details)
    return token, secret


def _refuse_a_second(token: ApiToken) -> None:
    """A form that is sent again must not leave a second secret that nobody keeps."""
    User.objects.select_for_update().get(pk=token.created_by_id)
    working = ApiToken.objects.usable().filter(
        created_by=token.created_by, kind=token.kind, name=token.name
    )
    if working.exists():
        raise RuleBrokenError(
            _("A token of this name works already; revoke it, or choose another name."),
            "token_name",
            "name",
        )


def revoke_token(*, by: User, token: ApiToken) -> ApiToken:
    """End a token at once; one's own, or an agent's for those who manage them."""
    own = token.user_id == by.pk
    require(
        by,
        Action.MANAGE_OWN_TOKENS if own else Action.MANAGE_AGENT_TOKENS,
        ORGANISATION,
    )
    if not own and token.kind != ApiToken.Kind.AGENT:
        raise RuleBrokenError(
            _("This token belongs to someone else."), "token_of_another"
        )
    with transaction.atomic():
        row = ApiToken.objects.select_for_update().get(pk=token.pk)
        if row.revoked_at is None:
            row.revoked_at = timezone.now()
            row.save(update_fields=["revoked_at"])
            record(by=by, action="token_revoked", subject=row)
    return row


def find_usable_token(secret: str) -> ApiToken | None:
    """The token with this secret, unless it is unknown, expired or revoked."""
    usable = ApiToken.objects.usable().select_related("user")
    return usable.filter(digest=digest_of(secret)).first()


def note_use(token: ApiToken) -> None:
    """Note when the token was used last, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
