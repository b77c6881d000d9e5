"""JSON at the door: read exactly or refused, with nothing written."""

import io
import json
from decimal import Decimal

import pytest
from django.urls import include, path
from rest_framework.exceptions import ParseError
from rest_framework.response import Response

from procurement.api.content import OrjsonRenderer, StrictJsonParser
from procurement.api.endpoints import Endpoint
from procurement.permissions import Action, Role
from scoring.models import Award
from tests.factories import client_of, make_user


class EchoEndpoint(Endpoint):
    """Tells what it read, as text."""

    needs = Action.LIST_EVALUATIONS

    def post(self, request) -> Response:
        """What the body holds."""
        return Response({"read": repr(request.data)})


urlpatterns = [
    path("echo/", EchoEndpoint.as_view()),
    path("", include("procurement.urls")),
]


def read(body: bytes, media_type: str = "application/json"):
    return StrictJsonParser().parse(io.BytesIO(body), media_type)


def why(body: bytes, media_type: str = "application/json") -> str:
    """Why a body is refused."""
    with pytest.raises(ParseError) as refusal:
        read(body, media_type)
    return str(refusal.value.detail).removeprefix("The body is not valid JSON: ")


def test_numbers_are_read_exactly():
    body = b'{"a": 0.1, "b": 12345678901234567.89, "c": 1e-400, "d": -0.0, "e": 7}'

    assert read(body) == {
        "a": Decimal("0.1"),
        "b": Decimal("12345678901234567.89"),
        "c": Decimal("1E-400"),
        "d": Decimal("-0.0"),
        "e": 7,
    }


@pytest.mark.parametrize("number", [0, -1, 2**63 - 1, -(2**63)])
def test_a_whole_number_of_64_bits_is_read(number):
    assert read(json.dumps([number]).encode()) == [number]


@pytest.mark.parametrize(
    "text",
    [str(2**63), str(-(2**63) - 1), str(2**64), "1" + "0" * 400, "9" * 5000],
    ids=["2^63", "-2^63-1", "2^64", "10^400", "5,000 digits"],
)
def test_a_larger_whole_number_is_refused(text):
    assert why(f'{{"n": {text}}}'.encode()) == ("a whole number has more than 64 bits.")


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_refused(name):
    assert why(f'{{"n": [{name}]}}'.encode()) == f"{name} is not a number."


@pytest.mark.parametrize("text", ["1e999", "-1e400", "1e1000000", "1" * 400 + ".0"])
def test_a_number_beyond_all_bounds_is_refused(text):
    assert why(f"[{text}]".encode()) == "a number is too large."


def test_nesting_is_read_to_its_limit():
    assert read(b"[" * 64 + b"7" + b"]" * 64) != []
    assert why(b"[" * 65 + b"7" + b"]" * 65) == "it is nested deeper than 64."
    assert why(b'{"a":' * 65 + b"7" + b"}" * 65) == "it is nested deeper than 64."


def test_brackets_in_a_text_are_no_nesting():
    text = "[" * 500 + "{" * 500

    assert read(json.dumps({"a": text}).encode()) == {"a": text}


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_a_body_that_is_nested_100_000_deep_is_refused(opening):
    assert why(opening * 100_000) != ""
    assert why(opening * 100_000 + b"1" + b"]" * 100_000) != ""


@pytest.mark.parametrize(
    "body", ['{"a": 1, "a": 2}', '[{"b": {"a": 1, "\\u0061": 1}}]']
)
def test_a_repeated_key_is_refused(body):
    assert why(body.encode()) == "a key is repeated."


@pytest.mark.parametrize("text", ["\\u0000", "x\\u0000", "\\ud800", "\\udfff x"])
@pytest.mark.parametrize(
    "body", ['"%s"', '["%s"]', '{"a": "%s"}', '{"%s": 1}', '{"a": [{"b": ["%s"]}]}']
)
def test_a_text_that_no_database_holds_is_refused_wherever_it_stands(body, text):
    assert why((body % text).encode()) == (
        "a text holds a NUL character or half a surrogate pair."
    )


