"""Criteria: from a template, edited exactly, locked when quotes close, versioned."""

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import CriteriaVersion, Criterion, Dimension, Evaluation

TEMPLATES: Final = Path(__file__).resolve().parent.parent / "data" / "templates"
WHOLE: Final = Decimal(100)
EDITABLE: Final = frozenset(
    {
        "name_en",
        "name_zh",
        "help_en",
        "help_zh",
        "weight",
        "unit",
        "metric",
        "score_1_at",
        "score_5_at",
        "scale",
        "perspective",
        "is_required",
        "anchors_en",
        "anchors_zh",
    }
)


def template(key: str) -> dict[str, Any]:
    """Read a shipped template; its key is a file name without its ending."""
    path = TEMPLATES / f"{key}.json"
    if path.parent != TEMPLATES or not path.is_file():
        raise RuleBrokenError(
            _("There is no template “%(key)s”.") % {"key": key}, "template_unknown"
        )
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def template_choices() -> list[tuple[str, str, str]]:
    """Key, English and Chinese name of each shipped template."""
    rows = [template(path.stem) for path in sorted(TEMPLATES.glob("*.json"))]
    return [(row["key"], row["name_en"], row["name_zh"]) for row in rows]


def create_from_template(
    *, by: User, evaluation: Evaluation, key: str
) -> CriteriaVersion:
    """Make version 1 out of a template."""
    require(by, Action.EDIT_CRITERIA, evaluation.tender)
    source = template(key)
    with transaction.atomic():
        version = CriteriaVersion.objects.create(
            evaluation=evaluation, number=1, created_by=by
        )
        dimensions = {}
        for position, row in enumerate(source["dimensions"], start=1):
            dimension = Dimension(version=version, position=position, **row)
            dimension.full_clean()
            dimension.save()
            dimensions[row["key"]] = dimension
        for position, row in enumerate(source["criteria"], start=1):
            _add(version, position, dimensions.get(row["dimension"]), row)
        record(
            by=by,
            action="criteria_created",
            subject=version,
            details={"template": key, "version": 1},
            tender=evaluation.tender.uuid,
        )
    return version


def _add(
    version: CriteriaVersion,
    position: int,
    dimension: Dimension | None,
    row: Mapping[str, Any],
) -> None:
    fields = {name: value for name, value in row.items() if name != "dimension"}
    criterion = Criterion(
        version=version, position=position, dimension=dimension, **fields
    )
    criterion.full_clean()
    criterion.save()


def edit_criteria(
    *, by: User, version: CriteriaVersion, changes: Mapping[str, Mapping[str, object]]
) -> CriteriaVersion:
    """Change criteria of a draft by key; the weights must still give exactly 100."""
    tender = version.evaluation.tender
    require(by, Action.EDIT_CRITERIA, tender)
    _require_draft(version)
    with transaction.atomic():
        rows = {row.key: row for row in version.criteria.select_for_update()}
        details = {}
        for key, fields in changes.items():
            details[key] = _change(rows[key], fields)
        require_whole(list(rows.values()))
        record(
            by=by,
            action="criteria_edited",
            subject=version,
            details={"version": version.number, "changes": details},
            tender=tender.uuid,
        )
    return version


def _change(criterion: Criterion, fields: Mapping[str, object]) -> dict[str, object]:
    unknown = set(fields) - EDITABLE
    if unknown:
        raise RuleBrokenError(
            _("These fields can't be changed: %(names)s.")
            % {"names": ", ".join(sorted(unknown))},
            "field_unknown",
        )
    before = {name: getattr(criterion, name) for name in fields}
    for name, value in fields.items():
        setattr(criterion, name, value)
    criterion.full_clean()
    criterion.save()
    return {
        name: {"from": before[name], "to": getattr(criterion, name)} for name in fields
    }


def require_whole(criteria: list[Criterion]) -> None:
    """Refuse weights that do not give exactly 100."""
    total = sum((row.weight for row in criteria), Decimal(0))
    if total != WHOLE:
        raise RuleBrokenError(
            _("The weights give %(total)s, not exactly 100.") % {"total": total},
            "weights_not_hundred",
            "weight",
        )


def lock_criteria(*, by: User, version: CriteriaVersion) -> CriteriaVersion:
    """Lock a version for good; done when the quotes close."""
    tender = version.evaluation.tender
    require(by, Action.EDIT_CRITERIA, tender)
    _require_draft(version)
    criteria = list(version.criteria.all())
    require_whole(criteria)
    _require_anchors(criteria)
    with transaction.atomic():
        version.locked_by = by
        version.locked_at = Now()
        version.save(update_fields=["locked_by", "locked_at"])
        version.refresh_from_db()
        record(
            by=by,
            action="criteria_locked",
            subject=version,
            details={"version": version.number},
            tender=tender.uuid,
        )
    return version


def _require_draft(version: CriteriaVersion) -> None:
    if version.is_locked:
        raise RuleBrokenError(
            _("Version %(number)s is locked; its criteria no longer change.")
            % {"number": version.number},
            "criteria_locked",
        )


def _require_anchors(criteria: list[Criterion]) -> None:
    for criterion in criteria:
        if criterion.kind == Criterion.Kind.RUBRIC and not all(criterion.anchors_en):
            raise RuleBrokenError(
                _("Criterion %(key)s lacks a written anchor for each score of 1 to 5.")
                % {"key": criterion.key},
                "anchors_missing",
            )
