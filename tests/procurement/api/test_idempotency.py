"""One key, one effect: again, at once, by another, after a fault, a day later."""

import hashlib
import time
from datetime import timedelta
from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import override_settings
from django.urls import include, path
from rest_framework import exceptions, serializers
from rest_framework.response import Response

from procurement.accounts.models import User
from procurement.api import idempotency
from procurement.api.endpoints import Endpoint
from procurement.api.idempotency import drop_kept_answers, once
from procurement.errors import RuleBrokenError
from procurement.models import KeptAnswer
from procurement.permissions import Action
from procurement.tasks import drop_answers
from tests.concurrency import together
from tests.factories import client_of, make_user

ENTERED: list[str] = []
FAULTS: list[Exception] = []
HELD = Event()
MET = Event()


class NoteSerializer(serializers.Serializer[Any]):
    """One note."""

    note = serializers.CharField(max_length=20)


class NoteEndpoint(Endpoint):
    """Makes a person of each note that it gets; waits or fails where it is told to."""

    needs = Action.USE_OWN_ACCOUNT

    @once
    def post(self, request, place: int = 0) -> Response:
        """Make a person."""
        body = NoteSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        note = body.validated_data["note"]
        ENTERED.append(note)
        person = User.objects.create(email=f"{uuid4()}@example.org", name=note)
        if note == "waits":
            MET.set()
            HELD.wait(timeout=10)
        if FAULTS:
            raise FAULTS.pop()
        if note == "nothing":
            return Response(status=204)
        return Response({"note": note, "id": str(person.uuid)}, status=201)


urlpatterns = [
    path("api/notes/", NoteEndpoint.as_view()),
    path("api/notes/<int:place>/", NoteEndpoint.as_view()),
    path("", include("procurement.urls")),
]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _nothing_done():
    ENTERED.clear()
    FAULTS.clear()
    HELD.clear()
    MET.clear()


@pytest.fixture
def program(officer):
    return client_of(officer, "read", "write")


def send(program, note="a", key="K-1", to="/api/notes/"):
    headers = {} if key is None else {"Idempotency-Key": key}
    return program.post(to, {"note": note}, format="json", headers=headers)


def made() -> list[str]:
    return sorted(
        User.objects.filter(
            email__endswith="@example.org", name__in=ENTERED
        ).values_list("name", flat=True)
    )


def told(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_the_same_request_again_gets_the_first_answer_and_does_nothing(program):
    first, *others = [send(program) for _time in range(3)]

    [person] = User.objects.filter(name="a")
    assert first.content == f'{{"note":"a","id":"{person.uuid}"}}'.encode()
    assert "Idempotency-Replayed" not in first.headers
    for again in others:
        assert (again.status_code, again.content) == (201, first.content)
        assert again.headers["Content-Type"] == first.headers["Content-Type"]
        assert again.headers["Idempotency-Replayed"] == "true"
    assert (ENTERED, made()) == (["a"], ["a"])


def test_an_answer_without_a_body_is_kept_too(program):
    first, again = (send(program, "nothing") for _time in range(2))

    assert (first.status_code, first.content) == (204, b"")
    assert (again.status_code, again.content) == (204, b"")
    assert (again.headers["Idempotency-Replayed"], ENTERED) == ("true", ["nothing"])


def test_the_row_names_whose_what_where_and_the_hash_of_the_body(program, officer):
    answer = send(program)

    [row] = KeptAnswer.objects.values(
        "principal", "method", "path", "key", "sha256", "status", "body"
    )
    assert row == {
        "principal": officer.uuid,
        "method": "POST",
        "path": "/api/notes/",
        "key": "K-1",
        "sha256": hashlib.sha256(b'\n{"note":"a"}').hexdigest(),
        "status": 201,
        "body": answer.content.decode(),
    }


@pytest.mark.parametrize(
    ("note", "to"), [("b", "/api/notes/"), ("a", "/api/notes/?loud=yes")]
)
def test_the_key_with_another_body_or_query_is_refused(program, note, to):
    send(program)

    answer = send(program, note, to=to)

    assert told(answer) == (422, "idempotency_key_reused")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert ENTERED == ["a"]


def test_another_person_address_or_key_is_another_request(program, second_officer):
    send(program)
    other = client_of(second_officer, "read", "write")

    answers = [
        send(other, "b"),
        send(program, "c", to="/api/notes/7/"),
        send(program, "d", key="K-2"),
        send(program, "d", key="k-2"),
    ]

    assert [answer.status_code for answer in answers] == [201] * 4
    assert ENTERED == ["a", "b", "c", "d", "d"]


def test_two_tokens_of_one_person_share_the_keys(program, officer):
    send(program)

    again = send(client_of(officer, "write"))

    assert (again.headers["Idempotency-Replayed"], ENTERED) == ("true", ["a"])


def test_without_a_key_each_request_counts_and_nothing_is_kept(program):
    for _time in range(2):
        send(program, key=None)

    assert (ENTERED, KeptAnswer.objects.count()) == (["a", "a"], 0)


def test_a_fault_undoes_all_and_leaves_the_key_free(program):
    program.raise_request_exception = False
    FAULTS.append(ValueError("broken"))

    crashed = send(program)
    after_the_crash = (made(), KeptAnswer.objects.count())
    again = send(program)

    assert (crashed.status_code, after_the_crash) == (500, ([], 0))
    assert (again.status_code, made()) == (201, ["a"])
    assert "Idempotency-Replayed" not in again.headers


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (RuleBrokenError("Refused.", "refused"), 422),
        (exceptions.NotFound(), 404),
    ],
)
def test_a_refusal_keeps_what_was_noted_of_it_and_leaves_the_key_free(
    program, fault, status
):
    FAULTS.append(fault)

    refused = send(program)
    noted = made()
    corrected = send(program, "b")

    assert (refused.status_code, noted) == (status, ["a"])
    assert (corrected.status_code, ENTERED) == (201, ["a", "b"])


