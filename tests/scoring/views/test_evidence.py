"""Evidence: a table for all inside, attached and decided by officers."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.permissions import Stage
from scoring.models import Evidence
from tests.factories import at_stage, make_candidate, make_run_set
from tests.story import make_story


@pytest.fixture
def story(db):
    """The evaluation while evidence is collected."""
    return make_story(stage=Stage.EVIDENCE)


def page(story, name="evidence-list", letter="", **words) -> str:
    words = {"reference": story.tender.reference} | words
    if letter:
        words["uuid"] = story.candidates[letter].uuid
    return reverse(f"scoring:{name}", kwargs=words)


def datum(**changes):
    return {
        "value": "14",
        "provenance": "claim",
        "source": "Datasheet",
        "on": "2026-11-20",
    } | changes


def evidence_of(story, letter, key) -> Evidence | None:
    return story.candidates[letter].evidence.filter(criterion_key=key).first()


def test_all_inside_see_the_table_and_only_officers_get_buttons(signed_in, story):
    for person in (story.officer, story.evaluator, story.approver, story.observer):
        text = signed_in(person).get(page(story)).content.decode()
        assert "MLPerf-style training time" in text
        assert "Inspur NF5688M7" in text
        assert ("Attach catalogue data" in text) is (person == story.officer)


def test_a_vendor_one_is_recused_from_is_not_there(signed_in, story):
    browser = signed_in(story.recused)

    assert "Inspur" not in browser.get(page(story)).content.decode()
    assert browser.get(page(story, "candidate-detail", "C")).status_code == 404


def test_figures_below_others_are_shown_to_readers_of_prices_only(signed_in, story):
    words = "Below the mean of the others"

    for person, sees in (
        (story.officer, True),
        (story.approver, True),
        (story.evaluator, False),
    ):
        text = signed_in(person).get(page(story)).content.decode()
        assert (words in text) is sees
        assert ("37.7" in text and "33.5" in text) is sees
        assert ("3,322,920" in text) is sees


def test_prices_stay_away_while_the_quotes_are_sealed(signed_in, story):
    story.tender.opened_at = None
    story.tender.save()

    text = signed_in(story.officer).get(page(story)).content.decode()

    assert "3,322,920" not in text


def test_an_officer_attaches_a_typed_figure(signed_in, story):
    browser = signed_in(story.officer)
    target = page(story, "evidence-edit", "A", key="2.4")
    assert 'value="14"' in browser.get(target).content.decode()

    answer = browser.post(target, datum(value="15.5"))

    assert answer.status_code == 302
    row = evidence_of(story, "A", "2.4")
    assert (row.value, row.unit, row.provenance) == (Decimal("15.5"), "weeks", "claim")
    assert (row.source, row.on) == ("Datasheet", date(2026, 11, 20))
    assert row.attached_by == story.officer


@pytest.mark.parametrize(
    "changes",
    [
        {"value": ""},
        {"value": "NaN"},
        {"value": "1e400"},
        {"value": "1" * 31},
        {"provenance": "hearsay"},
        {"source": ""},
        {"source": "a\0b"},
        {"on": "2999-01-01"},
        {"on": "0001-01-01x"},
    ],
)
def test_a_figure_that_is_none_is_refused_and_nothing_changes(
    signed_in, story, changes
):
    target = page(story, "evidence-edit", "A", key="2.4")

    answer = signed_in(story.officer).post(target, datum(**changes))

    assert answer.status_code == 422
    assert evidence_of(story, "A", "2.4").value == 14


def test_the_score_of_a_run_set_is_attached(signed_in, story):
    story.candidates["A"].evidence.all().delete()
    sku = story.candidates["A"].offer.sku
    run_set = make_run_set(sku, score_minutes=Decimal("27.123456789012345"))
    other = make_run_set(story.candidates["B"].offer.sku)
    browser = signed_in(story.officer)
    text = browser.get(page(story, "evidence-edit", "A", key="2.1")).content.decode()
    assert str(run_set.uuid) in text
    assert str(other.uuid) not in text

    target = page(story, "evidence-run-set", "A", key="2.1")
    refused = browser.post(target, {"run_set": other.uuid})
    answer = browser.post(target, {"run_set": run_set.uuid})

    assert (refused.status_code, answer.status_code) == (404, 302)
    row = evidence_of(story, "A", "2.1")
    assert (row.value, row.run_set) == (Decimal("27.1234567890"), run_set)


def test_a_figure_can_be_taken_away(signed_in, story):
    browser = signed_in(story.officer)

    browser.post(page(story, "evidence-remove", "A", key="2.4"))

    assert evidence_of(story, "A", "2.4") is None
    text = browser.get(page(story)).content.decode()
    assert "required, not attached" in text
    assert "catalogue or quote: 14" in text


def test_catalogue_data_fill_the_gaps_only(signed_in, story):
    story.candidates["A"].evidence.filter(criterion_key="2.4").delete()
    before = evidence_of(story, "B", "2.4").attached_at

    signed_in(story.officer).post(page(story, "evidence-collect"))

    row = evidence_of(story, "A", "2.4")
    assert (row.value, row.provenance) == (14, "quoted")
    assert evidence_of(story, "B", "2.4").attached_at == before


def test_a_knock_out_is_decided_with_a_reason(signed_in, story):
    browser = signed_in(story.officer)
    target = page(story, "knock-out-edit", "A", key="K3")

    assert browser.post(target, {"verdict": "fail"}).status_code == 422
    assert browser.post(target, {"reason_en": "No licence"}).status_code == 422
    answer = browser.post(target, {"verdict": "fail", "reason_en": "No licence"})

    assert answer.status_code == 302
    candidate = story.candidates["A"]
    candidate.refresh_from_db()
    assert candidate.admission == "knocked_out"
    assert candidate.admission_reason == "K3 Export documents complete: No licence"
    assert candidate.admission_reason_zh == "K3 出口文件齐备：No licence"


def test_the_catalogue_suggests_beside_the_decision(signed_in, story):
    evaluation = story.evaluation
    evaluation.rack_power_kilowatts = Decimal("42.0")
    evaluation.save()
    story.candidates["F"].knock_out_results.all().delete()
    browser = signed_in(story.officer)

    power = browser.get(page(story, "knock-out-edit", "F", key="K2")).content.decode()
    memory = browser.get(page(story, "knock-out-edit", "F", key="K1")).content.decode()
    open_one = browser.get(page(story, "knock-out-edit", "F", key="K3"))

    assert "4 nodes need 43.6 kW, the rack gives 42 kW" in power
    assert "141 GB each by the catalogue, at least 80 GB are asked for" in memory
    assert "The catalogue holds no figure" in open_one.content.decode()


def test_a_data_criterion_has_no_verdict_and_a_knock_out_no_figure(signed_in, story):
    browser = signed_in(story.officer)

    for name, key in (
        ("evidence-edit", "K1"),
        ("evidence-edit", "1.2"),
        ("evidence-edit", "9.9"),
        ("knock-out-edit", "2.1"),
        ("knock-out-edit", "9.9"),
    ):
        assert browser.get(page(story, name, "A", key=key)).status_code == 404


WRITES = [
    ("evidence-collect", "", "", {}),
    ("evidence-edit", "A", "2.4", datum()),
    ("evidence-run-set", "A", "2.1", {}),
    ("evidence-remove", "A", "2.4", {}),
    ("knock-out-edit", "A", "K1", {"verdict": "fail", "reason": "x"}),
    ("candidate-take", "", "", {}),
    ("candidate-cloud", "", "", {}),
    ("candidate-detail", "A", "", {"admission": "rejected", "reason": "x"}),
    ("candidate-review", "C", "", {}),
    ("assignment-list", "", "", {}),
]


def written(browser, story, name, letter, key, sent) -> int:
    words = {"key": key} if key else {}
    return browser.post(page(story, name, letter, **words), sent).status_code


@pytest.mark.parametrize("role", ["evaluator", "approver", "observer", "outsider"])
def test_nobody_but_an_officer_writes(request, signed_in, story, role):
    people = {"outsider": request.getfixturevalue("outsider")}
    browser = signed_in(people.get(role) or getattr(story, role))
    before = AuditEntry.objects.count()

    answers = {written(browser, story, *write) for write in WRITES}

    assert answers == {404 if role == "outsider" else 403}
    assert AuditEntry.objects.count() == before


def test_in_a_wrong_stage_a_write_answers_409(signed_in, story):
    at_stage(story.tender, Stage.PUBLISHED)
    browser = signed_in(story.officer)
    before = AuditEntry.objects.count()

    answers = {written(browser, story, *write) for write in WRITES}

    assert answers == {409}
    assert AuditEntry.objects.count() == before


def test_the_table_asks_the_same_number_of_queries_for_more_candidates(
    signed_in, story
):
    browser = signed_in(story.officer)
    browser.get(page(story))
    counts = []
    for _round in range(2):
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(page(story)).status_code == 200
        counts.append(len(captured))
        for _candidate in range(4):
            make_candidate(story.tender)

    assert counts[0] == counts[1]


def test_an_expired_quote_is_flagged(signed_in, story):
    quote = story.candidates["B"].offer.quote
    quote.valid_until = database_now().date() - timedelta(days=1)
    quote.save()

    officer = signed_in(story.officer).get(page(story, "candidate-detail", "B"))
    evaluator = signed_in(story.evaluator).get(page(story, "candidate-detail", "B"))

    assert "expired" in officer.content.decode()
    assert "expired" not in evaluator.content.decode()
