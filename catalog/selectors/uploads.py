"""An upload as agents and pages read it: how far it is, what was found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.benchmarks.messages import MESSAGES
from catalog.benchmarks.refusals import SENTENCES, Refusal
from catalog.models import BenchmarkUpload, RunSet
from procurement.canonical import plain_text
from procurement.outbox.models import Job

STATUS: Final = {
    Job.State.WAITING: "queued",
    Job.State.RUNNING: "running",
    Job.State.DONE: "done",
    Job.State.FAILED: "failed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadProgress:
    """How far reading is; ``reason`` says in words why it failed."""

    status: str
    percent: int
    text: str
    reason: str
    attempts: int

    @property
    def is_open(self) -> bool:
        """Whether it may still change."""
        return self.status in {"queued", "running"}


# Rows that were written together with their results need no job.
WITHOUT_JOB: Final = UploadProgress(
    status="done", percent=100, text="", reason="", attempts=0
)


def upload_progress(upload: BenchmarkUpload) -> UploadProgress:
    """How far the job of an upload is."""
    job = upload.job
    if job is None:
        return WITHOUT_JOB
    return UploadProgress(
        status=STATUS[Job.State(job.state)],
        percent=job.progress_percent,
        text=_(job.progress_text) if job.progress_text else "",
        reason=_reason(job) if job.state == Job.State.FAILED else "",
        attempts=job.attempts,
    )


def upload_state(upload: BenchmarkUpload) -> dict[str, Any]:
    """What an agent is told of its upload."""
    progress = upload_progress(upload)
    return {
        "id": str(upload.uuid),
        "status": progress.status,
        "detail": progress.reason or None,
        "sha256": upload.sha256,
        "run_sets": [_run_set_state(run_set) for run_set in upload.run_sets.all()],
        "url": reverse("catalog:upload-detail", kwargs={"uuid": upload.uuid}),
    }


def _run_set_state(run_set: RunSet) -> dict[str, Any]:
    score = run_set.score_minutes
    return {
        "id": str(run_set.uuid),
        "benchmark": run_set.benchmark or None,
        "score_minutes": None if score is None else plain_text(score),
        "official": run_set.is_official,
        "reason": run_set.reason or None,
        "url": reverse("catalog:run-set-detail", kwargs={"uuid": run_set.uuid}),
    }


def finding_words(rule: str, values: Mapping[str, object], fallback: str = "") -> str:
    """The sentence of a reader's rule in the language of the person."""
    if rule in MESSAGES:
        text = MESSAGES[rule].text
    elif rule in set(Refusal):
        text = SENTENCES[Refusal(rule)]
    else:
        return fallback
    return _(text) % values


def _reason(job: Job) -> str:
    rule, values = job.result.get("rule", ""), job.result.get("values", {})
    return finding_words(rule, values, fallback=_(job.reason) if job.reason else "")
