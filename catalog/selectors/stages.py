"""Where an evaluation stands, as the steps that its pages show."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.selectors.heads import QuotesHead
from procurement.permissions import STAGE_NAMES, Stage
from procurement.punctuation import strung

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


def stage_steps(tender: Tender, quotes: QuotesHead) -> tuple[Step, ...]:
    """The six steps: all done once published, none once cancelled.

    Once quotes are in and known to the person, their step tells how many.
    """
    stage = Stage(tender.stage)
    reached = STEPS.index(stage) if stage in STEPS else -1
    if stage is Stage.PUBLISHED:
        reached = len(STEPS)
    return tuple(
        Step(
            number=index + 1,
            name=str(STAGE_NAMES[step]),
            state="done" if index < reached else "now" if index == reached else "",
            note=_note(tender, step, quotes if index < reached else QuotesHead()),
        )
        for index, step in enumerate(STEPS)
    )


def _note(tender: Tender, step: Stage, quotes: QuotesHead) -> str:
    if step == Stage.QUOTES and quotes.received:
        return _received(quotes.received, quotes.late or 0)
    deadlines = {
        Stage.QUOTES: tender.quote_deadline,
        Stage.SCORING: tender.scores_deadline,
    }
    deadline = deadlines.get(step)
    if deadline is None:
        return ""
    day = date_format(timezone.localtime(deadline, tender.zone), "MONTH_DAY_FORMAT")
    return _("due %(day)s") % {"day": day}


def _received(received: int, late: int) -> str:
    parts = [_("%(count)s received") % {"count": received}]
    if late:
        parts.append(_("%(count)s late") % {"count": late})
    return strung(parts)
