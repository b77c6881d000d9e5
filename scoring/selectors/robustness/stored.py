"""What the worker has stored, and whether it still fits the ranking."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.utils.translation import gettext as _

from procurement.outbox.models import Job
from scoring.models import Evaluation, RobustnessCheck

if TYPE_CHECKING:
    from scoring.mcda.robustness.document import RobustnessDocument


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChecks:
    """The newest document, whether it is of these inputs, and the open job.

    A document of earlier inputs is stale: it is shown as such until the job is done.
    """

    document: "RobustnessDocument | None"
    is_current: bool
    job: Job | None

    @property
    def is_stale(self) -> bool:
        """Whether it was worked out before the inputs changed."""
        return self.document is not None and not self.is_current

    @property
    def is_running(self) -> bool:
        """Whether the worker is still to bring a newer one."""
        open_states = {Job.State.WAITING, Job.State.RUNNING}
        return (
            not self.is_current
            and self.job is not None
            and self.job.state in open_states
        )

    @property
    def progress_words(self) -> str:
        """What the worker is doing, in the reader's language."""
        return _(self.job.progress_text) if self.job and self.job.progress_text else ""

    @property
    def has_failed(self) -> bool:
        """Whether the worker gave up."""
        return (
            not self.is_current
            and self.job is not None
            and self.job.state == Job.State.FAILED
        )


def stored_checks(evaluation: Evaluation, sha256: str) -> StoredChecks:
    """Find the document of these inputs, else the last one of earlier inputs."""
    rows = list(
        RobustnessCheck.objects.filter(evaluation=evaluation)
        .select_related("job")
        .order_by("-id")
    )
    asked = next((row for row in rows if row.inputs_sha256 == sha256), None)
    done = [row for row in rows if row.document is not None]
    is_current = asked is not None and asked.document is not None
    shown = asked if is_current else next(iter(done), None)
    return StoredChecks(
        document=cast("RobustnessDocument", shown.document) if shown else None,
        is_current=is_current,
        job=asked.job if asked else None,
    )
