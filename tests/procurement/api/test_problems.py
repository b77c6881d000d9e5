"""Every error is a problem: its code, its sentence, its fields, its reference."""

from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import include, path
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.test import APIClient

from procurement.api.endpoints import Endpoint
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action
from tests.factories import client_of, make_user

SECRET = "postgresql://gp:hush@db"


class LineSerializer(serializers.Serializer[Any]):
    """A line with a count."""

    count = serializers.IntegerField(min_value=1, max_value=9)


class OrderSerializer(serializers.Serializer[Any]):
    """Lines with a name."""

    name = serializers.CharField(max_length=5)
    lines = LineSerializer(many=True)


class FaultEndpoint(Endpoint):
    """Fails in the way that is asked for."""

    needs = Action.LIST_EVALUATIONS
    faults = {
        "rule": RuleBrokenError("Weights must sum to 100.", "weights_sum", "weight"),
        "whole": RuleBrokenError("The panel is empty.", "panel_empty"),
        "stale": ConflictError("Saved by another.", saved={"score": 4}, version=3),
        "gone": Http404("Vendor 17 of evaluation 4"),
        "denied": PermissionDenied("secret reason"),
        "throttled": exceptions.Throttled(wait=7),
        "crash": ValueError(SECRET),
    }

    def get(self, request) -> Response:
        """Fail."""
        raise self.faults[request.query_params["how"]]

    def post(self, request) -> Response:
        """Check an order."""
        order = OrderSerializer(data=request.data)
        order.is_valid(raise_exception=True)
        return Response(order.validated_data)


urlpatterns = [
    path("api/fault/", FaultEndpoint.as_view()),
    path("", include("procurement.urls")),
]
handler400 = "procurement.faults.bad_request"
handler404 = "procurement.faults.not_found"
handler500 = "procurement.faults.server_error"
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


def problem(answer):
    """Status, code, detail and errors, once the rest is as it must be."""
    body = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert set(body) == {
        *("type", "title", "status", "code", "detail", "errors", "request_id"),
    }
    assert (body["type"], body["status"]) == ("about:blank", answer.status_code)
    return answer.status_code, body["code"], body["detail"], body["errors"]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (
            "rule",
            (
                422,
                "weights_sum",
                "Weights must sum to 100.",
                [{"field": "weight", "detail": "Weights must sum to 100."}],
            ),
        ),
        ("whole", (422, "panel_empty", "The panel is empty.", [])),
        (
            "stale",
            (
                409,
                "stale_version",
                "Saved by another.",
                [{"saved": {"score": 4}, "version": 3}],
            ),
        ),
        ("gone", (404, "not_found", "There is nothing here that you may see.", [])),
        ("denied", (403, "permission_refused", "You may not do this.", [])),
        (
            "throttled",
            (
                429,
                "throttled",
                "Request was throttled. Expected available in 7 seconds.",
                [],
            ),
        ),
    ],
)
def test_each_kind_of_error_is_told(how, told):
    answer = client_of(make_user()).get(f"/api/fault/?how={how}")

    assert problem(answer) == told
    assert answer.json()["request_id"] != ""
    assert answer.headers.get("Retry-After") == ("7" if how == "throttled" else None)


def test_each_field_at_fault_is_named_by_its_path():
    lines = [{"count": 3}, {"count": 0}, {}, {"count": ""}]
    body = {"name": "too long", "lines": lines}

    answer = client_of(make_user(), "write").post("/api/fault/", body, format="json")

    assert problem(answer) == (
        400,
        "invalid",
        "Some fields can't be used as they are.",
        [
            {
                "field": "name",
                "detail": "Ensure this field has no more than 5 characters.",
            },
            {
                "field": "lines[1].count",
                "detail": "Ensure this value is greater than or equal to 1.",
            },
            {"field": "lines[2].count", "detail": "This field is required."},
            {"field": "lines[3].count", "detail": "A valid integer is required."},
        ],
    )


def test_a_whole_number_at_the_edge_of_64_bits_meets_the_bound_of_its_field():
    body = {"name": "x", "lines": [{"count": 2**63 - 1}]}

    answer = client_of(make_user(), "write").post("/api/fault/", body, format="json")

    assert problem(answer)[3] == [
        {
            "field": "lines[0].count",
            "detail": "Ensure this value is less than or equal to 9.",
        }
    ]


def test_a_method_that_is_not_there_is_told():
    answer = client_of(make_user(), "write").delete("/api/fault/")

    assert problem(answer) == (
        405,
        "method_not_allowed",
        'Method "DELETE" not allowed.',
        [],
    )


def test_an_unknown_form_of_answer_is_told_in_json():
    answer = client_of(make_user()).get(
        "/api/fault/?how=rule", headers={"Accept": "application/xml"}
    )

    assert problem(answer)[:2] == (406, "not_acceptable")


def test_without_a_token_it_is_said_how_to_ask():
    answer = APIClient().get("/api/fault/?how=rule")

    assert problem(answer)[:2] == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/api/v1/nowhere/", "/api/", "/api/v2/vendors/"])
def test_an_unknown_address_of_the_api_is_a_problem_too(path):
    assert problem(Client().get(path)) == (
        404,
        "not_found",
        "There is nothing here that you may see.",
        [],
    )


def test_a_crash_tells_its_reference_and_nothing_of_the_inside(caplog):
    program = client_of(make_user())
    program.raise_request_exception = False

    answer = program.get("/api/fault/?how=crash")

    assert problem(answer) == (500, "server_error", "Something went wrong here.", [])
    [reference] = {
        record.msg["request_id"]
        for record in caplog.records
        if isinstance(record.msg, dict) and record.msg.get("event") == "request_failed"
    }
    assert answer.json()["request_id"] == reference
    assert SECRET not in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/v1/vendors/?name=%00", "/api/v1/x%00/"])
def test_an_address_with_a_nul_is_refused(path):
    answer = client_of(make_user()).get(path)

    assert problem(answer)[:2] == (400, "bad_request")
    assert UUID(answer.json()["request_id"])
