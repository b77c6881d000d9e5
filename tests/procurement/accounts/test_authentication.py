"""Tokens at the door of the API: scopes, ends, nothing in the address."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import include, path
from django.utils import timezone
from rest_framework.response import Response

from procurement.accounts.models import ApiToken
from procurement.accounts.services.tokens import (
    create_agent_token,
    create_personal_token,
    revoke_token,
)
from procurement.accounts.services.users import deactivate_user
from procurement.api.endpoints import Endpoint
from procurement.permissions import Action


class WhoEndpoint(Endpoint):
    """Tells who asks."""

    needs = Action.LIST_EVALUATIONS

    def get(self, request) -> Response:
        """The name."""
        return Response({"name": request.user.name})

    def post(self, request) -> Response:
        """The same, as a write."""
        return Response({"name": request.user.name})


class UploadEndpoint(Endpoint):
    """Takes what agents send."""

    needs = Action.UPLOAD_BENCHMARKS
    token_scopes = {"post": "upload"}

    def post(self, request) -> Response:
        """Thank."""
        return Response({"name": request.user.name}, status=201)


urlpatterns = [
    path("who/", WhoEndpoint.as_view()),
    path("upload/", UploadEndpoint.as_view()),
    path("", include("procurement.urls")),
]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def read_token(finance) -> tuple[ApiToken, str]:
    """A token of the finance person that may only read."""
    ends = timezone.now() + timedelta(days=1)
    return create_personal_token(
        by=finance, name="export", scopes=["read"], expires_at=ends
    )


def ask(method="get", place="/who/", *, secret="", scheme="Bearer", query=""):
    headers = {"Authorization": f"{scheme} {secret}"} if secret else {}
    return getattr(Client(), method)(place + query, headers=headers)


def test_a_token_acts_as_its_person(read_token, finance):
    answer = ask(secret=read_token[1])

    assert (answer.status_code, answer.json()) == (200, {"name": finance.name})
    assert ask(secret=read_token[1], scheme="bearer").status_code == 200


def test_a_read_token_writes_nothing(read_token):
    answer = ask("post", secret=read_token[1])

    assert answer.status_code == 403
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("secret", ["gpp_unknown", "x y", "é", "\x7f", "a" * 5000])
def test_a_wrong_token_is_told_alike_and_asked_for_again(secret):
    answer = ask(secret=secret)

    assert answer.status_code == 401
    assert answer.json()["detail"] == "The token is unknown, expired or revoked."
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_an_ended_token_and_a_revoked_one_open_nothing(read_token, finance):
    token, secret = read_token
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert ask(secret=secret).status_code == 401

    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=1))
    assert ask(secret=secret).status_code == 200

    revoke_token(by=finance, token=token)
    assert ask(secret=secret).status_code == 401


def test_the_token_dies_with_its_person(read_token, finance, administrator):
    deactivate_user(by=administrator, user=finance)

    assert ask(secret=read_token[1]).status_code == 401


def test_a_token_of_someone_who_left_opens_nothing_even_unrevoked(read_token, finance):
    finance.is_active = False
    finance.save()

    answer = ask(secret=read_token[1])

    assert (answer.status_code, answer.json()["detail"]) == (
        401,
        "The person of this token has left.",
    )


@pytest.mark.parametrize("name", ["token", "access_token", "api_key", "Authorization"])
def test_a_token_in_the_address_opens_nothing(read_token, name):
    assert ask(query=f"?{name}={read_token[1]}").status_code == 401


def test_an_agent_uploads_and_reads_nothing(officer):
    ends = timezone.now() + timedelta(days=1)
    _token, secret = create_agent_token(by=officer, name="loan", expires_at=ends)

    assert ask("post", "/upload/", secret=secret).status_code == 201
    assert ask(secret=secret).status_code == 403
    assert ask("post", secret=secret).status_code == 403
    page = Client().get("/account/", headers={"Authorization": f"Bearer {secret}"})
    assert page.status_code == 302


def test_a_person_uploads_nothing_as_an_agent(read_token):
    assert ask("post", "/upload/", secret=read_token[1]).status_code == 403


def test_use_is_noted_at_most_once_a_minute(read_token, django_assert_num_queries):
    token, secret = read_token
    ask(secret=secret)
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None

    with django_assert_num_queries(2):
        ask(secret=secret)

    token.refresh_from_db()
    assert token.last_used_at == first


def test_a_session_needs_the_forms_secret_to_write(finance):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(finance)

    assert browser.get("/who/").status_code == 200
    assert browser.post("/who/").status_code == 403
