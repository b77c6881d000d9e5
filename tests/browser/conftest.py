"""A real browser: what the console or the policy complains about fails the test."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.db import connections
from playwright.sync_api import Browser, Page, expect, sync_playwright

from procurement.accounts.models import User
from tests.browser.door import enter

# Playwright runs an event loop in the thread in which Django's tests use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# A busy machine is slow; only what never comes fails a test.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PAGES = pytest.StashKey[dict[str, Page]]()
PICTURES = Path(__file__).resolve().parents[2] / "var" / "failures"
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of the system, without a window."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()
        # Under the event loop Django opened a connection apart from the suite's own.
        connections.close_all()


@pytest.fixture
def complaints() -> list[str]:
    """What console and policy said; a test that provokes them empties the list."""
    return []


@pytest.fixture
def page(chromium, complaints) -> Iterator[Page]:
    """A page of 1440 px whose console must stay clean."""
    with opened_page(chromium, complaints) as opened:
        yield opened
    assert complaints == []


@pytest.fixture
def enter_as(
    chromium, complaints, live_server, request
) -> Iterator[Callable[[User], Page]]:
    """Sign people in through the door, each in a browser of their own."""
    pages = request.node.stash.setdefault(PAGES, {})
    with ExitStack() as stack:

        def enter_as_person(person: User) -> Page:
            opened = stack.enter_context(
                opened_page(chromium, complaints, base_url=live_server.url)
            )
            pages[person.name] = opened
            enter(opened, live_server, person)
            return opened

        yield enter_as_person
    assert complaints == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a picture of every open page of a journey that failed."""
    report = yield
    if report.when == "call" and report.failed:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for name, page in item.stash.get(PAGES, {}).items():
            picture = PICTURES / f"{item.name}-{name.replace(' ', '-')}.png"
            page.screenshot(path=picture, full_page=True)
            report.sections.append(("Picture", f"{page.url}: {picture}"))
    return report


@contextmanager
def opened_page(
    chromium: Browser, complaints: list[str], base_url: str | None = None
) -> Iterator[Page]:
    """Open a page; what its console and the policy say goes to the complaints."""
    context = chromium.new_context(
        base_url=base_url, viewport={"width": 1440, "height": 900}
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(WATCH)
    opened = context.new_page()
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on(
        "console",
        lambda line: complaints.append(line.text) if line.type == "error" else None,
    )
    yield opened
    complaints += opened.evaluate("window.violations ?? []")
    context.close()
