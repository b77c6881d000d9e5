"""Write a job in the cause's transaction; send it after commit."""

import logging
from collections.abc import Mapping
from typing import Protocol

import structlog
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from procurement.outbox.models import Job

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
    fields = {
        "kind": kind,
        "queue": queue,
        "arguments": dict(arguments),
        "request_id": str(request_id)[:64],
        "created_by_id": by.pk if by else None,
    }
    job = None
    if dedupe_key:
        job = Job.objects.filter(
            dedupe_key=dedupe_key, state__in=[Job.State.WAITING, Job.State.RUNNING]
        ).first()
    if job is None:
        job = Job.objects.create(dedupe_key=dedupe_key, **fields)
        transaction.on_commit(lambda: send(job))
    return job


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
    Job.objects.filter(pk=job.pk).update(sent_at=timezone.now())
    return True
