"""Through the door, the fields there, and what axe finds behind it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from tests.factories import PASSWORD


def field(page: Page, label: str) -> Locator:
    """A field of the content: the menu may use the same word."""
    return page.get_by_role("main").get_by_label(label, exact=True)


def findings(page) -> list[str]:
    """What axe finds wrong: rule and place, of any weight."""
    broken = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in broken
        for node in rule["nodes"]
    ]


def enter(page, live_server, person) -> None:
    """Sign in through the door."""
    page.goto(f"{live_server.url}/sign-in/?next=/account/")
    page.get_by_label("Work e-mail").fill(person.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/account/")
