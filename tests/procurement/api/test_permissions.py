"""The door of the API: the table, the scopes of a token, closed when unsure."""

import pytest
from django.urls import include, path
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from procurement.api.endpoints import Endpoint
from procurement.permissions import Action, Role
from tests.factories import client_of, make_user

METHODS = ["get", "head", "options", "post", "put", "patch", "delete"]


class ForgetfulEndpoint(Endpoint):
    """Names no action."""

    def get(self, request) -> Response:
        """Must never run."""
        return Response("open")


class StrangeView(APIView):
    """Is no endpoint of ours."""

    def get(self, request) -> Response:
        """Must never run."""
        return Response("open")


class PeopleEndpoint(Endpoint):
    """Everyone may list; administrators change; an upload has a scope of its own."""

    actions = {
        "get": Action.LIST_EVALUATIONS,
        "post": Action.MANAGE_USERS,
        "put": Action.MANAGE_USERS,
        "patch": Action.MANAGE_USERS,
        "delete": Action.MANAGE_USERS,
    }
    token_scopes = {"put": "upload"}

    def get(self, request) -> Response:
        """Read."""
        return Response("done")

    post = put = patch = delete = get


class ReadingEndpoint(Endpoint):
    """Names its actions one by one and answers nothing else."""

    actions = {"get": Action.LIST_EVALUATIONS}

    def get(self, request) -> Response:
        """Read."""
        return Response("done")


urlpatterns = [
    path("reading/", ReadingEndpoint.as_view()),
    path("forgetful/", ForgetfulEndpoint.as_view()),
    path("strange/", StrangeView.as_view()),
    path("people/", PeopleEndpoint.as_view()),
    path("", include("procurement.urls")),
]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


def statuses(program, place="/people/") -> dict[str, int]:
    return {name: getattr(program, name)(place).status_code for name in METHODS}


def test_nobody_gets_in_without_a_token():
    assert set(statuses(APIClient()).values()) == {401}
    assert APIClient().get("/forgetful/").status_code == 401


def test_an_endpoint_without_an_action_never_answers():
    program = client_of(make_user())
    program.raise_request_exception = False

    assert program.get("/forgetful/").status_code == 500


def test_a_view_that_is_no_endpoint_is_closed_to_everyone(administrator):
    assert client_of(administrator).get("/strange/").status_code == 403
    assert APIClient().get("/strange/").status_code == 401


def test_the_table_is_asked_by_method():
    assert statuses(client_of(make_user(), "read", "write")) == {
        **dict.fromkeys(("get", "head", "options"), 200),
        **dict.fromkeys(("post", "put", "patch", "delete"), 403),
    }


def test_a_token_does_no_more_than_its_scopes_say(administrator):
    assert statuses(client_of(administrator, "read")) == {
        **dict.fromkeys(("get", "head", "options"), 200),
        **dict.fromkeys(("post", "put", "patch", "delete"), 403),
    }
    assert statuses(client_of(administrator, "write")) == {
        **dict.fromkeys(("get", "head", "options", "put"), 403),
        **dict.fromkeys(("post", "patch", "delete"), 200),
    }


def test_the_missing_scope_is_named(administrator):
    answer = client_of(administrator, "write").put("/people/")

    assert answer.json()["detail"] == "The token lacks the scope 'upload'."


def test_a_missing_role_is_named():
    answer = client_of(make_user("Felix", Role.FINANCE), "write").post("/people/")

    assert (answer.json()["code"], answer.json()["detail"]) == (
        "permission_refused",
        "This needs the role: administrator.",
    )


def test_a_person_in_a_browser_has_no_scopes_to_lack(administrator):
    browser = APIClient()
    browser.force_login(administrator)

    assert set(statuses(browser).values()) == {200}


def test_a_method_can_not_be_smuggled_in():
    program = client_of(make_user(), "read", "write")

    smuggled = program.get("/people/", headers={"X-HTTP-Method-Override": "DELETE"})
    traced = program.generic("TRACE", "/people/")

    assert (smuggled.status_code, smuggled.json()) == (200, "done")
    assert traced.status_code == 405


def test_a_method_that_nobody_answers_is_told_to_those_who_may_read():
    program = client_of(make_user(), "read", "write")

    answer = program.delete("/reading/")

    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
