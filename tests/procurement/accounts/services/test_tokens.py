"""Who may make and revoke which token."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from procurement.accounts.models import ApiToken, User
from procurement.accounts.services.tokens import (
    create_agent_token,
    create_personal_token,
    digest_of,
    find_usable_token,
    revoke_token,
)
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.factories import make_user

DAY = timedelta(days=1)


def personal(by: User, **words):
    given = {"name": "export", "scopes": ["read"], "expires_at": timezone.now() + DAY}
    return create_personal_token(by=by, **(given | words))


def test_what_is_stored_is_a_keyed_digest(officer, settings):
    token, secret = personal(officer)

    assert secret.startswith("gpp_")
    assert len(secret) > 40
    assert token.digest == digest_of(secret)
    settings.TOKEN_PEPPER = "another"
    assert token.digest != digest_of(secret)
    assert find_usable_token(secret) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"scopes": ["everything"]},
        {"scopes": []},
        {"name": ""},
        {"name": "x" * 121},
    ],
)
def test_a_token_that_does_not_fit_is_not_made(officer, wrong):
    with pytest.raises(ValidationError):
        personal(officer, **wrong)

    assert ApiToken.objects.count() == 0


@pytest.mark.parametrize("days", [-1, 0, 400])
def test_a_token_ends_within_a_year(officer, days):
    with pytest.raises(RuleBrokenError, match="at most a year"):
        personal(officer, expires_at=timezone.now() + timedelta(days=days))


def test_nobody_revokes_the_token_of_another_person(officer):
    token, secret = personal(make_user())

    with pytest.raises(RuleBrokenError, match="someone else"):
        revoke_token(by=officer, token=token)

    assert find_usable_token(secret) is not None


def test_who_does_not_keep_agents_makes_and_revokes_none(finance, officer):
    ends = timezone.now() + DAY
    with pytest.raises(PermissionRefusedError):
        create_agent_token(by=finance, name="loan", expires_at=ends)
    token, secret = create_agent_token(by=officer, name="loan", expires_at=ends)

    with pytest.raises(PermissionRefusedError):
        revoke_token(by=finance, token=token)

    assert find_usable_token(secret) == token
    assert str(token) == f"loan ({secret[:12]}…)"
