"""The frame in a real browser: policy, theme, language, narrow screens."""

import pytest

from procurement.permissions import Role
from tests.browser.door import enter, findings
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.urls("tests.browser.chart_page")
def test_a_chart_is_drawn_and_the_policy_has_nothing_to_say(page, live_server):
    enter(page, live_server, make_user("Helena Brandt"))

    page.goto(f"{live_server.url}/chart/")
    page.wait_for_selector(".chart .main-svg .bars .point")

    assert page.locator(".chart .bars .point").count() == 2
    assert page.evaluate("window.violations") == []


@pytest.mark.urls("tests.browser.chart_page")
def test_a_style_that_nobody_allowed_is_blocked(page, live_server, complaints):
    enter(page, live_server, make_user("Helena Brandt"))

    page.evaluate(
        "document.head.append(Object.assign(document.createElement('style'),"
        " {textContent: 'h1 { display: none }'}))"
    )
    page.wait_for_function("window.violations.length > 0")

    assert page.get_by_role("heading", level=1).is_visible()
    assert page.evaluate("window.violations.splice(0)") == ["style-src-elem: inline"]
    assert "violates the following Content Security Policy" in complaints.pop()


def test_theme_and_language_are_kept_across_pages(page, live_server):
    enter(page, live_server, make_user("Helena Brandt"))
    html = page.locator("html")

    page.get_by_role("button", name="Switch light or dark theme").click()
    page.reload()
    assert html.get_attribute("data-bs-theme") == "dark"

    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="简体中文").click()
    page.wait_for_url("**/account/")
    assert html.get_attribute("lang") == "zh-Hans"


def test_the_menu_opens_as_a_drawer_and_nothing_scrolls_sideways(page, live_server):
    page.set_viewport_size({"width": 390, "height": 844})
    enter(page, live_server, make_user("Adam Keeper", Role.ADMINISTRATOR))

    for path in ("/account/", "/account/tokens/", "/administration/users/"):
        page.goto(live_server.url + path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert (path, width) == (path, 390)

    page.get_by_role("button", name="Menu").click()
    assert page.get_by_role("link", name="Admin and API").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("link", name="Admin and API").is_visible()


def test_the_back_button_shows_nothing_after_signing_out(page, live_server):
    person = make_user("Helena Brandt")
    enter(page, live_server, person)

    page.get_by_role("button", name="Helena Brandt").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/sign-in/")
    page.go_back()
    page.wait_for_load_state()

    assert page.get_by_role("heading", name="Sign in").is_visible()
    assert person.email not in page.content()


def test_the_pages_of_people_hold_to_the_rules_of_accessibility(page, live_server):
    enter(page, live_server, make_user("Adam Keeper", Role.ADMINISTRATOR))
    places = (
        "/account/",
        "/account/password/",
        "/account/tokens/",
        "/administration/users/",
        "/administration/users/new/",
        "/administration/audit/?verify=1",
    )

    for theme in ("light", "dark"):
        page.evaluate(f"document.cookie = 'theme={theme}; path=/'")
        for place in places:
            page.goto(live_server.url + place)
            assert (place, findings(page)) == (place, [])
