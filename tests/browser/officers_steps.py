"""What officers do on the pages, from a new evaluation to publication."""

import re
from datetime import timedelta
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.door import field

TITLE = "AI training cluster, phase 2"


def create_evaluation(page: Page) -> str:
    """Start an evaluation from the shipped template; returns its reference."""
    due = timezone.now() + timedelta(days=1)
    page.goto("/evaluations/")
    page.get_by_role("link", name="New evaluation").first.click()
    field(page, "Title").fill(TITLE)
    field(page, "Servers asked for").fill("16")
    field(page, "Currency").select_option("USD")
    field(page, "Budget ceiling").fill("5600000")
    field(page, "Quotes due").fill(due.strftime("%Y-%m-%dT%H:%M"))
    field(page, "Seal quotes until two officers open them").check()
    expect(field(page, "Five dimensions: training cluster")).to_be_checked()
    page.get_by_role("button", name="Create evaluation").click()
    expect(page.get_by_text("Complete its set-up.")).to_be_visible()
    return page.url.rstrip("/").rpartition("/")[2]


def add_to_panel(page: Page, reference: str, name: str, role: str) -> None:
    """Give a person a role inside the evaluation."""
    page.goto(f"/evaluations/{reference}/set-up/panel/")
    members = page.get_by_role("region", name="Members")
    members.get_by_label("Person", exact=True).select_option(label=name)
    members.get_by_label("Role", exact=True).select_option(role)
    members.get_by_role("button", name="Add to the panel").click()
    expect(page.get_by_text(f"{name} is on the panel.")).to_be_visible()


def invite(page: Page, reference: str, vendor: str) -> None:
    """Ask a vendor for a quote."""
    page.goto(f"/evaluations/{reference}/set-up/vendors/")
    field(page, "Vendor").select_option(label=vendor)
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_text(f"{vendor} is invited.")).to_be_visible()


def freeze_rate(page: Page, reference: str, currency: str, rate: str) -> None:
    """Type in an exchange rate of yesterday."""
    day = timezone.now() - timedelta(days=1)
    page.goto(f"/evaluations/{reference}/set-up/rates/")
    form = page.get_by_role("region", name="Type in a rate")
    form.get_by_label("One unit of", exact=True).select_option(currency)
    form.get_by_label("Is worth", exact=True).fill(rate)
    form.get_by_label("Date", exact=True).fill(day.strftime("%Y-%m-%d"))
    form.get_by_label("Source", exact=True).fill("ECB reference")
    form.get_by_role("button", name="Freeze the rate").click()
    expect(page.get_by_text(f"The rate of {currency} is frozen.")).to_be_visible()


def assign_everything(page: Page, reference: str) -> None:
    """Let every evaluator score every rubric criterion."""
    page.goto(f"/evaluations/{reference}/assignments/")
    boxes = page.get_by_role("checkbox")
    expect(boxes).to_have_count(24)
    for box in boxes.all():
        box.check()
    page.get_by_role("button", name="Save assignments").click()
    page.goto(f"/evaluations/{reference}/assignments/")
    expect(page.locator("input[type=checkbox]:checked")).to_have_count(24)


def move_to(page: Page, reference: str, stage: str) -> None:
    """Take the next step of the evaluation."""
    page.goto(f"/evaluations/{reference}/")
    page.get_by_role("button", name=f"Move to {stage}").click()
    expect(
        page.get_by_text(f"The evaluation is now in the stage {stage}.")
    ).to_be_visible()


def import_quote(page: Page, reference: str, path: Path, *, vendor: str) -> None:
    """Upload a quote file, look at its preview and record it."""
    page.goto(f"/evaluations/{reference}/quotes/import/")
    field(page, "Quote file").set_input_files(path)
    page.get_by_role("button", name="Upload and preview").click()
    chosen = field(page, "Vendor")
    expect(chosen.locator("option:checked")).to_have_text(vendor)
    server = page.get_by_label(re.compile("Server of the catalogue"))
    expect(server).not_to_have_value("")
    expect(page.get_by_text("amounts are not shown")).to_be_visible()
    page.get_by_role("button", name="Record the quote").click()
    expect(page.get_by_text("is recorded")).to_be_visible()


def turn_key(page: Page, reference: str) -> None:
    """Turn one's key of the seal."""
    page.goto(f"/evaluations/{reference}/set-up/opening/")
    page.get_by_role("button", name="Turn my key").click()


def decide_knock_out(
    page: Page, reference: str, key: str, candidate: str, *, fails: bool = False
) -> None:
    """Decide a knock-out criterion of a candidate."""
    page.goto(f"/evaluations/{reference}/evidence/")
    page.get_by_role("link", name=f"{key}, {candidate}").click()
    field(page, "Fail" if fails else "Pass").check()
    field(page, "Reason in English").fill("By the data sheet and the site survey.")
    page.get_by_role("button", name="Decide").click()
    page.wait_for_url("**/evidence/")


