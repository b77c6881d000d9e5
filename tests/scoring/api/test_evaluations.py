"""Evaluations over REST say what the pages say, to the same people."""

import uuid
from decimal import Decimal

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from procurement.audit.models import AuditEntry
from procurement.outbox.running import run_job
from procurement.permissions import Role, Stage
from scoring.models import Award, Decision, Report
from scoring.selectors.rankings.results import ranking_of
from scoring.services.robustness.calculation import check_robustness
from scoring.services.robustness.requests import request_checks
from tests.factories import client_of, make_user
from tests.story import REVIEW, STORY, make_story

pytestmark = pytest.mark.django_db


def address(story, part=""):
    return f"/api/v1/evaluations/{story.tender.uuid}/{part}"


def test_the_head_has_money_with_currency_and_basis(story):
    body = client_of(story.officer).get(address(story)).json()

    assert body["reference"] == story.tender.reference
    assert body["stage"] == "moderation"
    if body["budget"] is not None:
        assert set(body["budget"]) == {"amount", "currency", "tax_basis"}


def test_an_unknown_evaluation_and_one_of_others_are_not_found(story):
    stranger = client_of(make_user("Otto", Role.PROCUREMENT_OFFICER))

    for url in (address(story), f"/api/v1/evaluations/{uuid.uuid4()}/"):
        answer = stranger.get(url)
        assert answer.status_code == 404
        assert answer.json()["code"] == "not_found"


def test_criteria_come_in_both_languages_with_exact_weights(story):
    body = client_of(story.officer).get(address(story, "criteria/")).json()

    weights = sum(Decimal(row["weight"]) for row in body["criteria"])
    assert weights == 100
    [price] = [row for row in body["criteria"] if row["kind"] == "price"]
    assert price["name"]["zh"] == "四年每卡 TCO（净现值）"


def test_the_live_ranking_is_that_of_the_story(story):
    body = client_of(story.officer).get(address(story, "ranking/")).json()

    assert (body["version"], body["is_provisional"]) == (None, True)
    totals = [Decimal(row["total"]) for row in body["rows"]]
    expected = STORY["expected"]
    assert totals == pytest.approx(
        [Decimal(expected["totals"][letter]) for letter in expected["order"]],
        abs=Decimal("1e-9"),
    )


def test_cash_flows_are_those_of_the_story_to_the_cent(story):
    body = client_of(story.officer).get(address(story, "tco/")).json()

    key = str(story.candidates["D"].uuid)
    [result] = [
        row
        for row in body["results"]
        if row["candidate"] == key and row["horizon_years"] == 4
    ]
    told = STORY["expected"]["tco"]["D"]["4"]
    assert abs(Decimal(result["npv"]) - Decimal(told["npv"])) < Decimal("0.005")
    [energy] = [line for line in result["lines"] if line["key"] == "energy"]
    assert energy["amounts"][1] == told["cash_flows"]["energy"][1]


def test_a_technical_evaluator_reads_no_prices():
    story = make_story(are_prices_released=False)
    client = client_of(story.evaluator)

    for part in ("ranking/", "tco/", "reports/"):
        answer = client.get(address(story, part))
        assert answer.status_code == 403, part
    assert client.get("/api/v1/quotes/").json()["results"] == []


def test_the_ranking_before_moderation_is_the_wrong_stage():
    story = make_story(stage=Stage.SCORING, are_prices_released=True)

    answer = client_of(story.officer).get(address(story, "ranking/"))

    assert answer.status_code == 409
    assert answer.json()["code"] == "wrong_stage"


def test_finance_reads_award_and_frozen_cash_flows(published):
    finance = client_of(make_user("Felix", Role.FINANCE))

    award = finance.get(address(published, "award/")).json()
    costs = finance.get(address(published, "tco/")).json()

    assert award["amount"] == {
        "amount": "4999780.00",
        "currency": "USD",
        "tax_basis": "net",
    }
    assert award["name"] == published.candidates["D"].label
    assert (costs["version"], costs["sha256"]) == (1, award["sha256"])


