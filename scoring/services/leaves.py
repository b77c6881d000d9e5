"""Criteria of a draft: added without weight, taken away with their weight handed on."""

from collections.abc import Mapping
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.mcda.weights import HUNDRED, scaled_leaves
from scoring.models import CriteriaVersion, Criterion, Dimension
from scoring.selectors.criteria_keys import next_criterion_key
from scoring.services.criteria import check_changes, locked_draft, require_sound


def add_criterion(
    *,
    by: User,
    version: CriteriaVersion,
    dimension: Dimension | None,
    fields: Mapping[str, object],
) -> Criterion:
    """Put a criterion at the end of a dimension, or a knock-out without one.

    It weighs nothing until somebody gives it weight, so that the sum stays 100.
    """
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        kind = Criterion.Kind.KNOCK_OUT if dimension is None else Criterion.Kind.RUBRIC
        criterion = Criterion(
            version=version,
            dimension=dimension,
            key=next_criterion_key(version.evaluation, dimension),
            position=_last(version) + 1,
            kind=kind,
        )
        check_changes(version.criteria.all(), criterion, fields)
        for name, value in fields.items():
            setattr(criterion, name, value)
        check_row(criterion)
        criterion.save()
        require_sound(tender, version)
        record(
            by=by,
            action="criterion_added",
            subject=version,
            details=_said(criterion),
            tender=tender.uuid,
        )
    return criterion


def _last(version: CriteriaVersion) -> int:
    positions = version.criteria.values_list("position", flat=True)
    return max(positions, default=0)


def remove_criterion(*, by: User, criterion: Criterion) -> dict[str, Decimal]:
    """Take a criterion away; who takes over its points, by key.

    The others of its dimension do, in proportion; after the last of them all others.
    """
    version = criterion.version
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        rows = list(version.criteria.select_for_update(of=("self",)))
        heirs = heirs_of(criterion, rows)
        for row in rows:
            if row.key in heirs and row.weight != heirs[row.key]:
                row.weight = heirs[row.key]
                row.save(update_fields=["weight"])
        details = _said(criterion) | {"weights": heirs}
        criterion.delete()
        if version.number == 1:
            _unassign(version, str(details["key"]))
        require_sound(tender, version)
        record(
            by=by,
            action="criterion_removed",
            subject=version,
            details=details,
            tender=tender.uuid,
        )
    return heirs


def heirs_of(criterion: Criterion, rows: list[Criterion]) -> dict[str, Decimal]:
    """The new weights of those that take over a criterion's points."""
    if not criterion.has_weight:
        return {}
    left = [row for row in rows if row.has_weight and row.key != criterion.key]
    if not left:
        raise RuleBrokenError(
            _("Criterion %(key)s is the last one with a weight; something must judge.")
            % {"key": criterion.key},
            "criterion_last",
        )
    if not criterion.weight:
        return {}
    own = [row for row in left if row.dimension_id == criterion.dimension_id]
    whole = sum((row.weight for row in own), criterion.weight)
    heirs = {row.key: row.weight for row in own or left}
    return scaled_leaves(heirs, whole if own else Decimal(HUNDRED))


def _unassign(version: CriteriaVersion, key: str) -> None:
    """Nobody scores it any more; of a later version only its adoption does this."""
    version.evaluation.assignments.filter(criterion_key=key).delete()


def _said(criterion: Criterion) -> dict[str, object]:
    return {
        "version": criterion.version.number,
        "key": criterion.key,
        "kind": criterion.kind,
        "name": {"en": criterion.name_en, "zh": criterion.name_zh},
        "weight": criterion.weight,
    }