def attach_figure(
    page: Page, reference: str, key: str, candidate: str, value: str
) -> None:
    """Type in what was measured."""
    page.goto(f"/evaluations/{reference}/evidence/")
    page.get_by_role("link", name=f"{key}, {candidate}").click()
    field(page, "Value").fill(value)
    field(page, "Whose figure").select_option("measured")
    field(page, "Source").fill("Own run on the loan machine")
    page.get_by_role("button", name="Attach figure").click()
    page.wait_for_url("**/evidence/")


def attach_run_set(page: Page, reference: str, key: str, candidate: str) -> None:
    """Attach the run set that the agent brought."""
    page.goto(f"/evaluations/{reference}/evidence/")
    page.get_by_role("link", name=f"{key}, {candidate}").click()
    runs = page.get_by_role("region", name="Run sets of this server")
    runs.get_by_role("button", name="Attach").click()
    page.wait_for_url("**/evidence/")


def make_agent_token(page: Page, reference: str, server: str) -> str:
    """Make a token for the agent of one server; returns its secret."""
    page.goto("/benchmarks/tokens/")
    field(page, "Name").fill("loan machine")
    field(page, "Servers").select_option(label=server)
    field(page, "Evaluation").select_option(reference)
    page.get_by_role("button", name="Make token").click()
    return page.locator("[data-copy-label]").inner_text()


def download_agent(page: Page, target: Path) -> Path:
    """Fetch the agent, with the address of the site filled in."""
    page.goto("/benchmarks/agent/")
    with page.expect_download() as waiting:
        page.get_by_role("link", name=re.compile("gpu_agent.py")).click()
    waiting.value.save_as(target)
    return target


def ask_for_justification(page: Page, reference: str, candidate: str) -> None:
    """Ask the vendor of a low bid what makes its price possible."""
    page.goto(f"/evaluations/{reference}/evidence/")
    page.get_by_role("link", name=candidate, exact=True).first.click()
    page.get_by_role("link", name="Ask for a justification").click()
    field(page, "Answer due").fill("2099-12-11T17:00")
    page.get_by_role("button", name="Ask the vendor").click()
    expect(
        page.get_by_text(f"{candidate} is asked to justify its price.")
    ).to_be_visible()


def record_justification(page: Page, reference: str, candidate: str, text: str) -> None:
    """Record what the vendor wrote, as received just now."""
    page.goto(f"/evaluations/{reference}/evidence/")
    page.get_by_role("link", name=candidate, exact=True).first.click()
    page.get_by_role("link", name="Record the answer").click()
    field(page, "Answer of the vendor").fill(text)
    page.get_by_role("button", name="Record the answer").click()
    expect(page.get_by_text(f"The answer of {candidate} is recorded.")).to_be_visible()


def reject_justification(page: Page, reference: str, candidate: str) -> None:
    """Decide that the low price is not justified, which rejects the candidate."""
    page.goto(f"/evaluations/{reference}/evidence/")
    page.get_by_role("link", name=candidate, exact=True).first.click()
    page.get_by_role("link", name="Decide on the justification").click()
    page.get_by_role("radio", name="Not justified").check()
    field(page, "Reason in English").fill("No justification of the low price.")
    field(page, "Reason in Chinese").fill("未说明低价理由。")
    page.get_by_role("button", name="Decide").click()
    expect(
        page.get_by_text(f"The justification of {candidate} is decided on.")
    ).to_be_visible()


def moderate(page: Page, reference: str, place: str, value: str) -> None:
    """Set a consensus on a cell that lies far apart."""
    page.goto(f"/evaluations/{reference}/moderation/")
    page.get_by_role("link", name=place).click()
    field(page, "Consensus score").select_option(value)
    expect(page.get_by_text("Effect on total")).to_be_visible()
    field(page, "Reason (required)").fill("The anchor asks for dated terms.")
    page.get_by_role("button", name="Record consensus").click()


def release_prices(page: Page, reference: str) -> None:
    """Let the evaluators read the prices."""
    page.goto(f"/evaluations/{reference}/set-up/opening/")
    page.get_by_role("button", name="Release the prices to the evaluators").click()
    expect(page.get_by_text(re.compile(r"^Released "))).to_be_visible()


def set_assumption(
    page: Page, reference: str, key: str, value: str, *, holds_for: str = ""
) -> None:
    """Type in an assumption of the cost model, for all candidates or for one."""
    page.goto(f"/evaluations/{reference}/tco/assumptions/{key}/")
    field(page, "Value").fill(value)
    if holds_for:
        field(page, "Holds for").select_option(label=holds_for)
    field(page, "Source").fill("Supply contract, metered")
    field(page, "Date").fill("2026-09-12")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/tco/**")


def freeze(page: Page, reference: str) -> None:
    """Freeze the result as the next version."""
    page.goto(f"/evaluations/{reference}/report/")
    field(page, "Recommendation, in your words").fill("Lowest cost of ownership.")
    page.get_by_role("button", name="Freeze", exact=True).click()
    expect(page.get_by_text("Version 1 is frozen.")).to_be_visible()


def publish(page: Page, reference: str) -> None:
    """Publish the approved version."""
    page.goto(f"/evaluations/{reference}/report/")
    page.get_by_role("button", name="Publish v1").click()
    expect(page.get_by_text("Published", exact=True)).to_be_visible()
