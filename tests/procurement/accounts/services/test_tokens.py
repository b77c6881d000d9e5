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
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.concurrency import together
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


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_again_leaves_no_second_secret(finance):
    def send() -> str:
        token, _secret = personal(finance, name="ERP")
        return token.name

    outcomes = together(*[send] * 4)

    assert sorted(outcomes) == ["ERP", "token_name", "token_name", "token_name"]
    assert ApiToken.objects.count() == 1


def test_the_name_of_a_token_is_free_once_it_is_revoked(officer, finance):
    token, _secret = personal(officer)
    personal(finance)

    revoke_token(by=officer, token=token)

    assert personal(officer)[0].name == token.name


def test_revoking_again_moves_no_time_and_is_recorded_once(officer):
    token, _secret = personal(officer)

    first = revoke_token(by=officer, token=token)
    again = revoke_token(by=officer, token=token)

    assert again.revoked_at == first.revoked_at
    assert AuditEntry.objects.filter(action="token_revoked").count() == 1
