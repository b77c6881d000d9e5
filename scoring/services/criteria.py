"""Criteria: from a template, edited exactly, locked when quotes close, versioned."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_fields, check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, Stage, WrongStageError, require
from procurement.punctuation import listed
from scoring.models import CriteriaVersion, Criterion, Dimension, Evaluation
from scoring.selectors.criteria_faults import criteria_refusals, weights_refusal
from scoring.selectors.criteria_templates import template

EDITABLE: Final = frozenset(
    {
        "name_en",
        "name_zh",
        "help_en",
        "help_zh",
        "kind",
        "weight",
        "unit",
        "metric",
        "score_1_at",
        "score_5_at",
        "scale",
        "middle",
        "perspective",
        "is_required",
        "anchors_en",
        "anchors_zh",
    }
)


def create_from_template(
    *, by: User, evaluation: Evaluation, key: str
) -> CriteriaVersion:
    """Make version 1 out of a template."""
    require(by, Action.EDIT_CRITERIA, evaluation.tender)
    source = template(key)
    with transaction.atomic():
        locked_tender(by, Action.EDIT_CRITERIA, evaluation.tender)
        if evaluation.criteria_versions.exists():
            raise RuleBrokenError(
                _("This evaluation has its criteria already."), "criteria_exist"
            )
        version = CriteriaVersion(evaluation=evaluation, number=1, created_by=by)
        check_row(version, exclude=["created_at"])
        version.save()
        _copy(version, source)
        require_ready(version.criteria.all())
        record(
            by=by,
            action="criteria_created",
            subject=version,
            details={"template": key, "version": 1},
            tender=evaluation.tender.uuid,
        )
    return version


def _copy(version: CriteriaVersion, source: Mapping[str, Any]) -> None:
    dimensions = [
        Dimension(version=version, position=position, **row)
        for position, row in enumerate(source["dimensions"], start=1)
    ]
    for dimension in dimensions:
        check_fields(dimension, exclude=["version"])
    Dimension.objects.bulk_create(dimensions)
    by_key = {dimension.key: dimension for dimension in dimensions}
    criteria = [
        Criterion(
            version=version,
            position=position,
            **row | {"dimension": by_key.get(row["dimension"])},
        )
        for position, row in enumerate(source["criteria"], start=1)
    ]
    for criterion in criteria:
        check_fields(criterion, exclude=["version", "dimension"])
    Criterion.objects.bulk_create(criteria)


def edit_criteria(
    *, by: User, version: CriteriaVersion, changes: Mapping[str, Mapping[str, object]]
) -> CriteriaVersion:
    """Change criteria of a draft by key; the weights must still give exactly 100."""
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        rows = {row.key: row for row in version.criteria.select_for_update()}
        details = {key: _change(rows, key, fields) for key, fields in changes.items()}
        details = {key: changed for key, changed in details.items() if changed}
        require_sound(tender, version)
        if details:
            record(
                by=by,
                action="criteria_edited",
                subject=version,
                details={"version": version.number, "changes": details},
                tender=tender.uuid,
            )
    return version


def locked_draft(by: User, version: CriteriaVersion) -> Tender:
    """Lock tender and version; refuse a locked version, or rules after a look.

    A later version is a draft that somebody else adopts, with its reason: it may be
    edited although the quotes are known.
    """
    tender = locked_tender(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    row = CriteriaVersion.objects.select_for_update().get(pk=version.pk)
    if row.is_locked:
        raise WrongStageError(
            _("Version %(number)s is locked; its criteria no longer change.")
            % {"number": row.number},
            "criteria_locked",
        )
    if row.number == 1:
        _require_before_evidence(tender)
        require_unread(tender)
    return tender


def _require_before_evidence(tender: Tender) -> None:
    if tender.stage not in {Stage.SETUP, Stage.QUOTES}:
        raise WrongStageError(
            _("The first version no longer changes once the quotes are closed."),
            "wrong_stage",
        )


def require_unread(tender: Tender) -> None:
    """Refuse to change a rule of the judgement once a quote could be read."""
    if tender.is_open and tender.quotes.exists():
        raise RuleBrokenError(
            _(
                "The rules no longer change: quotes have come in and can be read. "
                "Whoever knows the quotes may not choose how they are judged."
            ),
            "quotes_read",
        )


def _change(
    rows: Mapping[str, Criterion], key: str, fields: Mapping[str, object]
) -> dict[str, object]:
    criterion = rows.get(key)
    if criterion is None:
        raise RuleBrokenError(
            _("There is no criterion %(key)s.") % {"key": key}, "criterion_unknown"
        )
    check_changes(rows.values(), criterion, fields)
    changed = {
        name: {"from": getattr(criterion, name), "to": value}
        for name, value in fields.items()
        if getattr(criterion, name) != value
    }
    for name in changed:
        setattr(criterion, name, fields[name])
    if changed:
        check_row(criterion)
        criterion.save()
    return {
        name: pair | {"to": getattr(criterion, name)} for name, pair in changed.items()
    }


def check_changes(
    rows: Iterable[Criterion], criterion: Criterion, fields: Mapping[str, object]
) -> None:
    """Refuse unknown fields, a second price, and what a knock-out can't be."""
    unknown = set(fields) - EDITABLE
    if unknown:
        raise RuleBrokenError(
            _("These fields can't be changed: %(names)s.")
            % {"names": listed(sorted(unknown))},
            "field_unknown",
        )
    kind = fields.get("kind", criterion.kind)
    if (kind == Criterion.Kind.KNOCK_OUT) is criterion.has_weight:
        raise RuleBrokenError(
            _("A knock-out stays one, and no weighted criterion becomes one."),
            "kind_fixed",
            "kind",
        )
    priced = {row.key for row in rows if row.kind == Criterion.Kind.PRICE}
    if kind == Criterion.Kind.PRICE and priced - {criterion.key}:
        raise RuleBrokenError(
            _("There is a price criterion already; at most one may judge the price."),
            "price_criteria_several",
            "kind",
        )
    if not criterion.has_weight and fields.get("weight"):
        raise RuleBrokenError(
            _("A knock-out carries no weight."), "knock_out_weight", "weight"
        )


