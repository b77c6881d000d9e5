from decimal import Decimal

import numpy as np
import pytest

from procurement.outbox.models import Job
from procurement.outbox.running import run_job
from scoring.models import Candidate, Criterion, RobustnessCheck
from scoring.selectors.rankings.results import ranking_of
from scoring.selectors.robustness.inputs import robustness_sha256
from scoring.selectors.robustness.stored import stored_checks
from scoring.services.robustness.calculation import check_robustness
from scoring.services.robustness.requests import request_checks


@pytest.fixture
def checked(story):
    """The story with its checks asked for and done."""
    check = request_checks(by=story.officer, ranking=ranking_of(story.evaluation))
    run_job(str(check.job.uuid), check_robustness)
    return story


def current(story):
    ranking = ranking_of(story.evaluation)
    return stored_checks(story.evaluation, robustness_sha256(ranking))


def test_the_worker_stores_the_checks_and_what_replays_the_draws(checked):
    stored = current(checked)
    document = stored.document

    assert (stored.is_current, stored.is_stale, stored.is_running) == (
        True,
        False,
        False,
    )
    key = {str(row.uuid): letter for letter, row in checked.candidates.items()}
    assert key[document["leader"]] == "B"
    flipping = [
        key[item["key"]]
        for item in document["absences"]
        if item["kind"] == "candidate" and item["change"] == "changes"
    ]
    assert flipping == ["C"]
    simulation = document["simulation"]
    assert (simulation["seed"], simulation["draws"]) == (7, 10_000)
    assert simulation["numpy_version"] == np.__version__
    first = simulation["chances"][0]
    assert key[first["candidate"]] == "B"
    assert sum(map(Decimal, first["ranks"])) == 1
    job = Job.objects.get(kind="scoring.check_robustness")
    assert (job.state, job.progress_percent) == (Job.State.DONE, 100)


def test_no_primary_key_of_a_person_or_bid_is_in_the_document(checked):
    document = current(checked).document

    absent = {(item["kind"], item["key"]) for item in document["absences"]}
    assert {key for kind, key in absent if kind == "evaluator"} == {
        "E1",
        "E2",
        "E3",
        "E4",
    }
    assert {key for kind, key in absent if kind == "candidate"} == {
        str(checked.candidates[letter].uuid) for letter in "ABCDE"
    }


def test_after_a_change_the_old_checks_are_stale_until_the_new_are_done(checked):
    Candidate.objects.filter(pk=checked.candidates["C"].pk).update(admission="rejected")

    before = current(checked)
    check = request_checks(by=checked.officer, ranking=ranking_of(checked.evaluation))
    meanwhile = current(checked)
    run_job(str(check.job.uuid), check_robustness)
    after = current(checked)

    assert (before.is_stale, before.is_running) == (True, False)
    assert (meanwhile.is_stale, meanwhile.is_running) == (True, True)
    assert (after.is_current, after.is_stale) == (True, False)
    assert RobustnessCheck.objects.count() == 1


def test_inputs_that_change_before_the_worker_looks_are_those_that_count(story):
    check = request_checks(by=story.officer, ranking=ranking_of(story.evaluation))
    Candidate.objects.filter(pk=story.candidates["C"].pk).update(admission="rejected")

    run_job(str(check.job.uuid), check_robustness)

    assert current(story).is_current
    assert not RobustnessCheck.objects.filter(pk=check.pk).exists()


def test_a_job_done_again_changes_nothing(checked):
    check = RobustnessCheck.objects.get()
    Job.objects.filter(pk=check.job_id).update(state=Job.State.WAITING)

    run_job(str(check.job.uuid), check_robustness)

    assert RobustnessCheck.objects.get().finished_at == check.finished_at
    assert Job.objects.get(pk=check.job_id).state == Job.State.DONE


def test_what_can_not_be_ranked_fails_with_a_sentence(story):
    check = request_checks(by=story.officer, ranking=ranking_of(story.evaluation))
    Criterion.objects.filter(version__evaluation=story.evaluation, key="1.2").update(
        weight=1
    )

    run_job(str(check.job.uuid), check_robustness)

    stored = Job.objects.get(pk=check.job_id)
    assert stored.state == Job.State.FAILED
    assert stored.reason == "Nothing can be ranked, so nothing can be checked."
