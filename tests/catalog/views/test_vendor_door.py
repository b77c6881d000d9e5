"""The vendor's way in on pages: the same words to a right and to a wrong link."""

import re

import pytest
from django.conf import settings
from django.test import Client

from catalog.models import Tender, VendorVisit
from procurement.outbox.models import Job
from tests.factories import make_vendor
from tests.pages import page
from tests.vendors import make_link, post_code, start_quotes, walk_in

WRONG = "gpv_" + "x" * 43


@pytest.fixture
def quoting(tender) -> Tender:
    return start_quotes(tender, is_sealed=True, title="Cluster of secrets")


@pytest.fixture
def link(quoting):
    return make_link(quoting, make_vendor(name="HPE", slug="hpe"))


def plain(html: str, secret: str) -> str:
    """The page without what differs each time: the link itself and the form's token."""
    html = html.replace(secret, "SECRET")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", html)


def wide(digits: str) -> str:
    """The digits as a Chinese keyboard types them."""
    return "".join(chr(ord(digit) - ord("0") + 0xFF10) for digit in digits)


def test_the_door_looks_the_same_for_a_right_and_a_wrong_link(link):
    _link, secret = link

    for more in ("", "?sent=1"):
        right = page(Client(), f"/door/{secret}/{more}")
        assert plain(right, secret) == plain(
            page(Client(), f"/door/{WRONG}/{more}"), WRONG
        )
        for word in ("HPE", "Cluster of secrets", "EV-2026-014", "hpe.example"):
            assert word not in right


def test_asking_for_a_code_answers_the_same_and_writes_the_same(link):
    answers = []
    for secret in (link[1], WRONG):
        answer = Client().post(f"/door/{secret}/code/")
        answers.append((answer.status_code, answer["Location"].replace(secret, "")))

    assert answers == [(302, "/door//?sent=1")] * 2
    assert Job.objects.count() == 2


def test_a_wrong_code_answers_the_same_at_both(link):
    _link, secret = link
    Client().post(f"/door/{secret}/code/")
    post_code()

    pages = []
    for each in (secret, WRONG):
        answer = Client().post(f"/door/{each}/", {"code": "00000000"})
        assert answer.status_code == 422
        assert settings.VISIT_COOKIE_NAME not in answer.cookies
        pages.append(plain(answer.content.decode(), each))

    assert pages[0] == pages[1]
    assert "The code is wrong or no longer valid." in pages[0]


def test_the_throttle_says_neither_how_many_nor_until_when(link):
    for _number in range(5):
        Client().post(f"/door/{link[1]}/code/")

    answer = Client().post(f"/door/{link[1]}/code/")

    assert answer.status_code == 429
    assert "Too many attempts, wait a moment." in answer.content.decode()


def test_the_right_code_opens_a_visit_under_a_strict_signed_cookie(link):
    found, secret = link
    client = Client()
    client.post(f"/door/{secret}/code/")

    code = post_code()
    answer = client.post(f"/door/{secret}/", {"code": f" {wide(code[:4])} {code[4:]} "})

    assert answer["Location"] == f"/door/visits/{found.uuid}/"
    cookie = answer.cookies[settings.VISIT_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert cookie["max-age"] == 3600
    visit = VendorVisit.objects.get()
    assert cookie.value.startswith(f"{visit.uuid}:")
    assert "Cluster of secrets" in page(client, answer["Location"])


def test_the_door_answers_to_forms_with_a_token_only(link):
    client = Client(enforce_csrf_checks=True)

    assert client.post(f"/door/{link[1]}/code/").status_code == 403
    assert client.post(f"/door/{link[1]}/", {"code": "1"}).status_code == 403
    assert not Job.objects.exists()


def test_reading_the_door_writes_nothing(link):
    for method in ("get", "head", "options"):
        getattr(Client(), method)(f"/door/{link[1]}/")
        getattr(Client(), method)(f"/door/{link[1]}/code/")

    assert not Job.objects.exists()


def test_walking_in_leaves_no_person_signed_in(link):
    client, _address = walk_in(link[1])

    assert "_auth_user_id" not in client.session
    assert client.get("/evaluations/").status_code == 302
    assert client.get("/api/v1/evaluations/").status_code == 401