def require_sound(tender: Tender, version: CriteriaVersion) -> None:
    """Refuse weights off 100; while quotes come in also what could not be locked."""
    rows = version.criteria.all()
    if tender.stage == Stage.QUOTES:
        require_ready(rows)
    else:
        require_whole(rows)


def require_whole(criteria: Iterable[Criterion]) -> None:
    """Refuse weights that do not give exactly 100."""
    refusal = weights_refusal(criteria)
    if refusal is not None:
        raise refusal


def require_ready(criteria: Iterable[Criterion]) -> None:
    """Refuse criteria that could not be locked: weights, curves, anchors."""
    for refusal in criteria_refusals(criteria):
        raise refusal


def lock_criteria(*, by: User, version: CriteriaVersion) -> CriteriaVersion:
    """Lock a version for good; done when the quotes close."""
    tender = version.evaluation.tender
    require(by, Action.EDIT_CRITERIA, tender)
    with transaction.atomic():
        stored = locked_tender(by, Action.EDIT_CRITERIA, tender)
        row = CriteriaVersion.objects.select_for_update().get(pk=version.pk)
        if row.is_locked:
            raise RuleBrokenError(
                _("Version %(number)s is locked already.") % {"number": row.number},
                "criteria_locked",
            )
        if row.number > 1:
            raise RuleBrokenError(
                _("Version %(number)s takes effect once somebody else adopts it.")
                % {"number": row.number},
                "revision_not_adopted",
            )
        _require_before_evidence(stored)
        require_ready(row.criteria.all())
        seal(by, row)
        version.refresh_from_db()
        record(
            by=by,
            action="criteria_locked",
            subject=version,
            details={"version": version.number},
            tender=tender.uuid,
        )
    return version


def seal(by: User, version: CriteriaVersion) -> None:
    """Close a version for good; a dimension that holds nothing goes."""
    version.dimensions.filter(criteria=None).delete()
    version.locked_by = by
    version.locked_at = Now()
    version.save(update_fields=["locked_by", "locked_at"])
