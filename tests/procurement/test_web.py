"""What every answer carries, and how refusals and faults are told."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action
from procurement.web import Page, PublicPage
from tests.factories import make_user

SECRET = "postgresql://gp:hush@db"
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
}


class FaultPage(PublicPage):
    """Dies with a secret in its hands."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Fail."""
        raise ValueError(SECRET)


class RefusalPage(PublicPage):
    """Refuses."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Refuse by the rule that the address names."""
        if "stale" in request.GET:
            words = "Saved by another."
            raise ConflictError(words, saved={"score": 4}, version=3)
        words = "Weights must sum to <100>."
        raise RuleBrokenError(words, "weights_sum", "weight")


class ForgetfulPage(Page):
    """Names no action."""


class AdministratorPage(Page):
    """Is for administrators."""

    action = Action.MANAGE_USERS

    def post(self, request: HttpRequest) -> HttpResponse:
        """Must never run for others."""
        return HttpResponse("done")


class ReadingPage(Page):
    """Names its actions one by one and answers nothing else."""

    actions = {"get": Action.MANAGE_USERS}


urlpatterns = [
    path("reading/", ReadingPage.as_view()),
    path("fault/", FaultPage.as_view()),
    path("refusal/", RefusalPage.as_view()),
    path("forgetful/", ForgetfulPage.as_view()),
    path("administrators/", AdministratorPage.as_view()),
    path("", include("procurement.urls")),
]
handler400 = "procurement.faults.bad_request"
handler404 = "procurement.faults.not_found"
handler500 = "procurement.faults.server_error"
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def browser() -> Client:
    """A browser that is shown the 500 page rather than the exception."""
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("place", "status"),
    [
        ("/sign-in/", 200),
        ("/account/", 302),
        ("/nowhere/", 404),
        ("/fault/", 500),
        ("/refusal/", 422),
        ("/livez", 200),
        ("/static/css/app.css", 200),
        ("/static/icons.svg", 200),
        ("/api/v1/nowhere/", 404),
    ],
)
def test_every_answer_carries_the_security_headers(browser, place, status):
    answer = browser.get(place)

    assert answer.status_code == status
    policy = set(answer.headers["Content-Security-Policy"].split("; "))
    assert policy >= POLICY
    assert not any("unsafe" in rule for rule in policy)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    answer.close()


def test_a_script_is_told_in_json_that_nothing_is_there(browser):
    answer = browser.get("/nowhere/", headers={"accept": "application/json"})

    assert answer.status_code == 404
    assert answer.json() == {
        "code": "not_found",
        "detail": "There is nothing here that you may see.",
        "field": None,
    }


def test_over_tls_the_browser_is_told_to_stay_there(browser, settings):
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True

    answer = browser.get("/sign-in/", secure=True)

    assert answer.headers["Strict-Transport-Security"] == (
        "max-age=31536000; includeSubDomains"
    )


def test_pages_stay_out_of_every_cache(browser, signed_in):
    for answer in (
        browser.get("/sign-in/"),
        signed_in(make_user()).get("/account/"),
        browser.get("/fault/"),
    ):
        assert answer.headers["Cache-Control"] == "no-store, private"
        assert "Cookie" in answer.headers["Vary"]


def test_the_session_cookie_can_not_be_read_by_scripts_nor_sent_from_elsewhere(
    signed_in,
):
    person = make_user()
    browser = Client()
    browser.post(
        "/sign-in/", {"email": person.email, "password": "correct horse battery"}
    )

    cookie = browser.cookies["session"]
    assert (cookie["httponly"], cookie["samesite"], cookie["domain"]) == (
        True,
        "Lax",
        "",
    )


@pytest.mark.parametrize("path", ["/sign-in/?next=%00", "/x%00/", "/static/%00.css"])
def test_an_address_with_a_nul_is_refused_by_a_page(browser, path):
    answer = browser.get(path)

    assert answer.status_code == 400
    assert "This request can't be read" in answer.content.decode()
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_fault_is_told_without_any_inside(browser):
    answer = browser.get("/fault/")

    html = answer.content.decode()
    assert answer.status_code == 500
    assert "Something went wrong" in html
    for inside in (SECRET, "Traceback", "ValueError", "settings", "File "):
        assert inside not in html
    assert browser.get("/fault/").content != b""


