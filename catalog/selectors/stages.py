"""Where an evaluation stands, as the steps that its pages show."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog.models import Tender
from procurement.permissions import STAGE_NAMES, Stage

STEPS = (
    Stage.SETUP,
    Stage.QUOTES,
    Stage.EVIDENCE,
    Stage.SCORING,
    Stage.MODERATION,
    Stage.DECISION,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: its state is "done", "now", or "" for one to come."""

    number: int
    name: str
    state: str
    note: str


def stage_steps(tender: Tender) -> tuple[Step, ...]:
    """The six steps: all done once published, none once cancelled."""
    stage = Stage(tender.stage)
    reached = STEPS.index(stage) if stage in STEPS else -1
    if stage is Stage.PUBLISHED:
        reached = len(STEPS)
    return tuple(
        Step(
            number=index + 1,
            name=str(STAGE_NAMES[step]),
            state="done" if index < reached else "now" if index == reached else "",
            note=_note(tender, step),
        )
        for index, step in enumerate(STEPS)
    )


def _note(tender: Tender, step: Stage) -> str:
    deadlines = {
        Stage.QUOTES: tender.quote_deadline,
        Stage.SCORING: tender.scores_deadline,
    }
    deadline = deadlines.get(step)
    if deadline is None:
        return ""
    day = date_format(timezone.localtime(deadline, tender.zone), "MONTH_DAY_FORMAT")
    return _("due %(day)s") % {"day": day}
