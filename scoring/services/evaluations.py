"""Evaluations: created with their tender and a template, edited while in set-up."""

from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.services.tenders import TenderTerms, create_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import Evaluation
from scoring.services.criteria import create_from_template

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


def create_evaluation(
    *,
    by: User,
    terms: TenderTerms,
    template: str,
    reference: str = "",
    is_invented: bool = False,
) -> Evaluation:
    """Make the tender, its judgement and version 1 of its criteria in one step."""
    with transaction.atomic():
        tender = create_tender(
            by=by, terms=terms, reference=reference, is_invented=is_invented
        )
        evaluation = Evaluation(tender=tender, template_key=template)
        evaluation.full_clean()
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
    tender = evaluation.tender
    require(by, Action.EDIT_CRITERIA, tender)
    unknown = sorted(set(changes) - set(POLICY))
    if unknown:
        raise RuleBrokenError(
            _("These fields can't be changed: %(names)s.")
            % {"names": ", ".join(unknown)},
            "field_unknown",
        )
    with transaction.atomic():
        row = Evaluation.objects.select_for_update().get(pk=evaluation.pk)
        if row.criteria_versions.filter(locked_at__isnull=False).exists():
            raise RuleBrokenError(
                _("The rules are locked since the quotes closed."), "rules_locked"
            )
        before = {name: getattr(row, name) for name in changes}
        for name, value in changes.items():
            setattr(row, name, value)
        row.full_clean()
        row.save()
        record(
            by=by,
            action="policy_edited",
            subject=tender,
            details={
                name: {"from": before[name], "to": getattr(row, name)}
                for name in changes
            },
            tender=tender.uuid,
        )
    return row
