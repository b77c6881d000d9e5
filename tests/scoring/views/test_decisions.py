"""The report page: frozen by the officer, approved by another, files to read."""

import hashlib
import io
import json
from datetime import UTC, datetime

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.formats import date_format
from python_calamine import CalamineWorkbook

from procurement.permissions import Role, Stage
from scoring.models import Approval, Award, Cell, CostAssumption, Decision
from scoring.selectors.rankings.results import ranking_of
from scoring.services.decisions import Proposal, freeze
from scoring.services.moderation import Verdict, set_consensus
from tests.factories import make_user
from tests.story import make_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story():
    made = make_story(stage=Stage.MODERATION, moment="final")
    Cell.objects.filter(state=Cell.State.DECLINED).update(decline_accepted_at=Now())
    rows = {str(row.pk): row for row in made.candidates.values()}
    for item in ranking_of(made.evaluation).result.ranked:
        for leaf in item.criteria:
            if getattr(leaf.working, "exceeds_spread", False):
                set_consensus(
                    by=made.officer,
                    candidate=rows[item.key],
                    criterion_key=leaf.criterion.key,
                    verdict=Verdict(value=None, reason="Both readings hold."),
                )
    made.tender.stage = Stage.DECISION
    made.tender.save()
    return made


def address(story, name, **more):
    return reverse(
        f"scoring:report-{name}", kwargs={"reference": story.tender.reference, **more}
    )


def frozen(story):
    return freeze(by=story.officer, evaluation=story.evaluation, proposal=Proposal())


def test_the_officer_freezes_and_both_pdfs_are_asked_for(story, signed_in):
    answer = signed_in(story.officer).post(
        address(story, "freeze"),
        {"recommended": str(story.candidates["D"].uuid), "note": "Agreed."},
    )

    assert answer.status_code == 302
    decision = Decision.objects.get()
    assert decision.state == Decision.State.FINAL
    assert sorted(decision.reports.values_list("language", flat=True)) == [
        "en",
        "zh-hans",
    ]


def test_the_page_shows_hash_lead_and_contract_value(story, signed_in):
    decision = frozen(story)

    text = signed_in(story.approver).get(address(story, "list")).content.decode()

    assert decision.sha256 in text
    assert "HPE XD670 first, 0.07 points ahead; 4 bids" in text
    assert "USD" in text
    assert "4,999,780.00" in text
    assert "Both readings hold." in text


def test_each_correction_says_when_it_was_made(story, signed_in):
    decision = frozen(story)

    text = signed_in(story.approver).get(address(story, "list")).content.decode()

    times = [row["at"] for row in json.loads(decision.snapshot)["corrections"]]
    assert times
    for time in times:
        shown = date_format(datetime.fromisoformat(time), "DATETIME_FORMAT")
        assert f'<td class="nowrap">{shown} UTC<span' in text


def test_a_banner_tells_that_data_changed(story, signed_in):
    frozen(story)
    client = signed_in(story.officer)
    assert (
        "Data changed since" not in client.get(address(story, "list")).content.decode()
    )

    CostAssumption.objects.filter(key="pue").update(value="1.5")

    assert (
        "Data changed since version 1."
        in client.get(address(story, "list")).content.decode()
    )


def test_approve_then_publish(story, signed_in):
    decision = frozen(story)
    values = {"verdict": "approved", "sha256": decision.sha256, "note": "Fine."}

    approved = signed_in(story.approver).post(
        address(story, "approve", number=1), values
    )
    published = signed_in(story.officer).post(address(story, "publish", number=1))

    assert (approved.status_code, published.status_code) == (302, 302)
    assert Approval.objects.get().sha256 == decision.sha256
    assert Award.objects.get().candidate == story.candidates["D"]


def test_the_officer_cannot_approve_and_nothing_is_stored(story, signed_in):
    decision = frozen(story)
    values = {"verdict": "approved", "sha256": decision.sha256}

    answer = signed_in(story.officer).post(address(story, "approve", number=1), values)

    assert answer.status_code == 403
    assert not Approval.objects.exists()


def test_the_snapshot_file_has_the_hash_of_the_version(story, signed_in):
    decision = frozen(story)

    answer = signed_in(story.observer).get(address(story, "snapshot", number=1))

    assert hashlib.sha256(answer.content).hexdigest() == decision.sha256
    assert json.loads(answer.content)["version"] == 1


@pytest.mark.parametrize("table", ["quotes", "ranking", "cash-flows"])
def test_tables_download_as_csv(story, signed_in, table):
    frozen(story)

    answer = signed_in(story.observer).get(
        address(story, "table", number=1, table=table)
    )

    assert answer.status_code == 200
    assert answer.content.decode("utf-8-sig").startswith('"evaluation","version"')


def test_the_scorecard_of_a_version_reads_what_was_stored(story, signed_in):
    decision = frozen(story)
    story.evaluation.candidates.update(label="Renamed")

    answer = signed_in(story.observer).get(address(story, "scorecard", number=1))

    assert answer.status_code == 200
    book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
    rows = book.get_sheet_by_name("Ranking").to_python()
    assert decision.sha256 in rows[1][0]
    assert rows[5][1:3] + rows[5][5:6] == [1, "HPE XD670", 80.1736]


def test_unknown_tables_versions_and_missing_pdfs_are_not_found(story, signed_in):
    frozen(story)
    client = signed_in(story.officer)

    for url in (
        address(story, "table", number=1, table="secrets"),
        address(story, "snapshot", number=9),
        address(story, "scorecard", number=9),
        address(story, "file", number=1, language="en"),
    ):
        assert client.get(url).status_code == 404


def test_prices_hidden_from_evaluators_hide_every_version(signed_in):
    story = make_story(are_prices_released=False)
    frozen(story)
    client = signed_in(story.evaluator)

    for name, more in (("list", {}), ("snapshot", {"number": 1})):
        assert client.get(address(story, name, **more)).status_code == 403


def test_an_outsider_knows_of_nothing(story, signed_in):
    frozen(story)

    stranger = signed_in(make_user("Otto", Role.PROCUREMENT_OFFICER))
    assert stranger.get(address(story, "list")).status_code == 404


def test_every_instant_is_told_in_the_time_zone_of_the_evaluation(story, signed_in):
    story.tender.time_zone = "Asia/Shanghai"
    story.tender.save()
    decision = frozen(story)
    browser = signed_in(story.approver)
    browser.post(
        address(story, "approve", number=1),
        {"verdict": "approved", "sha256": decision.sha256},
    )
    late = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
    Decision.objects.update(frozen_at=late)
    Approval.objects.update(decided_at=late)

    page = browser.get(address(story, "list")).content.decode()
    index = browser.get(reverse("scoring:report-index")).content.decode()

    assert page.count("1 Dec 2026, 04:15 CST") == 2
    assert index.count("1 Dec 2026, 04:15 CST") == 1
