"""The stages of an evaluation: from, to, guard; what each step locks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.services.tenders import set_stage
from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.permissions import (
    STAGE_NAMES,
    Action,
    Role,
    Stage,
    WrongStageError,
    require,
)
from scoring.models import Cell, Criterion, Evaluation
from scoring.selectors.rankings import ranking_of
from scoring.selectors.versions import current_version
from scoring.services.criteria import lock_criteria, require_whole
from scoring.services.worksheets import close_worksheets, open_worksheets

type Guard = Callable[[Evaluation], None]
type Effect = Callable[[User, Evaluation], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One allowed move with what must hold before and what happens with it."""

    guard: Guard
    effect: Effect


def move_stage(*, by: User, evaluation: Evaluation, to: Stage) -> Tender:
    """Take the next stage, if its guard holds."""
    with transaction.atomic():
        tender = Tender.objects.select_for_update().get(pk=evaluation.tender_id)
        evaluation.tender = tender
        require(by, Action.MOVE_STAGE, tender)
        step = STEPS.get((Stage(tender.stage), to))
        if step is None:
            raise WrongStageError(
                _("From %(stage)s there is no step to %(to)s.")
                % {"stage": STAGE_NAMES[Stage(tender.stage)], "to": STAGE_NAMES[to]},
                "wrong_stage",
            )
        step.guard(evaluation)
        step.effect(by, evaluation)
        return set_stage(by=by, tender=tender, stage=to)


def cancel(*, by: User, evaluation: Evaluation, reason: str) -> Tender:
    """End an evaluation without an award, from any stage before publication."""
    with transaction.atomic():
        tender = Tender.objects.select_for_update().get(pk=evaluation.tender_id)
        require(by, Action.MOVE_STAGE, tender)
        if tender.stage in {Stage.PUBLISHED, Stage.CANCELLED}:
            raise WrongStageError(_("It has ended already."), "wrong_stage")
        return set_stage(
            by=by, tender=tender, stage=Stage.CANCELLED, reason=_required(reason)
        )


def reopen(*, by: User, evaluation: Evaluation, reason: str) -> Tender:
    """Go back from published to decision; only a new version can follow."""
    with transaction.atomic():
        tender = Tender.objects.select_for_update().get(pk=evaluation.tender_id)
        require(by, Action.MOVE_STAGE, tender)
        if tender.stage != Stage.PUBLISHED:
            raise WrongStageError(
                _("Only a published evaluation can be reopened."), "wrong_stage"
            )
        return set_stage(
            by=by, tender=tender, stage=Stage.DECISION, reason=_required(reason)
        )


def next_stage(evaluation: Evaluation) -> Stage | None:
    """The stage that :func:`move_stage` can take from here."""
    here = Stage(evaluation.tender.stage)
    return next((to for frm, to in STEPS if frm == here), None)


def _required(reason: str) -> str:
    if not reason.strip():
        raise RuleBrokenError(_("Say why."), "reason_missing", "reason")
    return reason.strip()


def _ready_for_quotes(evaluation: Evaluation) -> None:
    require_whole(list(current_version(evaluation).criteria.all()))


def _quotes_closed(evaluation: Evaluation) -> None:
    due = Tender.objects.filter(pk=evaluation.tender_id, quote_deadline__lte=Now())
    if not due.exists():
        raise WrongStageError(
            _("The deadline for quotes has not passed yet."), "deadline_open"
        )
    if not evaluation.tender.quotes.exists():
        raise RuleBrokenError(_("No quote has come in."), "quotes_missing")


def _evidence_complete(evaluation: Evaluation) -> None:
    if not evaluation.candidates.counting().exists():
        raise RuleBrokenError(
            _("No candidate takes part; take the offers in first."),
            "candidates_missing",
        )
    _require_knock_outs(evaluation)
    _require_assignments(evaluation)


