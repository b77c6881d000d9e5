"""The audit page checks the chain in the browser, without trusting the server."""

import pytest

from procurement.accounts.services.users import create_user
from procurement.permissions import Role
from tests.browser.door import enter
from tests.factories import make_user
from tests.procurement.audit.test_verifying import alter

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_browser_finds_a_changed_entry_by_itself(page, live_server):
    administrator = make_user("Adam Keeper", Role.ADMINISTRATOR)
    for number in range(5):
        email = f"p{number}@example.org"
        create_user(by=administrator, email=email, name=f"浪潮 “{number}”")
    enter(page, live_server, administrator)
    page.goto(f"{live_server.url}/administration/audit/")
    result = page.locator("#verify-result")

    page.get_by_role("link", name="Verify chain").click()
    result.wait_for(state="visible")
    assert "Chain intact: 6 entries checked, no break." in result.inner_text()
    head = page.locator("#chain tr[data-sequence='6']").get_attribute("data-hash")
    assert head in result.inner_text()
    assert "verify=" not in page.url

    alter("update audit_auditentry set subject_name = 'X' where sequence = 3")
    page.get_by_role("link", name="Verify chain").click()
    page.wait_for_selector("#verify-result.banner-bad")
    assert "Chain broken at entry 3." in result.inner_text()


def test_the_browser_finds_a_page_that_does_not_show_the_chain(page, live_server):
    administrator = make_user("Adam Keeper", Role.ADMINISTRATOR)
    create_user(by=administrator, email="a@example.org", name="Ann")
    enter(page, live_server, administrator)
    page.goto(f"{live_server.url}/administration/audit/")

    page.locator("#chain tr[data-sequence='1']").evaluate(
        "row => { row.dataset.hash = 'f'.repeat(64) }"
    )
    page.get_by_role("link", name="Verify chain").click()

    page.wait_for_selector("#verify-result.banner-bad")
