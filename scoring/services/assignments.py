"""Who scores which criteria: set by the officers until moderation opens."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, Role, Stage, require
from procurement.punctuation import listed
from scoring.models import Assignment, Cell, Evaluation, Worksheet
from scoring.selectors.worksheets.owing import rubric_criteria


def assign_criteria(
    *, by: User, evaluation: Evaluation, evaluator: User, keys: Collection[str]
) -> None:
    """Set which rubric criteria an evaluator scores; not once they have submitted.

    What they have answered stays assigned: no score vanishes by an assignment.
    """
    require(by, Action.MANAGE_PANEL, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.MANAGE_PANEL, evaluation.tender)
        _check_evaluator(evaluation, evaluator)
        _check_rubric(evaluation, keys)
        held = _held(evaluation, evaluator)
        if held == set(keys):
            return
        _check_answers(evaluation, evaluator, held - set(keys))
        evaluation.assignments.filter(evaluator=evaluator).delete()
        Assignment.objects.bulk_create(
            Assignment(evaluation=evaluation, evaluator=evaluator, criterion_key=key)
            for key in sorted(keys)
        )
        if tender.stage == Stage.SCORING and keys:
            Worksheet.objects.get_or_create(evaluation=evaluation, evaluator=evaluator)
        record(
            by=by,
            action="criteria_assigned",
            subject=evaluator,
            details={
                "name": evaluator.name,
                "from": sorted(held),
                "to": sorted(keys),
            },
            tender=tender.uuid,
        )


def assign_all(*, by: User, evaluation: Evaluation) -> None:
    """Let every evaluator score every rubric criterion."""
    keys = [row.key for row in rubric_criteria(evaluation)]
    members = evaluation.tender.members.filter(role=Role.EVALUATOR)
    people = [member.user for member in members.select_related("user")]
    assign_panel(by=by, evaluation=evaluation, keys=dict.fromkeys(people, keys))


def assign_panel(
    *, by: User, evaluation: Evaluation, keys: Mapping[User, Collection[str]]
) -> None:
    """Set what each of several evaluators scores: all of it or nothing."""
    require(by, Action.MANAGE_PANEL, evaluation.tender)
    with transaction.atomic():
        for evaluator, chosen in keys.items():
            assign_criteria(
                by=by, evaluation=evaluation, evaluator=evaluator, keys=chosen
            )


def _check_evaluator(evaluation: Evaluation, evaluator: User) -> None:
    members = evaluation.tender.members
    if not members.filter(user=evaluator, role=Role.EVALUATOR).exists():
        raise RuleBrokenError(
            _("%(name)s is no evaluator of this evaluation.")
            % {"name": evaluator.name},
            "not_an_evaluator",
        )
    submitted = evaluation.worksheets.filter(
        evaluator=evaluator, submitted_at__isnull=False
    )
    if submitted.exists():
        raise RuleBrokenError(
            _("%(name)s has submitted; their criteria no longer change.")
            % {"name": evaluator.name},
            "worksheet_locked",
        )


def _check_rubric(evaluation: Evaluation, keys: Collection[str]) -> None:
    unknown = set(keys) - {row.key for row in rubric_criteria(evaluation)}
    if unknown:
        raise RuleBrokenError(
            _("Not scored by people: %(keys)s.") % {"keys": listed(sorted(unknown))},
            "criterion_unknown",
        )


def _held(evaluation: Evaluation, evaluator: User) -> set[str]:
    rows = evaluation.assignments.filter(evaluator=evaluator)
    return set(rows.values_list("criterion_key", flat=True))


def _check_answers(
    evaluation: Evaluation, evaluator: User, taken: Collection[str]
) -> None:
    cells = Cell.objects.filter(
        worksheet__evaluation=evaluation,
        worksheet__evaluator=evaluator,
        criterion_key__in=taken,
    ).exclude(state=Cell.State.NOT_SCORED)
    answered = sorted(set(cells.values_list("criterion_key", flat=True)))
    if answered:
        raise RuleBrokenError(
            _("%(name)s has answered %(keys)s already; that stays assigned.")
            % {"name": evaluator.name, "keys": listed(answered)},
            "answers_would_be_lost",
        )