def test_a_fault_is_logged_with_the_reference_that_the_person_sees(browser, caplog):
    html = browser.get("/fault/").content.decode()

    [reference] = {
        record.msg["request_id"]
        for record in caplog.records
        if isinstance(record.msg, dict) and record.msg.get("event") == "request_failed"
    }
    assert reference in html


def test_the_logs_hold_the_address_that_our_proxy_saw(browser, settings, caplog):
    caplog.set_level("INFO")
    forged = {"X-Forwarded-For": "6.6.6.6", "X-Request-ID": "forged"}
    browser.get("/sign-in/", headers=forged)
    settings.TRUSTED_PROXY_COUNT = 1
    browser.get("/sign-in/", headers={"X-Forwarded-For": "6.6.6.6, 203.0.113.7"})

    lines = [
        record.msg
        for record in caplog.records
        if isinstance(record.msg, dict) and record.msg["event"] == "request_finished"
    ]
    assert [line["ip"] for line in lines] == ["127.0.0.1", "203.0.113.7"]
    assert "forged" not in [line["request_id"] for line in lines]


def test_a_refusal_is_a_page_with_its_rule(browser):
    answer = browser.get("/refusal/")

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Weights must sum to &lt;100&gt;." in html
    assert "weights_sum" in html


def test_a_refusal_is_json_for_a_script(browser):
    answer = browser.get("/refusal/?stale", headers={"Accept": "application/json"})

    assert (answer.status_code, answer.json()) == (
        409,
        {
            "code": "stale_version",
            "detail": "Saved by another.",
            "field": None,
            "saved": {"score": 4},
            "version": 3,
        },
    )


def test_a_refusal_is_a_banner_for_htmx(browser):
    answer = browser.get("/refusal/", headers={"HX-Request": "true"})

    assert answer.headers["HX-Retarget"] == "#messages"
    html = answer.content.decode()
    assert 'role="alert"' in html
    assert "<html" not in html


def test_a_stale_form_is_told_to_reload_also_by_htmx():
    browser = Client(enforce_csrf_checks=True)

    answer = browser.post("/sign-in/", headers={"HX-Request": "true"})

    assert answer.status_code == 403
    assert answer.headers["HX-Retarget"] == "#messages"
    assert "Reload the page" in answer.content.decode()


def test_a_page_without_an_action_never_answers(signed_in):
    browser = signed_in(make_user())
    browser.raise_request_exception = False

    assert browser.get("/forgetful/").status_code == 500


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "head", "options"])
def test_the_table_is_asked_for_every_method(signed_in, method):
    browser = signed_in(make_user())

    answer = getattr(browser, method)("/administrators/")

    assert answer.status_code == 403


def test_a_method_that_nobody_answers_is_no_fault(signed_in, administrator):
    browser = signed_in(administrator)

    assert browser.delete("/reading/").status_code == 405
    assert signed_in(make_user()).delete("/reading/").status_code == 403


def test_a_method_can_not_be_smuggled_in(signed_in, administrator):
    browser = signed_in(administrator)

    answer = browser.post(
        "/administrators/", headers={"X-HTTP-Method-Override": "DELETE"}
    )

    assert answer.content == b"done"
    assert browser.trace("/administrators/").status_code == 405


def test_a_forwarded_host_is_not_believed(browser):
    answer = browser.get("/account/", headers={"X-Forwarded-Host": "evil.example"})

    assert answer.headers["Location"] == "/sign-in/?next=%2Faccount%2F"


def test_the_language_follows_the_browser_before_sign_in(browser):
    answer = browser.get("/sign-in/", headers={"Accept-Language": "zh-CN,zh;q=0.9"})

    assert answer.headers["Content-Language"] == "zh-hans"
    assert 'lang="zh-Hans"' in answer.content.decode()


def test_a_wrong_cookie_breaks_neither_theme_nor_language(browser):
    browser.cookies["theme"] = '"><script>'
    browser.cookies["language"] = "../../etc/passwd"

    html = browser.get("/sign-in/").content.decode()

    assert 'data-bs-theme="light"' in html
    assert 'lang="en"' in html
