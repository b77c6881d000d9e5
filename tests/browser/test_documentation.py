"""Swagger UI under our policy: nothing is blocked, and it can be tried out."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from procurement.permissions import Role
from tests.browser.door import enter
from tests.factories import make_user, make_vendor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def serious(page) -> list[str]:
    """What axe finds that hinders; the outline of headings is Swagger UI's own."""
    broken = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in broken
        for node in rule["nodes"]
        if rule["impact"] in {"serious", "critical"}
    ]


def test_the_policy_has_nothing_to_say_when_an_endpoint_is_tried(page, live_server):
    make_vendor(name="Aurora Systems")
    enter(page, live_server, make_user("Felix Finance", Role.FINANCE))

    page.get_by_role("link", name="API documentation").click()
    block = page.locator("#operations-vendors-vendors_list")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table")).to_contain_text("Aurora Systems")
    assert serious(page) == []
    page.get_by_role("button", name="Switch light or dark theme").click()

    assert serious(page) == []
    page.get_by_role("button", name="Authorize").click()
    expect(page.get_by_text("Available authorizations")).to_be_visible()
    assert page.evaluate("window.violations") == []
