"""Write a job in the cause's transaction; send it after commit."""

import logging
from collections.abc import Mapping
from typing import Protocol

import structlog
from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from procurement.outbox.models import ONCE_WHILE_OPEN, Job

logger = structlog.get_logger(__name__)
logging.getLogger("kombu").setLevel(logging.WARNING)


class Requester(Protocol):
    """Who asked for the work; a token has no key."""

    @property
    def pk(self) -> int | None:
        """The key of the person."""
        ...


def enqueue(
    *,
    by: Requester | None,
    kind: str,
    arguments: Mapping[str, str],
    queue: str = "default",
    dedupe_key: str = "",
) -> Job:
    """Store a job to be done after commit; a second open one joins the first."""
    request_id = structlog.contextvars.get_contextvars().get("request_id", "")
    job = Job(
        kind=kind,
        queue=queue,
        arguments=dict(arguments),
        dedupe_key=dedupe_key,
        request_id=str(request_id)[:64],
        created_by_id=by.pk if by else None,
    )
    while True:
        before = _open_job(dedupe_key)
        if before is not None:
            return before
        if _was_stored(job):
            transaction.on_commit(lambda: send(job))
            return job


def _open_job(dedupe_key: str) -> Job | None:
    if not dedupe_key:
        return None
    open_states = [Job.State.WAITING, Job.State.RUNNING]
    return Job.objects.filter(dedupe_key=dedupe_key, state__in=open_states).first()


def _was_stored(job: Job) -> bool:
    """Store it, unless another transaction committed the same one meanwhile."""
    try:
        with transaction.atomic():
            job.save(force_insert=True)
    except IntegrityError as error:
        if ONCE_WHILE_OPEN in str(error):
            return False
        raise
    return True


def send(job: Job) -> bool:
    """Hand a job to the broker; where it is down the sweep sends it later."""
    try:
        current_app.send_task(
            job.kind,
            [str(job.uuid)],
            queue=job.queue,
            task_id=str(job.uuid),
            retry=False,
        )
    except (OperationalError, OSError) as error:
        logger.warning("job_not_sent", job=str(job.uuid), error=str(error))
        return False
    Job.objects.filter(pk=job.pk).update(sent_at=Now())
    return True
