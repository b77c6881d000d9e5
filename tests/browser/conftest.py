"""A real browser: what the console or the policy complains about fails the test."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.db import connections
from playwright.sync_api import Browser, Page, sync_playwright

# Playwright runs an event loop in the thread in which Django's tests use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
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
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(15_000)
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
    assert complaints == []