def test_a_body_that_is_wrong_or_unreadable_leaves_the_key_free(program):
    key = {"Idempotency-Key": "K-1"}
    wrong = send(program, "a note that is far too long")
    broken = program.post(
        "/api/notes/", "{", content_type="application/json", headers=key
    )
    foreign = program.post("/api/notes/", "a", content_type="text/csv", headers=key)
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10):
        large = send(program)

    refused = [answer.status_code for answer in (wrong, broken, foreign, large)]
    assert refused == [400, 400, 415, 413]
    assert ENTERED == []
    assert send(program).status_code == 201


@pytest.mark.parametrize("key", ["", "k" * 256, "clé", "a\tb"])
def test_a_key_that_cannot_be_used_is_refused_before_anything_is_done(program, key):
    answer = send(program, key=key)

    assert told(answer) == (400, "idempotency_key_invalid")
    assert ENTERED == []


def test_the_longest_key_is_kept_whole(program):
    key = "~" * 255

    assert [send(program, key=key).status_code for _time in range(2)] == [201, 201]
    assert ENTERED == ["a"]


def test_who_lost_the_right_gets_no_kept_answer(program, officer):
    send(program)
    User.objects.filter(pk=officer.pk).update(is_active=False)

    answer = send(program)

    assert (answer.status_code, ENTERED) == (401, ["a"])


def test_a_token_that_only_reads_gets_no_kept_answer(program, officer):
    send(program)

    assert told(send(client_of(officer)))[0] == 403


def age(hours: float) -> None:
    KeptAnswer.objects.update(answered_at=F("answered_at") - timedelta(hours=hours))


@pytest.mark.parametrize(("hours", "times"), [(23.99, 1), (24, 2)])
def test_after_a_day_the_same_request_is_a_new_one(program, hours, times):
    send(program)
    age(hours)

    again = [send(program).status_code for _time in range(2)]

    assert (again, len(ENTERED)) == ([201, 201], times)


def test_the_schedule_removes_what_is_a_day_old_and_nothing_else(program):
    send(program)
    age(1)
    send(program, key="K-2")
    age(23)
    send(program, key="K-3")

    assert drop_kept_answers() == 1
    drop_answers()

    keys = KeptAnswer.objects.order_by("key").values_list("key", flat=True)
    assert list(keys) == ["K-2", "K-3"]


@pytest.mark.django_db(transaction=True)
def test_while_the_first_is_carried_out_the_second_is_told_to_come_again(officer):
    first, second = (client_of(officer, "write") for _time in range(2))

    def ask_meanwhile():
        assert MET.wait(timeout=10)
        answer = send(second, "waits")
        HELD.set()
        return answer

    answer, meanwhile = together(lambda: send(first, "waits"), ask_meanwhile)

    assert answer.status_code == 201
    assert told(meanwhile) == (409, "idempotency_key_in_flight")
    assert meanwhile.headers["Retry-After"] == "1"
    again = send(second, "waits")
    assert (again.content, ENTERED) == (answer.content, ["waits"])


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_both_are_carried_out_and_the_row_undoes_one(
    officer, monkeypatch
):
    """The control: the race is real, and the constraint stands behind the lock."""
    monkeypatch.setattr(idempotency, "_is_free", lambda _place: True)
    programs = [client_of(officer, "write") for _time in range(2)]
    for each in programs:
        each.raise_request_exception = False

    def let_go():
        end = time.monotonic() + 10
        while len(ENTERED) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        HELD.set()

    *answers, _none = together(
        *(lambda p=each: send(p, "waits") for each in programs), let_go
    )

    assert sorted(answer.status_code for answer in answers) == [201, 500]
    assert (ENTERED, made()) == (["waits", "waits"], ["waits"])


def many_at_once(key: str | None) -> list[Any]:
    """Twelve programs of one person, the first held until others came."""
    person = make_user()
    programs = [client_of(person, "write") for _time in range(12)]
    for each in programs:
        each.raise_request_exception = False
    return together(*(lambda p=each: send(p, key=key) for each in programs))


@pytest.mark.django_db(transaction=True)
def test_twelve_at_once_do_it_once():
    answers = many_at_once("K-1")

    first = [a for a in answers if a.status_code == 201]
    told_to_wait = [a for a in answers if a.status_code == 409]
    assert len(first) >= 1
    assert len(first) + len(told_to_wait) == 12
    assert len({a.content for a in first}) == 1
    assert (ENTERED, made()) == (["a"], ["a"])


@pytest.mark.django_db(transaction=True)
def test_without_a_key_twelve_at_once_do_it_twelve_times():
    """The control: nothing else keeps them apart."""
    answers = many_at_once(None)

    assert [a.status_code for a in answers] == [201] * 12
    assert made() == ["a"] * 12
