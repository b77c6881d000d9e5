"""Move an evaluation from stage to stage: its guard, and what each step locks."""

from collections.abc import Callable, Mapping
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.services.tenders import locked_tender, set_stage
from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, Stage, WrongStageError, require
from scoring.models import Evaluation
from scoring.selectors.guards import refusals
from scoring.selectors.versions import current_version
from scoring.services.criteria import lock_criteria
from scoring.services.worksheets import close_worksheets, open_worksheets

type Effect = Callable[[User, Evaluation], None]


def move_stage(*, by: User, evaluation: Evaluation, to: Stage) -> Tender:
    """Take the next stage, if nothing stands in its way."""
    require(by, Action.MOVE_STAGE, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.MOVE_STAGE, evaluation.tender)
        evaluation.tender = tender
        for refusal in refusals(evaluation, to):
            raise refusal
        effect = EFFECTS.get(to)
        if effect is not None:
            effect(by, evaluation)
        return set_stage(by=by, tender=tender, stage=to)


def cancel(*, by: User, evaluation: Evaluation, reason: str) -> Tender:
    """End an evaluation without an award, from any stage before publication."""
    require(by, Action.MOVE_STAGE, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.MOVE_STAGE, evaluation.tender)
        if tender.has_ended:
            raise WrongStageError(_("It has ended already."), "wrong_stage")
        return set_stage(
            by=by, tender=tender, stage=Stage.CANCELLED, reason=_required(reason)
        )


def reopen(*, by: User, evaluation: Evaluation, reason: str) -> Tender:
    """Go back from published to decision; only a new version can follow."""
    require(by, Action.MOVE_STAGE, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.MOVE_STAGE, evaluation.tender)
        if tender.stage != Stage.PUBLISHED:
            raise WrongStageError(
                _("Only a published evaluation can be reopened."), "wrong_stage"
            )
        return set_stage(
            by=by, tender=tender, stage=Stage.DECISION, reason=_required(reason)
        )


def _required(reason: str) -> str:
    if not reason.strip():
        raise RuleBrokenError(_("Say why."), "reason_missing", "reason")
    return reason.strip()


def _close_quotes(by: User, evaluation: Evaluation) -> None:
    version = current_version(evaluation)
    if not version.is_locked:
        lock_criteria(by=by, version=version)


def _start_scoring(by: User, evaluation: Evaluation) -> None:
    open_worksheets(by=by, evaluation=evaluation)


def _lock_worksheets(by: User, evaluation: Evaluation) -> None:
    close_worksheets(by=by, evaluation=evaluation)


EFFECTS: Final[Mapping[Stage, Effect]] = {
    Stage.EVIDENCE: _close_quotes,
    Stage.SCORING: _start_scoring,
    Stage.MODERATION: _lock_worksheets,
}
