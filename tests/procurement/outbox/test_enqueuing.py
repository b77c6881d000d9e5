"""What must happen later is written with its cause and sent after it."""

import base64
import json
from datetime import timedelta

import pytest
import redis
import structlog
from celery import Celery, current_app
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from procurement.outbox.enqueuing import enqueue, send
from procurement.outbox.models import Job
from procurement.outbox.running import RetryLaterError, run_job, sweep
from tests.concurrency import Waiting, together

KEY = "report:1:en"
QUEUE = "test-outbox"


def job_of(**fields) -> Job:
    words = {"by": None, "kind": "test.work", "arguments": {"report": "1"}}
    return enqueue(**(words | fields))


def broker_at(address) -> Celery:
    app = Celery("elsewhere", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = address
    return app


@pytest.fixture
def messages(settings):
    """What lies in a queue of the broker that nobody empties."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete(QUEUE)
        yield lambda: [json.loads(line) for line in client.lrange(QUEUE, 0, -1)]
        client.delete(QUEUE)


@pytest.fixture
def broker_down():
    """Celery's connection leads to a port where nobody listens, until called."""
    ours = current_app._get_current_object()
    broker_at("redis://127.0.0.1:1/0").set_current()
    yield ours.set_current
    ours.set_current()


@pytest.mark.django_db(transaction=True)
def test_the_message_leaves_after_the_commit_and_names_the_job_only(messages):
    with transaction.atomic():
        job = job_of(queue=QUEUE)
        assert messages() == []

    [message] = messages()
    job.refresh_from_db()
    assert job.sent_at is not None
    assert message["content-type"] == "application/json"
    assert message["headers"]["task"] == "test.work"
    assert message["headers"]["id"] == str(job.uuid)
    assert json.loads(base64.b64decode(message["body"]))[0] == [str(job.uuid)]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_stored_or_sent_when_the_cause_fails(messages):
    with transaction.atomic():
        job_of(queue=QUEUE)
        transaction.set_rollback(True)

    assert Job.objects.count() == 0
    assert messages() == []


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_job_waits_and_the_sweep_sends_it_later(
    messages, broker_down, caplog
):
    with transaction.atomic():
        job = job_of(queue=QUEUE)

    job.refresh_from_db()
    assert (job.state, job.sent_at) == (Job.State.WAITING, None)
    assert "job_not_sent" in caplog.text
    assert sweep() == 0

    broker_down()

    assert sweep() == 1
    assert [each["headers"]["id"] for each in messages()] == [str(job.uuid)]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_with_one_key_are_one_job():
    first, second = together(
        lambda: job_of(dedupe_key=KEY).pk, lambda: job_of(dedupe_key=KEY).pk
    )

    assert first == second == Job.objects.get().pk


@pytest.mark.django_db(transaction=True)
def test_the_second_waits_for_the_first_and_joins_it_in_its_own_transaction():
    def second():
        with transaction.atomic():
            joined = job_of(dedupe_key=KEY)
            return joined.pk, job_of().kind

    later = Waiting(second)
    with transaction.atomic():
        first = job_of(dedupe_key=KEY)
        later.start()

    assert later.finish() == (first.pk, "test.work")
    assert Job.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_second_makes_its_own_when_the_first_was_taken_back():
    later = Waiting(lambda: job_of(dedupe_key=KEY).pk)
    with transaction.atomic():
        first = job_of(dedupe_key=KEY).pk
        later.start()
        transaction.set_rollback(True)

    assert later.finish() == Job.objects.get().pk != first


@pytest.mark.django_db
def test_another_broken_rule_of_the_table_is_not_taken_for_a_joined_job():
    with pytest.raises(IntegrityError, match='"kind"'):
        job_of(kind=None, dedupe_key=KEY)

    assert job_of(dedupe_key=KEY) == Job.objects.get()


@pytest.mark.django_db
def test_the_request_that_caused_it_and_the_person_are_kept(officer):
    with structlog.contextvars.bound_contextvars(request_id="r" * 80):
        job = job_of(by=officer)

    assert job.request_id == "r" * 64
    assert job.created_by == officer


@pytest.mark.django_db
def test_a_job_on_its_way_is_not_sent_at_every_sweep(messages):
    job = job_of(queue=QUEUE)
    assert send(job)
    assert sweep() == 0

    Job.objects.update(sent_at=Now() - timedelta(seconds=46))

    assert sweep() == 1
    assert len(messages()) == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    "again",
    [
        {"available_at": Now() - timedelta(seconds=1)},
        {"state": Job.State.RUNNING, "lease_until": Now() - timedelta(seconds=1)},
    ],
    ids=["after a failed attempt", "after its worker was lost"],
)
def test_a_job_that_is_due_again_is_sent_at_the_next_sweep(messages, again):
    job = job_of(queue=QUEUE)
    assert send(job)

    Job.objects.update(sent_at=Now() - timedelta(seconds=2), **again)

    assert sweep() == 1
    assert len(messages()) == 2


@pytest.mark.django_db(transaction=True)
def test_the_log_of_a_task_carries_the_request_that_caused_it(caplog, settings):
    with structlog.contextvars.bound_contextvars(request_id="r-1"):
        job = job_of()

    def work(claim):
        structlog.get_logger("procurement").warning("drawing")
        raise RetryLaterError

    run_job(str(job.uuid), work)

    lines = [record.msg for record in caplog.records if isinstance(record.msg, dict)]
    told = {line["event"]: (line["request_id"], line["job"]) for line in lines}
    assert told["drawing"] == ("r-1", str(job.uuid))
    assert told["job_attempt_failed"] == ("r-1", str(job.uuid))
    assert structlog.contextvars.get_contextvars() == {}
