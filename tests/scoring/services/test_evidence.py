"""One datum for each candidate and criterion, chosen by the officer."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from catalog.models import Provenance
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import Evidence
from scoring.services.evidence import (
    Datum,
    attach_catalogue_data,
    attach_datum,
    attach_run_set,
    remove_evidence,
)
from tests.factories import (
    at_stage,
    make_candidate,
    make_cloud_offer,
    make_criteria,
    make_gpu,
    make_run_set,
    make_sku,
    make_tender,
)


@pytest.fixture
def candidate(tender):
    """A candidate with eight GPUs of 141 GB, in the stage of evidence."""
    make_criteria(tender)
    at_stage(tender, Stage.EVIDENCE)
    gpu = make_gpu(
        memory_gb=141, interconnect_gbs_bidirectional=900, source="Datasheet"
    )
    made = make_candidate(tender, sku=make_sku(gpu=gpu))
    made.offer.quote.delivery_weeks = Decimal("10.0")
    made.offer.quote.save()
    return made


def typed(**changes) -> Datum:
    fields = {
        "value": Decimal("412.5"),
        "provenance": Provenance.MEASURED,
        "source": "nccl-tests, 24 Nov",
        "on": date(2026, 11, 24),
    }
    return Datum(**fields | changes)


def attach(officer, candidate, key="2.2", **changes) -> Evidence:
    return attach_datum(
        by=officer, candidate=candidate, criterion_key=key, datum=typed(**changes)
    )


def refused(code: str, call, **words) -> None:
    before = AuditEntry.objects.count()
    with pytest.raises(RuleBrokenError) as caught:
        call(**words)
    assert caught.value.code == code
    assert AuditEntry.objects.count() == before


def test_a_figure_is_kept_with_its_source_in_the_unit_of_the_criterion(
    officer, candidate
):
    row = attach(officer, candidate)

    assert (row.value, row.unit) == (Decimal("412.5"), "GB/s")
    assert (row.provenance, row.source) == ("measured", "nccl-tests, 24 Nov")
    assert row.attached_by == officer


def test_a_second_figure_replaces_the_first_and_the_trail_keeps_both(
    officer, candidate
):
    attach(officer, candidate)
    attach(officer, candidate, value=Decimal(436))

    assert Evidence.objects.get().value == 436
    details = AuditEntry.objects.latest("id").details
    assert (details["from"], details["to"]) == ("412.5", "436")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1E+1000000", "1E+25"])
def test_a_value_that_is_no_number_is_refused(officer, candidate, value):
    with pytest.raises(RuleBrokenError) as caught:
        attach(officer, candidate, value=Decimal(value))

    assert caught.value.field == "value"
    assert not Evidence.objects.exists()


def test_a_figure_of_a_day_to_come_is_refused(officer, candidate):
    tomorrow = database_now().date() + timedelta(days=1)

    refused(
        "day_ahead",
        attach_datum,
        by=officer,
        candidate=candidate,
        criterion_key="2.2",
        datum=typed(on=tomorrow),
    )


@pytest.mark.parametrize("key", ["1.2", "3.1", "K1", "9.9"])
def test_only_criteria_scored_from_data_take_one(officer, candidate, key):
    refused(
        "criterion_unknown",
        attach_datum,
        by=officer,
        candidate=candidate,
        criterion_key=key,
        datum=typed(),
    )


def test_catalogue_and_quote_fill_what_they_know(officer, candidate):
    attached = attach_catalogue_data(by=officer, candidate=candidate)

    assert {row.criterion_key: row.value for row in attached} == {
        "1.1": 1128,
        "1.3": 900,
        "2.4": 10,
    }
    assert {row.criterion_key: row.provenance for row in attached} == {
        "1.1": "catalogue",
        "1.3": "catalogue",
        "2.4": "quoted",
    }


def test_what_is_attached_stays_when_the_catalogue_is_asked(officer, candidate):
    attach(officer, candidate, "1.1", value=Decimal(1000))

    attach_catalogue_data(by=officer, candidate=candidate)

    assert candidate.evidence.get(criterion_key="1.1").value == 1000


def test_a_cloud_offer_brings_its_memory(officer, candidate):
    offer = make_cloud_offer(gpu_count=8, gpu_memory_gb_each=80)
    cloud = make_candidate(candidate.evaluation.tender, cloud_offer=offer)

    (row,) = attach_catalogue_data(by=officer, candidate=cloud)

    assert (row.criterion_key, row.value) == ("1.1", 640)


def test_an_unknown_figure_stays_a_gap(officer, candidate):
    bare = make_candidate(
        candidate.evaluation.tender, sku=make_sku(gpu=make_gpu(memory_gb=None))
    )

    assert attach_catalogue_data(by=officer, candidate=bare) == []


def test_the_score_of_the_own_server_is_attached(officer, candidate):
    run_set = make_run_set(candidate.offer.sku, score_minutes=Decimal("28.9000000001"))

    row = attach_run_set(
        by=officer, candidate=candidate, criterion_key="2.1", run_set=run_set
    )

    assert (row.value, row.unit) == (Decimal("28.9000000001"), "min")
    assert row.run_set == run_set
    assert row.source == "llama2_70b_lora, results/llama2"


def run_set_refused(code, officer, candidate, run_set, key="2.1") -> None:
    refused(
        code,
        attach_run_set,
        by=officer,
        candidate=candidate,
        criterion_key=key,
        run_set=run_set,
    )
    assert not Evidence.objects.filter(candidate=candidate).exists()


def test_runs_of_another_server_are_refused(officer, candidate):
    run_set_refused(
        "run_set_of_another_sku", officer, candidate, make_run_set(make_sku())
    )


def test_runs_made_for_another_evaluation_are_refused(officer, candidate):
    foreign = make_run_set(candidate.offer.sku, tender=make_tender())

    run_set_refused("run_set_of_another_sku", officer, candidate, foreign)


def test_runs_without_a_score_are_refused(officer, candidate):
    failed = make_run_set(
        candidate.offer.sku, score_minutes=None, reason="Three runs failed."
    )

    run_set_refused("run_set_without_score", officer, candidate, failed)


def test_minutes_are_no_bandwidth(officer, candidate):
    run_set = make_run_set(candidate.offer.sku)

    run_set_refused("metric_mismatch", officer, candidate, run_set, key="2.2")


def test_all_candidates_are_measured_by_one_benchmark(officer, candidate):
    other = make_candidate(candidate.evaluation.tender)
    attach_run_set(
        by=officer,
        candidate=other,
        criterion_key="2.1",
        run_set=make_run_set(other.offer.sku, benchmark="bert"),
    )

    run_set_refused(
        "benchmark_mismatch", officer, candidate, make_run_set(candidate.offer.sku)
    )


def test_a_wrong_figure_is_taken_away(officer, candidate):
    attach(officer, candidate)

    remove_evidence(by=officer, candidate=candidate, criterion_key="2.2")

    assert not Evidence.objects.exists()
    refused(
        "evidence_missing",
        remove_evidence,
        by=officer,
        candidate=candidate,
        criterion_key="2.2",
    )


@pytest.mark.parametrize("role", ["evaluator", "approver", "observer", "outsider"])
def test_only_officers_attach_and_remove(request, candidate, role):
    person = request.getfixturevalue(role)
    run_set = make_run_set(candidate.offer.sku)

    with pytest.raises(PermissionRefusedError):
        attach(person, candidate)
    with pytest.raises(PermissionRefusedError):
        attach_catalogue_data(by=person, candidate=candidate)
    with pytest.raises(PermissionRefusedError):
        attach_run_set(
            by=person, candidate=candidate, criterion_key="2.1", run_set=run_set
        )
    with pytest.raises(PermissionRefusedError):
        remove_evidence(by=person, candidate=candidate, criterion_key="2.1")

    assert not Evidence.objects.exists()


@pytest.mark.parametrize("stage", [Stage.QUOTES, Stage.DECISION, Stage.PUBLISHED])
def test_the_stage_must_be_right(officer, candidate, stage):
    at_stage(candidate.evaluation.tender, stage)

    with pytest.raises(WrongStageError):
        attach(officer, candidate)
    with pytest.raises(WrongStageError):
        attach_catalogue_data(by=officer, candidate=candidate)

    assert not Evidence.objects.exists()
