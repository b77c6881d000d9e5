"""Assumptions of the cost model: set with source and date, overridden with a reason."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.figures.errors import InputError
from scoring.models import Candidate, CostAssumption, Evaluation
from scoring.tco.assumptions import Assumption, Origin
from scoring.tco.kinds import kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumptionTerms:
    """One value as a person gives it; ``replaces`` is the default it overrides."""

    key: str
    value: Decimal
    unit: str
    source: str
    on: date
    origin: str = Origin.ASSUMED
    replaces: Decimal | None = None
    reason: str = ""


def set_assumption(
    *,
    by: User,
    evaluation: Evaluation,
    terms: AssumptionTerms,
    candidate: Candidate | None = None,
) -> CostAssumption:
    """Set a value for all candidates, or for one; it replaces the one before.

    Raises:
        RuleBrokenError: the key, unit or range is not one the cost model knows, the
            key must be the same for all candidates, or the candidate is another's.
    """
    tender = evaluation.tender
    require(by, Action.EDIT_ASSUMPTIONS, tender)
    _check(terms, candidate, evaluation)
    with transaction.atomic():
        row = (
            evaluation.cost_assumptions.select_for_update()
            .filter(candidate=candidate, key=terms.key)
            .first()
        ) or CostAssumption(evaluation=evaluation, candidate=candidate, key=terms.key)
        before = row.value if row.pk else None
        row.value, row.unit, row.origin = terms.value, terms.unit, terms.origin
        row.source, row.on = terms.source.strip(), terms.on
        row.replaces_value, row.reason = terms.replaces, terms.reason.strip()
        row.changed_by = by
        row.full_clean(exclude=["changed_at"])
        row.changed_at = Now()
        row.save()
        row.refresh_from_db()
        record(
            by=by,
            action="assumption_set",
            subject=candidate or evaluation,
            details={
                "key": terms.key,
                "from": before,
                "to": terms.value,
                "unit": terms.unit,
                "source": row.source,
                "reason": row.reason,
            },
            tender=tender.uuid,
        )
    return row


def remove_assumption(
    *, by: User, evaluation: Evaluation, assumption: CostAssumption
) -> None:
    """Take a value back: the quote or the common one counts again."""
    tender = evaluation.tender
    require(by, Action.EDIT_ASSUMPTIONS, tender)
    if assumption.evaluation_id != evaluation.pk:
        raise RuleBrokenError(
            _("This assumption belongs to another evaluation."), "assumption_unknown"
        )
    with transaction.atomic():
        record(
            by=by,
            action="assumption_removed",
            subject=assumption.candidate or evaluation,
            details={"key": assumption.key, "value": assumption.value},
            tender=tender.uuid,
        )
        assumption.delete()


def _check(
    terms: AssumptionTerms, candidate: Candidate | None, evaluation: Evaluation
) -> None:
    if candidate is not None and candidate.evaluation_id != evaluation.pk:
        raise RuleBrokenError(
            _("This candidate belongs to another evaluation."), "candidate_unknown"
        )
    try:
        kind = kind_of(terms.key)
        Assumption(
            key=terms.key,
            value=terms.value,
            unit=terms.unit,
            origin=Origin(terms.origin),
            source=terms.source,
            on=terms.on,
        )
    except InputError as error:
        raise RuleBrokenError(input_error_text(error), error.code, "value") from error
    if kind.is_common and candidate is not None:
        raise RuleBrokenError(
            _("This value is the same for all candidates."), "assumption_is_common"
        )


def input_error_text(error: InputError) -> str:
    """Say in the reader's language what is wrong with an input of the cost model."""
    texts = {
        "unknown_assumption": _("The cost model knows no assumption “%(field)s”."),
        "not_a_number": _("%(field)s: this is not a finite number."),
        "wrong_unit": _("%(field)s: this unit does not belong to the assumption."),
        "out_of_range": _("%(field)s: the value is outside its range."),
        "load_below_idle": _("%(field)s: the power under load is below idle."),
        "years_reversed": _("%(field)s: the contract ends before it starts."),
        "support_overlap": _("%(field)s: two contracts cover the same year."),
    }
    text = texts.get(error.code, _("%(field)s can't be used as it is."))
    return text % {"field": error.field}
