"""Health is told without a session, a person or the right host name."""

import pytest
from django.db import connection
from django.test import Client

from tests.factories import make_user


@pytest.fixture
def nobody_listens(settings):
    settings.REDIS_URL = "redis://:hush@127.0.0.1:1/0"


@pytest.fixture
def database_down(monkeypatch):
    """The database's connection leads to a port where nobody listens."""
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        patch.setitem(connection.settings_dict, "PORT", "1")
        yield
        connection.close()


def told(path, **headers):
    answer = Client().get(path, headers=headers)
    return answer.status_code, answer.json()


def test_a_process_that_runs_says_so(db):
    assert told("/livez") == (200, {"status": "alive"})
    assert told("/readyz") == (200, {"database": "ready", "broker": "ready"})


def test_without_a_broker_it_lives_and_names_what_is_down(db, nobody_listens):
    assert told("/livez") == (200, {"status": "alive"})
    assert told("/readyz") == (503, {"database": "ready", "broker": "down"})


@pytest.mark.django_db(transaction=True)
def test_without_a_database_it_lives_and_names_what_is_down(database_down):
    assert told("/livez") == (200, {"status": "alive"})
    assert told("/readyz") == (503, {"database": "down", "broker": "ready"})


def test_neither_sessions_nor_people_are_asked_and_no_cookie_is_set(
    signed_in, django_assert_num_queries, db
):
    browser = signed_in(make_user())

    for path, queries in (("/livez", 0), ("/readyz", 1)):
        with django_assert_num_queries(queries):
            answer = browser.get(path)
        assert not answer.cookies
        assert "Cookie" not in answer.headers.get("Vary", "")
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_probe_that_knows_no_host_name_and_no_tls_is_answered(settings, db):
    settings.SECURE_SSL_REDIRECT = True

    assert told("/livez", Host="10.0.0.7:8000")[0] == 200
    assert told("/readyz", Host="10.0.0.7:8000")[0] == 200
    assert Client().get("/sign-in/").status_code == 301


def test_nothing_secret_is_told_and_neighbours_are_no_health(db, nobody_listens):
    assert b"hush" not in Client().get("/readyz").content
    assert Client().get("/livez/").status_code == 404
    assert Client().get("/readyz/x").status_code == 404
