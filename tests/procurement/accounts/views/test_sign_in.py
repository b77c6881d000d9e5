"""The door: one neutral sentence, no way out to another site, no token in the open."""

import pytest
from django.test import Client

from procurement.accounts.models import User
from tests.factories import PASSWORD, make_user


@pytest.fixture
def person(db) -> User:
    """Someone with a password."""
    return make_user(email="chen@example.org")


def knock(browser, **words):
    return browser.post(
        "/sign-in/", {"email": "chen@example.org", "password": PASSWORD} | words
    )


def test_the_right_password_leads_to_where_one_wanted_to_go(client, person):
    answer = knock(client, next="/account/tokens/")

    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        "/account/tokens/",
    )


@pytest.mark.parametrize("hostile", ["//evil.example", "https:evil", "/\\evil.example"])
def test_the_door_never_leads_to_another_site(client, person, hostile):
    assert hostile not in client.get("/sign-in/", {"next": hostile}).content.decode()
    assert knock(client, next=hostile).headers["Location"] == "/"


def test_wrong_password_and_unknown_person_answer_alike(client, person):
    known = knock(client, password="wrong")
    unknown = knock(client, email="nope@example.org", password="wrong")

    def body(answer):
        lines = answer.content.decode().splitlines()
        return [line for line in lines if "value=" not in line]

    assert known.status_code == unknown.status_code == 422
    assert body(known) == body(unknown)
    assert "E-mail or password is wrong." in known.content.decode()
    assert {**known.headers, "Content-Length": ""} == {
        **unknown.headers,
        "Content-Length": "",
    }


def test_throttling_says_neither_count_nor_time(client, person, settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 1
    knock(client, password="wrong")

    answer = knock(client)

    assert answer.status_code == 429
    html = answer.content.decode()
    assert "Too many attempts, wait a moment." in html
    assert "Retry-After" not in answer.headers
    assert PASSWORD not in html


def test_the_browser_of_the_person_is_remembered(client, person, settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 2
    knock(client)
    client.post("/sign-out/")
    for _try in range(3):
        knock(Client(), password="wrong")

    assert knock(Client()).status_code == 429
    assert knock(client).status_code == 302


def test_the_mark_of_the_browser_can_not_be_forged(client, person, settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 1
    knock(Client(), password="wrong")
    client.cookies["device"] = f"{person.uuid}:mine"

    assert knock(client).status_code == 429


def test_the_door_wants_the_forms_secret(person):
    browser = Client(enforce_csrf_checks=True)

    answer = knock(browser)

    assert answer.status_code == 403
    assert "Reload the page" in answer.content.decode()
    assert "_auth_user_id" not in browser.session


def test_who_is_in_is_sent_on(signed_in, person):
    assert signed_in(person).get("/sign-in/").status_code == 302


def test_an_empty_form_is_shown_again(client, db):
    answer = client.post("/sign-in/", {"email": "", "password": ""})

    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()


def test_signing_out_needs_a_form(signed_in, person):
    browser = signed_in(person)

    assert browser.get("/sign-out/").status_code == 405
    assert browser.get("/account/").status_code == 200


def test_an_expired_session_never_puts_the_door_inside_a_table(client, db):
    answer = client.get("/account/tokens/", headers={"HX-Request": "true"})

    assert answer.status_code == 204
    assert answer.content == b""
    assert answer.headers["HX-Redirect"] == "/sign-in/?next=%2Faccount%2Ftokens%2F"


def test_the_language_is_kept_by_the_browser_and_by_the_person(
    client, signed_in, person
):
    client.post("/language/", {"language": "zh-hans", "next": "/sign-in/"})
    assert 'lang="zh-Hans"' in client.get("/sign-in/").content.decode()

    browser = signed_in(person)
    browser.post("/language/", {"language": "zh-hans"})
    person.refresh_from_db()
    assert person.language == "zh-hans"
    assert 'lang="zh-Hans"' in browser.get("/account/").content.decode()


def test_a_language_we_do_not_speak_is_ignored(client, signed_in, person):
    browser = signed_in(person)

    answer = browser.post("/language/", {"language": "tlh", "next": "//evil.example"})

    assert answer.headers["Location"] == "/"
    assert "language" not in browser.cookies
    person.refresh_from_db()
    assert person.language == "en"


def test_another_host_name_is_refused(client, db):
    answer = client.get("/sign-in/", headers={"Host": "evil.example"})

    assert answer.status_code == 400