def _require_knock_outs(evaluation: Evaluation) -> None:
    keys = set(
        current_version(evaluation)
        .criteria.filter(kind=Criterion.Kind.KNOCK_OUT)
        .values_list("key", flat=True)
    )
    for candidate in evaluation.candidates.counting():
        decided = candidate.knock_out_results.values_list("criterion_key", flat=True)
        missing = sorted(keys - set(decided))
        if missing:
            raise RuleBrokenError(
                _("%(name)s: decide the knock-out criteria %(keys)s first.")
                % {"name": candidate.label, "keys": ", ".join(missing)},
                "knock_outs_open",
            )


def _require_assignments(evaluation: Evaluation) -> None:
    rubric = current_version(evaluation).criteria.filter(kind=Criterion.Kind.RUBRIC)
    members = evaluation.tender.members.filter(role=Role.EVALUATOR).values("user")
    assigned = set(
        evaluation.assignments.filter(evaluator__in=members).values_list(
            "criterion_key", flat=True
        )
    )
    missing = [row.key for row in rubric if row.key not in assigned]
    if missing:
        raise RuleBrokenError(
            _("Nobody scores the criteria %(keys)s.") % {"keys": ", ".join(missing)},
            "assignments_missing",
        )


def _scoring_over(evaluation: Evaluation) -> None:
    is_late = Tender.objects.filter(
        pk=evaluation.tender_id, scores_deadline__lt=Now()
    ).exists()
    if not is_late and evaluation.worksheets.filter(submitted_at=None).exists():
        raise RuleBrokenError(
            _("Worksheets are still open, and the deadline for scores has not passed."),
            "worksheets_open",
        )
    _require_answered_proposals(evaluation)


def _require_answered_proposals(evaluation: Evaluation) -> None:
    answered = evaluation.not_applicable.values("criterion_key")
    proposed = Cell.objects.filter(
        worksheet__evaluation=evaluation, state=Cell.State.NA_PROPOSED
    ).exclude(criterion_key__in=answered)
    keys = sorted(set(proposed.values_list("criterion_key", flat=True)))
    if keys:
        raise RuleBrokenError(
            _("Answer the proposals of N/A first: %(keys)s.")
            % {"keys": ", ".join(keys)},
            "proposals_open",
        )


def _decision_ready(evaluation: Evaluation) -> None:
    result = ranking_of(evaluation).result
    if not result.ranked:
        raise RuleBrokenError(
            _("No candidate can be ranked; the ranking page lists the reasons."),
            "nobody_ranked",
        )
    if result.publication_blocks:
        raise RuleBrokenError(
            _("The result is still provisional; the ranking page lists the reasons."),
            "result_provisional",
        )


def _nothing(by: User, evaluation: Evaluation) -> None:
    """Change nothing besides the stage."""


def _close_quotes(by: User, evaluation: Evaluation) -> None:
    version = current_version(evaluation)
    if not version.is_locked:
        lock_criteria(by=by, version=version)


def _start_scoring(by: User, evaluation: Evaluation) -> None:
    open_worksheets(by=by, evaluation=evaluation)


def _lock_worksheets(by: User, evaluation: Evaluation) -> None:
    close_worksheets(by=by, evaluation=evaluation)


STEPS: Final[Mapping[tuple[Stage, Stage], Step]] = {
    (Stage.SETUP, Stage.QUOTES): Step(guard=_ready_for_quotes, effect=_nothing),
    (Stage.QUOTES, Stage.EVIDENCE): Step(guard=_quotes_closed, effect=_close_quotes),
    (Stage.EVIDENCE, Stage.SCORING): Step(
        guard=_evidence_complete, effect=_start_scoring
    ),
    (Stage.SCORING, Stage.MODERATION): Step(
        guard=_scoring_over, effect=_lock_worksheets
    ),
    (Stage.MODERATION, Stage.DECISION): Step(guard=_decision_ready, effect=_nothing),
}