def test_a_whole_surrogate_pair_is_one_character():
    assert read(b'["\\ud83d\\ude00"]') == ["\N{GRINNING FACE}"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": "\xe9"}',
        b'{"a": "\xff\xfe"}',
        b'{"a": "\xed\xa0\x80"}',
        b'{"a": "\xc0\x80"}',
        '{"a": "é"}'.encode("utf-16"),
        '{"a": "é"}'.encode("utf-16-le"),
        '{"a": "é"}'.encode("utf-32"),
        b'\xef\xbb\xbf{"a": 1}',
        b'{"a": "\x00"}',
        b"",
        b"{",
        b"{'a': 1}",
        b'{"a": 1} {"b": 2}',
        b'{"a": 01}',
        b'{"a": "\n"}',
    ],
)
def test_what_is_not_json_in_utf_8_is_refused(body):
    assert why(body) != ""


@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "utf-7", ""])
def test_another_character_set_is_refused(charset):
    assert why(b"{}", f"application/json; charset={charset}") == (
        f"it must be UTF-8, not {charset}."
    )


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "utf8"])
def test_utf_8_may_be_named(charset):
    assert read('["é"]'.encode(), f"application/json; charset={charset}") == ["é"]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("body", "media_type", "status", "code"),
    [
        (b'{"a": NaN}', "application/json", 400, "parse_error"),
        (b"[" * 100_000, "application/json", 400, "parse_error"),
        (b'{"a": "\xff"}', "application/json", 400, "parse_error"),
        (b"{}", "application/json; charset=utf-16", 400, "parse_error"),
        (b"{}", "text/plain", 415, "unsupported_media_type"),
        (b"a=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        (b"{}", "multipart/form-data; boundary=x", 415, "unsupported_media_type"),
        (b"{}", "", 415, "unsupported_media_type"),
        (b" " * 5_242_881, "application/json", 413, "body_too_large"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_each_refusal_is_a_problem_of_its_own(db, body, media_type, status, code):
    program = client_of(make_user(), "write")

    answer = program.generic("POST", "/echo/", body, content_type=media_type)

    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert answer.json()["request_id"] != ""


@pytest.mark.urls(__name__)
def test_the_largest_body_is_read(db):
    body = b'"' + b"x" * (5_242_880 - 2) + b'"'

    answer = client_of(make_user(), "write").generic(
        "POST", "/echo/", body, content_type="application/json"
    )

    assert answer.status_code == 200
    assert len(answer.json()["read"]) == 5_242_880


REFUSED = (
    b'{"reference": NaN}',
    b'{"reference": "PO-1", "reference": "PO-2"}',
    b'{"reference": "PO\\u0000"}',
    b'{"reference": "PO\\ud800"}',
    b'{"reference": "PO\xff"}',
    b'{"reference": 1e999}',
    b'{"reference": ["PO-1"]}',
    b'{"reference": ""}',
    b'{"reference": null}',
    b"[]",
    b"{}",
)


def test_a_refused_acknowledgement_writes_nothing(published):
    program = client_of(make_user("Felix", Role.FINANCE), "write")
    place = f"/api/v1/evaluations/{published.tender.uuid}/award/"

    for body in REFUSED:
        answer = program.generic("POST", place, body, content_type="application/json")
        assert (body, answer.status_code) == (body, 400)
        assert answer.headers["Content-Type"] == "application/problem+json"

    award = Award.objects.get()
    assert (award.acknowledged_at, award.acknowledgement) == (None, "")


def test_answers_are_utf_8_without_escapes_and_nothing_is_no_body():
    assert OrjsonRenderer().render({"a": "é"}) == '{"a":"é"}'.encode()
    assert OrjsonRenderer().render({"a": Decimal("1.50")}) == b'{"a":"1.50"}'
    assert OrjsonRenderer().render(None) == b""
