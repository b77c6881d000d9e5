"""What evaluators, approvers and finance do on the pages."""

import io
from collections.abc import Mapping, Sequence

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.door import field
from tests.story import STORY

ROWS = [row["id"] for row in STORY["criteria"]]
COMMENTED = {"1", "5"}


def declare_no_conflict(page: Page, reference: str) -> None:
    """Pass the gate before one's own worksheet, vendor by vendor."""
    page.goto(f"/evaluations/{reference}/worksheet/")
    page.wait_for_url("**/worksheet/declarations/")
    for choice in page.get_by_label("No conflict of interest").all():
        choice.check()
    page.get_by_role("button", name="Declare", exact=True).click()
    page.wait_for_url("**/worksheet/")


def fill_worksheet(
    page: Page, reference: str, marks: Mapping[str, Sequence[str]]
) -> None:
    """Answer every cell by keyboard alone; ``marks`` are by criterion and column."""
    page.goto(f"/evaluations/{reference}/worksheet/")
    first = next(iter(marks))
    _cell(page, first, 1).focus()
    for key, row in marks.items():
        for column, mark in enumerate(row, start=1):
            expect(_cell(page, key, column)).to_be_focused()
            page.keyboard.press(mark)
            if mark in COMMENTED:
                _comment(page, f"Seen in the offer, {key}.")
                page.keyboard.press("ArrowRight")
        page.keyboard.press("m")
    total = sum(len(row) for row in marks.values())
    expect(page.locator("#ws-count")).to_have_text(f"{total} of {total} answered")
    expect(page.locator("#ws-saved")).to_have_text("All changes saved")


def _cell(page: Page, key: str, column: int):
    return page.locator(f'[id="c-{key}-{column}"]')


def _comment(page: Page, text: str) -> None:
    page.keyboard.press("c")
    page.keyboard.type(text)
    page.keyboard.press("Control+Enter")


def submit_worksheet(page: Page) -> None:
    """Lock one's own worksheet, by keyboard."""
    page.locator("#ws-submit").press("Enter")
    lock = page.get_by_role("button", name="Lock", exact=True)
    expect(lock).to_be_visible()
    lock.press("Enter")
    expect(page.get_by_text("You submitted this worksheet on")).to_be_visible()


def approve(page: Page, reference: str) -> None:
    """Approve the hash that the page shows."""
    page.goto(f"/evaluations/{reference}/report/")
    field(page, "Your comment").fill("Checked against the quotes.")
    page.get_by_role("button", name="Approve v1").click()
    expect(page.get_by_text("Approved", exact=True).first).to_be_visible()


def download_report(page: Page, reference: str, link: str) -> tuple[bytes, str]:
    """Download a PDF of version 1 as soon as the worker has made it."""
    page.goto(f"/evaluations/{reference}/report/")
    file = page.get_by_role("link", name=link)
    expect(file).to_be_visible(timeout=60_000)  # the page follows the worker
    with page.expect_download() as waiting:
        file.click()
    content = waiting.value.path().read_bytes()
    pages = PdfReader(io.BytesIO(content)).pages
    return content, "\n".join(page.extract_text() for page in pages)


def make_token(page: Page) -> str:
    """Make a token of one's own that reads; returns its secret."""
    page.goto("/account/tokens/")
    field(page, "Name").fill("ledger")
    page.get_by_role("button", name="Make token").click()
    return page.locator("[data-copy-label]").inner_text()
