"""The whole job once, through the real pages, with a real worker and a real agent."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from catalog.benchmarks.demo_logs import DemoSystem, write_demo_submission
from catalog.imports.demo_quotes import SAMPLES
from catalog.models import Tender
from procurement.accounts.models import User
from procurement.audit.verifying import verify_all
from procurement.clock import database_now
from procurement.permissions import Role
from scoring.services.assumptions import AssumptionTerms, set_assumption
from tests.browser import officers_steps as desk, panels_steps as panel
from tests.browser.door import findings
from tests.browser.finance_client import Finance
from tests.factories import make_gpu, make_sku, make_user, make_vendor
from tests.procurement.audit.test_verifying import alter
from tests.story import ORIGINS, STORY

pytestmark = [
    pytest.mark.browser,
    pytest.mark.no_cover,
    pytest.mark.django_db(transaction=True),
]

REFERENCE = "EV-2026-014"
# As their quotes come in: the Chinese one with tax, one in dollars, two in euros. The
# last one needs more power than a rack gives.
BIDDERS = {"C": "inspur", "A": "dell-technologies", "D": "hpe", "F": "lenovo"}
NAMES = {
    letter: f"{STORY['bidders'][letter]['vendor']} {STORY['bidders'][letter]['sku']}"
    for letter in BIDDERS
}
COUNTING = ("C", "A", "D")
RANKED = ("D", "A")
SCORERS = {"Chen Wei": 0, "S. Rao": 3}
DAY = date(2026, 9, 12)


@dataclass(kw_only=True)
class Cast:
    """One person per role."""

    officer: User
    second: User
    evaluators: list[User]
    approver: User
    finance: User


@pytest.fixture
def cast(db) -> Cast:
    """The people; vendors and servers are in the catalogue already."""
    gpus = {
        name: make_gpu(
            name=name, memory_gb=memory, interconnect_gbs_bidirectional=Decimal(900)
        )
        for name, memory in (("H100 SXM 80 GB", 80), ("H200 SXM 141 GB", 141))
    }
    for letter in BIDDERS:
        bidder = STORY["bidders"][letter]
        make_vendor(name=bidder["vendor"], slug=f"vendor-{letter.lower()}")
        make_sku(
            name=bidder["sku"],
            slug=f"server-{letter.lower()}",
            gpu=gpus[bidder["gpu"].removeprefix("8× ")],
        )
    return Cast(
        officer=make_user("Helena Brandt", Role.PROCUREMENT_OFFICER),
        second=make_user("Liu Yang", Role.PROCUREMENT_OFFICER),
        evaluators=[make_user(name) for name in SCORERS],
        approver=make_user("Marta Kowalska"),
        finance=make_user("Felix Sommer", Role.FINANCE),
    )


def test_the_whole_job_from_a_new_evaluation_to_finance(
    enter_as, live_server, worker, cast, tmp_path
):
    officer, second = enter_as(cast.officer), enter_as(cast.second)

    set_up(officer, cast)
    take_quotes(officer, second)
    collect_evidence(officer, tmp_path)
    score(enter_as, cast)
    assume_costs(officer, cast)
    moderate(officer)
    rank(officer)
    approve(officer, enter_as(cast.approver))
    pay(enter_as(cast.finance), live_server)

    assert [verdict.fault for verdict in verify_all()] == [None] * 3
    chain = str(Tender.objects.get().uuid)
    alter(
        "update audit_auditentry set actor_name = 'X' where sequence = 9 and chain_id ="
        f" (select id from audit_auditchain where name = '{chain}')"
    )
    faults = [verdict.fault for verdict in verify_all() if verdict.fault]
    assert [(fault.chain, fault.sequence) for fault in faults] == [(chain, 9)]


def set_up(officer: Page, cast: Cast) -> None:
    drawn = desk.create_evaluation(officer)
    # The shipped samples name their evaluation; numbers are drawn by the year.
    sql("update catalog_tender set reference = %s where reference = %s", drawn)
    accessible(officer)
    desk.add_to_panel(officer, REFERENCE, "Liu Yang", "tender_officer")
    for evaluator in cast.evaluators:
        desk.add_to_panel(officer, REFERENCE, evaluator.name, "tender_evaluator")
    desk.add_to_panel(officer, REFERENCE, "Marta Kowalska", "tender_approver")
    accessible(officer)
    for letter in BIDDERS:
        desk.invite(officer, REFERENCE, STORY["bidders"][letter]["vendor"])
    for currency in ("EUR", "CNY"):
        desk.freeze_rate(officer, REFERENCE, currency, STORY["fx"][currency])
    accessible(officer)
    desk.assign_everything(officer, REFERENCE)
    desk.move_to(officer, REFERENCE, "Quotes")


def take_quotes(officer: Page, second: Page) -> None:
    for letter, file in BIDDERS.items():
        desk.import_quote(
            officer,
            REFERENCE,
            SAMPLES / "quotes" / f"{file}.xlsx",
            vendor=STORY["bidders"][letter]["vendor"],
        )
    # Nobody waits here for a day: the deadline passes now.
    sql("update catalog_tender set quote_deadline = clock_timestamp()")
    for person in (officer, second):
        desk.turn_key(person, REFERENCE)
    desk.move_to(officer, REFERENCE, "Evidence")
    officer.goto(f"/evaluations/{REFERENCE}/quotes/")
    for letter in BIDDERS:
        total = Decimal(STORY["totals_usd_net"][letter])
        expect(officer.get_by_text(f"{total:,.2f}").first).to_be_visible()
    accessible(officer)


def collect_evidence(officer: Page, folder: Path) -> None:
    officer.goto(f"/evaluations/{REFERENCE}/evidence/")
    officer.get_by_role("button", name="Take offers in").click()
    officer.get_by_role("button", name="Attach catalogue data").click()
    expect(officer.get_by_text("12 figures attached.")).to_be_visible()
    desk.decide_knock_out(officer, REFERENCE, "K2", NAMES["F"], fails=True)
    for letter in COUNTING:
        for key in ("K1", "K2", "K3", "K4"):
            desk.decide_knock_out(officer, REFERENCE, key, NAMES[letter])
    for key, letters in {"2.1": ("C", "A"), "2.2": COUNTING}.items():
        for letter in letters:
            value = STORY["data"][key][letter]
            desk.attach_figure(officer, REFERENCE, key, NAMES[letter], value)
    bring_a_benchmark(officer, folder)
    desk.attach_run_set(officer, REFERENCE, "2.1", NAMES["D"])
    accessible(officer)
    desk.move_to(officer, REFERENCE, "Scoring")
    accessible(officer)


def bring_a_benchmark(officer: Page, folder: Path) -> None:
    """Run the agent that the site hands out on the results of the loan machine."""
    logs = write_demo_submission(
        folder / "logs",
        DemoSystem(
            submitter="HPE",
            identifier="xd670_n1",
            system_name="Cray XD670",
            accelerator="NVIDIA H200 SXM 141GB",
            memory_mib=143771,
        ),
        Decimal(STORY["data"]["2.1"]["D"]),
        started_at=database_now(),
    )
    secret = desk.make_agent_token(officer, REFERENCE, STORY["bidders"]["D"]["sku"])
    agent = desk.download_agent(officer, folder / "gpu_agent.py")
    done = subprocess.run(
        [sys.executable, agent, "upload", "--wait", "--sku", "server-d", logs],
        env={**os.environ, "GPU_AGENT_TOKEN": secret},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    officer.goto("/benchmarks/")
    officer.get_by_role("link", name="Llama 2 70B LoRA").first.click()
    expect(officer.get_by_text("25.8").first).to_be_visible()
    accessible(officer)


def score(enter_as, cast: Cast) -> None:
    for person in cast.evaluators:
        page = enter_as(person)
        panel.declare_no_conflict(page, REFERENCE)
        panel.fill_worksheet(page, REFERENCE, marks_of(SCORERS[person.name]))
        accessible(page)
        panel.submit_worksheet(page)
        expect(page.get_by_text("33,201")).to_have_count(0)  # no price, no cost


def marks_of(index: int) -> Mapping[str, list[str]]:
    return {
        key: [row[letter][index] for letter in COUNTING]
        for key, row in STORY["cells"]["rows"].items()
    }


def assume_costs(officer: Page, cast: Cast) -> None:
    """Two assumptions are typed on the page; the others the same way by the service."""
    told = STORY["tco_assumptions"]
    evaluation = Tender.objects.get().evaluation
    rows = [(None, row) for row in told["common"] if row["key"] != "tariff"]
    for candidate in evaluation.candidates.counting().select_related("vendor"):
        letter = next(key for key, name in NAMES.items() if name == candidate.label)
        rows += [
            (candidate, row)
            for row in told["per_candidate"][letter]["values"]
            if row["origin"] != "quoted" and (letter, row["key"]) != ("D", "load_kw")
        ]
    for holder, row in rows:
        set_assumption(
            by=cast.officer,
            evaluation=evaluation,
            candidate=holder,
            terms=AssumptionTerms(
                key=row["key"],
                value=Decimal(row["value"].replace(",", "")),
                unit=row["unit"],
                source=row["source"],
                on=DAY,
                origin=ORIGINS[row["origin"]],
            ),
        )
    desk.set_assumption(officer, REFERENCE, "tariff", "0.092")
    desk.set_assumption(officer, REFERENCE, "load_kw", "10.3", holds_for=NAMES["D"])
    officer.goto(f"/evaluations/{REFERENCE}/tco/")
    for letter in RANKED:
        price = Decimal(STORY["tco_per_gpu_usd"]["4"][letter])
        expect(officer.get_by_text(f"{price:,.0f}").first).to_be_visible()
    accessible(officer)


def moderate(officer: Page) -> None:
    desk.move_to(officer, REFERENCE, "Moderation")
    desk.release_prices(officer, REFERENCE)
    desk.moderate(officer, REFERENCE, "3.2 Payment terms and price validity", "2")
    accessible(officer)
    desk.ask_for_justification(officer, REFERENCE, NAMES["C"])
    desk.record_justification(officer, REFERENCE, NAMES["C"], "We want this order.")
    desk.reject_justification(officer, REFERENCE, NAMES["C"])
    desk.move_to(officer, REFERENCE, "Decision")


def rank(officer: Page) -> None:
    officer.goto(f"/evaluations/{REFERENCE}/ranking/")
    for letter in RANKED:
        expect(officer.get_by_text(shown_total(letter)).first).to_be_visible()
    accessible(officer)


def approve(officer: Page, approver: Page) -> None:
    desk.freeze(officer, REFERENCE)
    english, words = panel.download_report(approver, REFERENCE, "PDF en")
    _chinese, signs = panel.download_report(approver, REFERENCE, "PDF 中文")
    for letter in RANKED:
        assert shown_total(letter) in words
        assert shown_total(letter) in signs
    for criterion in STORY["criteria"]:
        assert criterion["name"] in " ".join(words.split())
        assert criterion["name_zh"] in signs.replace("\n", "")
    accessible(approver)
    panel.approve(approver, REFERENCE)
    again, _words = panel.download_report(approver, REFERENCE, "PDF en")
    assert again == english
    desk.publish(officer, REFERENCE)
    accessible(officer)


def pay(page: Page, live_server) -> None:
    finance = Finance(live_server.url, panel.make_token(page))
    [found] = finance.get("/api/v1/evaluations/")["results"]
    award = finance.get(f"/api/v1/evaluations/{found['id']}/award/")
    costs = finance.get(f"/api/v1/evaluations/{found['id']}/tco/")

    assert award["reference"] == REFERENCE
    assert award["name"] == NAMES["D"]
    assert award["amount"]["currency"] == "USD"
    assert Decimal(award["amount"]["amount"]) == Decimal(STORY["totals_usd_net"]["D"])
    flows = finance.cash_flows(costs, award["candidate"], years=4)
    told = STORY["expected"]["tco"]["D"]["4"]["cash_flows"]
    for line in ("energy", "space", "staff"):
        assert flows[line] == [round(Decimal(amount), 2) for amount in told[line]]


def shown_total(letter: str) -> str:
    """The total by the story's own rules, from the two evaluators' marks."""
    total = sum(
        Fraction(row["weight"]) * share(row, letter) for row in STORY["criteria"]
    )
    return f"{Decimal(total.numerator) / Decimal(total.denominator):.2f}"


def share(row: Mapping[str, Any], letter: str) -> Fraction:
    if row["kind"] == "price":
        prices = STORY["tco_per_gpu_usd"]["4"]
        lowest = min(Fraction(prices[name]) for name in RANKED)
        return lowest / Fraction(prices[letter])
    if row["kind"] == "data":
        value = Fraction(STORY["data"][row["id"]][letter])
        start, end = Fraction(row["score_1_at"]), Fraction(row["score_5_at"])
        return min(max((value - start) / (end - start), Fraction(0)), Fraction(1))
    marks = STORY["cells"]["rows"][row["id"]][letter]
    cell = Fraction(sum(int(marks[index]) for index in SCORERS.values()), 2)
    return (cell - 1) / 4


def accessible(page: Page) -> None:
    """Nothing that axe finds wrong on the page that is open."""
    found = findings(page)
    assert not found, f"{page.url}: {found}"


def sql(statement: str, *values: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [REFERENCE, *values] if values else None)
