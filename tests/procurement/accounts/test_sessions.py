"""How long a sign-in lasts, and what ends it."""

import time

import pytest
from django.test import Client

from procurement.accounts.services.passwords import (
    change_password,
    give_one_time_password,
)
from procurement.accounts.services.users import change_roles, deactivate_user
from tests.factories import PASSWORD, make_user

ACCOUNT = "/account/"


def enter(person, password=PASSWORD) -> Client:
    """A browser in which the person signed in through the door."""
    browser = Client()
    answer = browser.post("/sign-in/", {"email": person.email, "password": password})
    assert answer.status_code == 302
    return browser


def is_in(browser) -> bool:
    return browser.get(ACCOUNT).status_code == 200


@pytest.mark.django_db
def test_the_session_gets_a_new_identifier_at_sign_in():
    browser = Client()
    browser.get("/sign-in/")
    session = browser.session
    session["planted"] = "by an attacker"
    session.save()
    planted = session.session_key
    browser.cookies["session"] = planted
    person = make_user()

    browser.post("/sign-in/", {"email": person.email, "password": PASSWORD})

    assert browser.cookies["session"].value != planted
    stranger = Client()
    stranger.cookies["session"] = planted
    assert not is_in(stranger)


@pytest.mark.django_db
def test_a_session_is_dead_after_sign_out():
    browser = enter(make_user())
    stolen = browser.cookies["session"].value

    browser.post("/sign-out/")

    thief = Client()
    thief.cookies["session"] = stolen
    assert not is_in(thief)


def test_old_sessions_die_with_each_change_of_rights(administrator):
    person = make_user()
    for change in (
        lambda: change_password(by=person, old=PASSWORD, new="a sentence of my own"),
        lambda: change_roles(by=administrator, user=person, roles=["finance"]),
        lambda: deactivate_user(by=administrator, user=person),
    ):
        person.set_password(PASSWORD)
        person.save()
        browser = enter(person)
        assert is_in(browser)

        change()

        assert not is_in(browser)
        person.refresh_from_db()


@pytest.mark.django_db
def test_changing_the_password_keeps_this_session_and_ends_the_others():
    person = make_user()
    here, elsewhere = enter(person), enter(person)
    new = "a sentence of my own"

    here.post("/account/password/", {"old": PASSWORD, "new": new, "again": new})

    assert is_in(here)
    assert not is_in(elsewhere)


@pytest.mark.django_db
def test_signing_out_everywhere_else_keeps_this_session():
    person = make_user()
    here, elsewhere = enter(person), enter(person)

    here.post(ACCOUNT)

    assert is_in(here)
    assert not is_in(elsewhere)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("mark", "age", "lives"),
    [
        ("seen", 7100, True),
        ("seen", 7300, False),
        ("started", 43100, True),
        ("started", 43300, False),
    ],
)
def test_a_session_ends_when_idle_and_when_old(mark, age, lives):
    browser = enter(make_user())
    session = browser.session
    session[mark] = int(time.time()) - age
    session.save()

    assert is_in(browser) is lives


@pytest.mark.django_db
def test_use_keeps_a_session_from_idling_but_not_from_age():
    browser = enter(make_user())
    session = browser.session
    started = session["started"] = int(time.time()) - 40_000
    session["seen"] = int(time.time()) - 7000
    session.save()

    assert is_in(browser)

    assert browser.session["started"] == started
    assert time.time() - browser.session["seen"] < 60


def test_a_one_time_password_opens_only_the_password_page(administrator):
    person = make_user()
    password = give_one_time_password(by=administrator, user=person)
    browser = enter(person, password)

    page = browser.get("/account/tokens/")
    partial = browser.get("/account/tokens/", headers={"HX-Request": "true"})
    script = browser.get("/api/v1/", headers={"Accept": "application/json"})

    assert (page.status_code, page.headers["Location"]) == (302, "/account/password/")
    assert partial.headers["HX-Redirect"] == "/account/password/"
    assert (script.status_code, script.json()["code"]) == (403, "one_time_password")
    assert "one-time password" in browser.get("/account/password/").content.decode()

    new = "a sentence of my own"
    browser.post("/account/password/", {"old": password, "new": new, "again": new})
    assert browser.get("/account/tokens/").status_code == 200
