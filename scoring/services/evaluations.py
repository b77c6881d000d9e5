"""Evaluations: created with their tender and a template, edited while in set-up."""

from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.services.tenders import (
    TenderIdentity,
    TenderTerms,
    await_turn,
    create_tender,
    locked_tender,
)
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row, label_of
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, require
from procurement.punctuation import listed
from scoring.models import Evaluation
from scoring.models.evaluations import TIE_BREAKS
from scoring.services.criteria import create_from_template, require_unread

POLICY: Final = (
    "workload",
    "model_parameters_billion",
    "training_tokens_billion",
    "precision",
    "growth_12_months",
    "rack_power_kilowatts",
    "horizon_years",
    "timing",
    "price_basis",
    "price_formula",
    "price_low",
    "price_high",
    "price_log_base",
    "share_rule",
    "renormalisation",
    "spread_limit",
    "quorum",
    "tie_breaks",
)
POSITIVE: Final = (
    "model_parameters_billion",
    "training_tokens_billion",
    "rack_power_kilowatts",
)


def create_evaluation(
    *,
    by: User,
    terms: TenderTerms,
    template: str,
    identity: TenderIdentity | None = None,
) -> Evaluation:
    """Make the tender, its judgement and version 1 of its criteria in one step.

    A form sent twice names one identity: the second time gives what the first made.
    """
    require(by, Action.CREATE_EVALUATION, ORGANISATION)
    identity = identity or TenderIdentity()
    with transaction.atomic():
        await_turn()
        own = Evaluation.objects.filter(tender__created_by=by)
        if made := own.filter(tender__uuid=identity.uuid).first():
            return made
        tender = create_tender(by=by, terms=terms, identity=identity)
        evaluation = Evaluation(tender=tender, template_key=template)
        check_row(evaluation)
        evaluation.save()
        record(
            by=by,
            action="evaluation_created",
            subject=tender,
            details={"template": template},
            tender=tender.uuid,
        )
        create_from_template(by=by, evaluation=evaluation, key=template)
    return evaluation


def edit_policy(
    *, by: User, evaluation: Evaluation, changes: Mapping[str, object]
) -> Evaluation:
    """Change workload, conventions and formula; locked with the criteria."""
    require(by, Action.EDIT_POLICY, evaluation.tender)
    _refuse_unknown(changes)
    with transaction.atomic():
        tender = locked_tender(by, Action.EDIT_POLICY, evaluation.tender)
        row = Evaluation.objects.select_for_update().get(pk=evaluation.pk)
        if row.criteria_versions.filter(locked_at__isnull=False).exists():
            raise RuleBrokenError(
                _("The rules are locked since the quotes closed."), "rules_locked"
            )
        require_unread(tender)
        details = _write(row, changes)
        if details:
            record(
                by=by,
                action="policy_edited",
                subject=tender,
                details=details,
                tender=tender.uuid,
            )
    return row


def _refuse_unknown(changes: Mapping[str, object]) -> None:
    unknown = sorted(set(changes) - set(POLICY))
    if unknown:
        raise RuleBrokenError(
            _("These fields can't be changed: %(names)s.") % {"names": listed(unknown)},
            "field_unknown",
        )


def _write(row: Evaluation, changes: Mapping[str, object]) -> dict[str, object]:
    before = {name: getattr(row, name) for name in changes}
    for name, value in changes.items():
        setattr(row, name, value)
    _check_price_rule(row)
    _check_figures(row)
    # An empty chain is a choice: what is tied stays tied.
    check_row(row, exclude=["tie_breaks"])
    row.save()
    return {
        name: {"from": before[name], "to": getattr(row, name)}
        for name in changes
        if before[name] != getattr(row, name)
    }


def _check_price_rule(row: Evaluation) -> None:
    if row.price_formula == Evaluation.PriceFormula.FIXED_RANGE:
        if row.price_low is None or row.price_high is None:
            raise RuleBrokenError(
                _("The fixed range needs both ends."),
                "price_range_invalid",
                "price_low",
            )
        if not 0 <= row.price_low < row.price_high:
            raise RuleBrokenError(
                _("The fixed range must run from a lower to a higher price."),
                "price_range_invalid",
                "price_high",
            )
    if row.price_formula == Evaluation.PriceFormula.LOG and (
        row.price_log_base is None or row.price_log_base <= 1
    ):
        raise RuleBrokenError(
            _("The log formula needs a base A above 1."),
            "price_log_base_invalid",
            "price_log_base",
        )


def _check_figures(row: Evaluation) -> None:
    for name in POSITIVE:
        figure = getattr(row, name)
        if figure is not None and figure <= 0:
            raise RuleBrokenError(
                _("%(field)s: must be above 0.")
                % {"field": label_of(Evaluation, name)},
                "not_positive",
                name,
            )
    if set(row.tie_breaks) - set(TIE_BREAKS) or len(set(row.tie_breaks)) != len(
        row.tie_breaks
    ):
        raise RuleBrokenError(
            _("Each step of the tie-break chain may stand in it once."),
            "tie_breaks_invalid",
            "tie_breaks",
        )
