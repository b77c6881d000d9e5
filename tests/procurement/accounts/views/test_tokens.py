"""Tokens: shown once, kept as a digest, bound to scopes, dead when revoked."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from procurement.accounts.models import ApiToken
from procurement.accounts.services.tokens import (
    create_personal_token,
    find_usable_token,
)

PAGE = "/account/tokens/"
FORM = {"name": "nightly export", "scopes": ["read"], "days": "30"}


def secret_of(answer) -> str:
    return re.search(r'data-copy="(gpp_[^"]+)"', answer.content.decode()).group(1)


def test_a_token_is_shown_once_and_stored_as_a_digest(signed_in, finance):
    browser = signed_in(finance)

    secret = secret_of(browser.post(PAGE, FORM))

    assert secret not in browser.get(PAGE).content.decode()
    token = find_usable_token(secret)
    assert (token.user, token.scopes) == (finance, ["read"])
    assert timedelta(days=29) < token.expires_at - timezone.now() < timedelta(days=31)
    with connection.cursor() as cursor:
        cursor.execute(
            "select (select string_agg(t::text, ' ') from accounts_apitoken t),"
            " (select string_agg(e::text, ' ') from audit_auditentry e)"
        )
        assert all(secret not in column for column in cursor.fetchone())


@pytest.mark.parametrize(
    "wrong", [{"scopes": []}, {"scopes": ["upload"]}, {"days": "4000"}, {"name": ""}]
)
def test_a_token_out_of_bounds_is_refused_and_none_is_made(signed_in, finance, wrong):
    answer = signed_in(finance).post(PAGE, FORM | wrong)

    assert answer.status_code == 422
    assert ApiToken.objects.count() == 0


def test_a_person_sees_and_revokes_only_their_own(signed_in, finance, officer):
    ends = timezone.now() + timedelta(days=1)
    token, secret = create_personal_token(
        by=finance, name="mine", scopes=["read"], expires_at=ends
    )
    address = f"{PAGE}{token.uuid}/revoke/"

    stranger = signed_in(officer)
    assert "mine" not in stranger.get(PAGE).content.decode()
    assert stranger.post(address).status_code == 404
    assert find_usable_token(secret) is not None

    assert signed_in(finance).post(address).status_code == 302
    assert find_usable_token(secret) is None


def test_a_revoked_and_an_ended_token_say_so(signed_in, finance):
    ends = timezone.now() + timedelta(days=1)
    for name in ("first", "second"):
        create_personal_token(by=finance, name=name, scopes=["read"], expires_at=ends)
    ApiToken.objects.filter(name="first").update(revoked_at=timezone.now())
    ApiToken.objects.filter(name="second").update(expires_at=timezone.now())

    html = signed_in(finance).get(PAGE).content.decode()

    assert "Revoked" in html
    assert "Ended" in html
    assert "/revoke/" not in html


def test_a_token_in_the_query_string_opens_nothing(client, finance):
    ends = timezone.now() + timedelta(days=1)
    _token, secret = create_personal_token(
        by=finance, name="mine", scopes=["read"], expires_at=ends
    )

    answer = client.get(f"{PAGE}?token={secret}&access_token={secret}")

    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/sign-in/")


def test_the_number_of_queries_does_not_grow(
    signed_in, finance, django_assert_num_queries
):
    browser = signed_in(finance)
    browser.get(PAGE)
    ends = timezone.now() + timedelta(days=1)
    for count in (3, 30):
        for number in range(count):
            create_personal_token(
                by=finance, name=f"t{count}-{number}", scopes=["read"], expires_at=ends
            )
        with django_assert_num_queries(4):
            browser.get(PAGE)