def test_finance_acknowledges_with_the_write_scope_only(published):
    person = make_user("Felix", Role.FINANCE)
    url = address(published, "award/")

    refused = client_of(person).post(url, {"reference": "PO-7"}, format="json")
    accepted = client_of(person, "read", "write").post(
        url, {"reference": "PO-7"}, format="json"
    )

    assert (refused.status_code, accepted.status_code) == (403, 200)
    assert accepted.json()["acknowledgement"] == "PO-7"


def test_an_acknowledgement_sent_twice_with_its_key_is_noted_once(published):
    program = client_of(make_user("Felix", Role.FINANCE), "read", "write")
    url, key = address(published, "award/"), {"Idempotency-Key": "order-4711"}

    def send(reference):
        return program.post(url, {"reference": reference}, format="json", headers=key)

    first, again, other = send("PO-7"), send("PO-7"), send("PO-8")

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.content == first.content
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert Award.objects.get().acknowledgement == "PO-7"
    assert AuditEntry.objects.filter(action="award_acknowledged").count() == 1


def test_nobody_else_acknowledges(published):
    answer = client_of(published.officer, "read", "write").post(
        address(published, "award/"), {"reference": "PO-7"}, format="json"
    )

    assert answer.status_code == 403
    assert Award.objects.get().acknowledged_at is None


def test_a_report_downloads_the_stored_bytes(published):
    decision = Decision.objects.get()
    report = Report(
        decision=decision,
        language="en",
        requested_by=published.officer,
        finished_at=timezone.now(),
        sha256="0" * 64,
        pages=1,
    )
    report.file.save("x.pdf", ContentFile(b"%PDF-1.7 stored"), save=True)
    client = client_of(make_user("Felix", Role.FINANCE))

    [version] = client.get(address(published, "reports/")).json()
    file = version["files"][0]
    answer = client.get(file["url"], headers={"accept": "application/pdf"})

    assert file["status"] == "done"
    assert b"".join(answer.streaming_content) == b"%PDF-1.7 stored"
    assert answer["Content-Type"] == "application/pdf"


def test_quotes_list_heads_and_one_shows_exact_lines(story):
    client = client_of(story.officer)

    rows = client.get("/api/v1/quotes/").json()["results"]
    assert len(rows) == 6
    [hpe] = [row for row in rows if row["vendor_name"] == "HPE"]
    body = client.get(f"/api/v1/quotes/{hpe['id']}/").json()

    line = body["offers"][0]["lines"][0]
    assert Decimal(line["amount"]["amount"]) == Decimal(
        line["unit_price"]["amount"]
    ) * Decimal(line["quantity"])


def test_run_sets_and_candidates_are_listed(story):
    client = client_of(story.officer)

    assert client.get(address(story, "run-sets/")).json() == []
    states = {r["admission"] for r in client.get(address(story, "candidates/")).json()}
    assert states == {"admitted", "under_review", "knocked_out"}


def test_a_reason_about_prices_is_told_once_the_prices_are_released(db):
    story = make_story(stage=Stage.SCORING)

    def reasons(person):
        rows = client_of(person).get(address(story, "candidates/")).json()
        assert {row["admission"] for row in rows} > {"under_review", "knocked_out"}
        return {row["admission_reason"]["en"] for row in rows}

    hidden = reasons(story.evaluator)
    assert reasons(story.officer) == hidden | {REVIEW}
    story.tender.prices_released_at = timezone.now()
    story.tender.save()
    assert reasons(story.evaluator) == hidden | {REVIEW}
    assert REVIEW not in hidden


def test_the_checks_of_the_ranking_are_null_until_the_worker_is_done(story):
    client = client_of(story.officer)
    before = client.get(address(story, "ranking/")).json()
    ranking = ranking_of(story.evaluation)
    check = request_checks(by=story.officer, ranking=ranking)
    run_job(str(check.job.uuid), check_robustness)

    after = client.get(address(story, "ranking/")).json()
    recused = client_of(story.recused).get(address(story, "ranking/")).json()

    assert before["robustness"] is None
    assert after["robustness"]["leader"] == str(story.candidates["B"].uuid)
    assert after["robustness"]["simulation"]["draws"] == 10_000
    assert recused["robustness"] is None
