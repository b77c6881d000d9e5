"""A job is done once, whatever happens to its messages and its worker."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from procurement.errors import RuleBrokenError
from procurement.outbox.enqueuing import enqueue
from procurement.outbox.models import Job
from procurement.outbox.running import LeaseLostError, run_job, sweep

pytestmark = pytest.mark.django_db


def job_of(kind="test.work", **fields) -> Job:
    return enqueue(by=None, kind=kind, arguments={"upload": "1"}, **fields)


def expire(job):
    Job.objects.filter(pk=job.pk).update(lease_until=Now() - timedelta(seconds=1))


def test_a_job_is_done_once_although_its_message_comes_five_times():
    job, done = job_of(), []

    for _ in range(5):
        run_job(
            str(job.uuid), lambda claim: (done.append(1), claim.complete(answer=42))
        )

    job.refresh_from_db()
    assert done == [1]
    assert (job.state, job.attempts, job.result) == (Job.State.DONE, 1, {"answer": 42})


def test_a_second_open_request_joins_the_first_job():
    first = job_of(dedupe_key="report:1:en")

    assert job_of(dedupe_key="report:1:en").pk == first.pk

    run_job(str(first.uuid), lambda claim: claim.complete())
    assert job_of(dedupe_key="report:1:en").pk != first.pk


def test_a_refusal_fails_the_job_with_its_sentence_at_once():
    job = job_of()

    def refuse(claim):
        message = "The archive is empty."
        raise RuleBrokenError(message, "archive_empty")

    run_job(str(job.uuid), refuse)

    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.FAILED, 1)
    assert job.reason == "The archive is empty."


def test_a_crash_is_tried_again_later_and_fails_after_the_cap(settings):
    settings.JOB_ATTEMPTS = 2
    job = job_of()

    def crash(claim):
        message = "disk on fire"
        raise OSError(message)

    with pytest.raises(OSError, match="disk on fire"):
        run_job(str(job.uuid), crash)
    job.refresh_from_db()
    assert job.state == Job.State.WAITING

    Job.objects.filter(pk=job.pk).update(available_at=Now())
    with pytest.raises(OSError, match="disk on fire"):
        run_job(str(job.uuid), crash)
    job.refresh_from_db()
    assert (job.state, job.reason) == (Job.State.FAILED, "OSError: disk on fire")


def test_a_worker_that_lost_its_lease_changes_nothing():
    job = job_of()

    def slow(claim):
        expire(job)
        run_job(str(job.uuid), lambda other: other.complete(by="second"))
        with pytest.raises(LeaseLostError):
            claim.complete(by="first")

    run_job(str(job.uuid), slow)

    job.refresh_from_db()
    assert (job.attempts, job.result) == (2, {"by": "second"})


def test_the_sweep_fails_a_job_whose_worker_died_at_every_attempt(settings):
    job = job_of()
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.RUNNING, attempts=settings.JOB_ATTEMPTS
    )
    expire(job)

    sweep()

    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "died at every attempt" in job.reason


def test_progress_shows_how_far_a_job_is():
    job, seen = job_of(), []

    def work(claim):
        claim.progress(40, "Drawing charts")
        job.refresh_from_db()
        seen.append((job.progress_percent, job.progress_text))
        claim.complete()

    run_job(str(job.uuid), work)

    assert seen == [(40, "Drawing charts")]


@pytest.mark.parametrize("key", ["", "'; DROP TABLE outbox_job; --", "1" * 1_000, {}])
def test_a_message_without_a_key_does_nothing(key):
    done = []

    run_job(key, done.append)

    assert done == []
