"""Claim a job under a lease, do it once, record how it ended."""

import threading
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from procurement.outbox.enqueuing import send
from procurement.outbox.models import Job

logger = structlog.get_logger(__name__)


class LeaseLostError(Exception):
    """Another worker took the job over; what this one did is rolled back."""


class RetryLaterError(Exception):
    """The attempt failed for a cause that may pass; the text is for a person."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to do one job until the lease ends."""

    job: Job
    token: uuid.UUID

    def progress(self, percent: int, text: str) -> None:
        """Show how far it is and keep the lease."""
        self._update(
            progress_percent=percent,
            progress_text=text[:200],
            lease_until=_lease_end(),
        )

    def complete(self, **result: object) -> None:
        """Mark it done; call it in the transaction of the effect."""
        self._update(
            state=Job.State.DONE,
            reason="",
            result=result,
            progress_percent=100,
            lease_until=None,
            finished_at=Now(),
        )

    def _update(self, **changes: object) -> None:
        mine = Job.objects.filter(
            pk=self.job.pk, state=Job.State.RUNNING, lease_token=self.token
        )
        if mine.update(**changes) == 0:
            raise LeaseLostError(str(self.job.uuid))


def run_job(job_uuid: str, work: Callable[[Claim], None]) -> None:
    """Do a job if it is due: a second message, or a done job, does nothing."""
    key = _key(job_uuid)
    claim = _claim(key) if key else None
    if claim is None:
        return
    structlog.contextvars.bind_contextvars(
        request_id=claim.job.request_id, job=job_uuid
    )
    try:
        with _heartbeat(claim):
            work(claim)
    except LeaseLostError:
        logger.warning("job_lease_lost")
    except RuleBrokenError as error:
        _fail(claim, str(error), getattr(error, "details", {}))
    except RetryLaterError as error:
        logger.warning("job_attempt_failed", reason=str(error))
        _retry(claim, str(error))
    except Exception as error:
        logger.exception("job_attempt_failed")
        _retry(claim, f"{type(error).__name__}: {error}")
        raise
    finally:
        structlog.contextvars.unbind_contextvars("request_id", "job")


def sweep() -> int:
    """Fail the jobs that used up their attempts and send the due ones again."""
    spent = Job.objects.due().filter(
        state=Job.State.RUNNING, attempts__gte=settings.JOB_ATTEMPTS
    )
    spent.update(
        state=Job.State.FAILED,
        lease_until=None,
        finished_at=Now(),
        reason=_(
            "The worker died at every attempt; it was stopped after the last one."
        ),
    )
    jobs = list(Job.objects.due().unsent().order_by("id")[:200])
    return sum(send(job) for job in jobs)


def _key(job_uuid: object) -> uuid.UUID | None:
    """Read the key that a message brings; whoever reaches the broker can write one."""
    try:
        return uuid.UUID(str(job_uuid))
    except ValueError:
        logger.warning("job_key_invalid")
        return None


def _claim(job_uuid: uuid.UUID) -> Claim | None:
    with transaction.atomic():
        job = (
            Job.objects.due()
            .select_for_update(skip_locked=True)
            .filter(uuid=job_uuid, attempts__lt=settings.JOB_ATTEMPTS)
            .first()
        )
        if job is None:
            return None
        job.state = Job.State.RUNNING
        job.attempts += 1
        job.lease_token = uuid.uuid4()
        Job.objects.filter(pk=job.pk).update(
            state=job.state,
            attempts=job.attempts,
            lease_token=job.lease_token,
            lease_until=_lease_end(),
        )
    return Claim(job, job.lease_token)


def _lease_end() -> object:
    return Now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


@contextmanager
def _heartbeat(claim: Claim) -> Iterator[None]:
    """Renew the lease from a thread: long work keeps it, a dead worker loses it."""
    stop = threading.Event()
    beat = threading.Thread(target=_renew, args=(claim, stop), daemon=True)
    beat.start()
    try:
        yield
    finally:
        stop.set()
        beat.join()


def _renew(claim: Claim, stop: threading.Event) -> None:
    while not stop.wait(settings.JOB_LEASE_SECONDS / 3):
        Job.objects.filter(
            pk=claim.job.pk, state=Job.State.RUNNING, lease_token=claim.token
        ).update(lease_until=_lease_end())
    connection.close()


def _fail(
    claim: Claim, reason: str, result: Mapping[str, object] | None = None
) -> None:
    Job.objects.filter(pk=claim.job.pk, lease_token=claim.token).update(
        state=Job.State.FAILED,
        reason=reason,
        result=dict(result or {}),
        lease_until=None,
        finished_at=Now(),
    )


def _retry(claim: Claim, reason: str) -> None:
    if claim.job.attempts >= settings.JOB_ATTEMPTS:
        _fail(claim, reason)
        return
    wait = timedelta(seconds=settings.JOB_RETRY_SECONDS * 2**claim.job.attempts)
    Job.objects.filter(pk=claim.job.pk, lease_token=claim.token).update(
        state=Job.State.WAITING,
        available_at=Now() + wait,
        lease_until=None,
        reason=reason,
    )
