"""Own templates: kept from a version, removed; criteria inserted from the library."""

from collections.abc import Collection
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.canonical import plain_text
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, require
from scoring.models import CriteriaTemplate, CriteriaVersion, Criterion, Dimension
from scoring.selectors.criteria_templates import library
from scoring.services.criteria import EDITABLE
from scoring.services.dimensions import DimensionName
from scoring.services.leaves import add_criterion

NUMBERS: Final = frozenset({"weight", "score_1_at", "score_5_at"})


def keep_template(
    *, by: User, version: CriteriaVersion, name: DimensionName
) -> CriteriaTemplate:
    """Keep a version's dimensions, criteria and weights for other evaluations."""
    tender = version.evaluation.tender
    require(by, Action.VIEW_CRITERIA, tender)
    require(by, Action.KEEP_TEMPLATES, ORGANISATION)
    with transaction.atomic():
        row = CriteriaTemplate(
            name_en=name.en.strip(),
            name_zh=name.zh.strip(),
            content=content_of(version),
            created_by=by,
        )
        check_row(row, exclude=["created_at"])
        row.save()
        record(
            by=by,
            action="template_kept",
            subject=row,
            details={
                "name": {"en": row.name_en, "zh": row.name_zh},
                "criteria": len(row.content["criteria"]),
            },
        )
    return row


def content_of(version: CriteriaVersion) -> dict[str, Any]:
    """A version in the form of a shipped template."""
    criteria = version.criteria.select_related("dimension").order_by("position")
    return {
        "dimensions": [
            {"key": row.key, "name_en": row.name_en, "name_zh": row.name_zh}
            for row in version.dimensions.order_by("position")
        ],
        "criteria": [_said(row) for row in criteria],
    }


def _said(row: Criterion) -> dict[str, Any]:
    fields = {name: getattr(row, name) for name in sorted(EDITABLE)}
    texts = {
        name: plain_text(value)
        for name, value in fields.items()
        if name in NUMBERS and value is not None
    }
    home = row.dimension.key if row.dimension else None
    return fields | texts | {"key": row.key, "dimension": home}


def remove_template(*, by: User, row: CriteriaTemplate) -> None:
    """Take an own template away; evaluations made from it keep their criteria."""
    require(by, Action.KEEP_TEMPLATES, ORGANISATION)
    with transaction.atomic():
        record(
            by=by,
            action="template_removed",
            subject=row,
            details={"name": {"en": row.name_en, "zh": row.name_zh}},
        )
        row.delete()


def insert_criteria(
    *,
    by: User,
    version: CriteriaVersion,
    dimension: Dimension | None,
    chosen: Collection[str],
) -> list[Criterion]:
    """Put criteria of the library into a draft; they weigh nothing until given points.

    Knock-outs stand outside the dimensions; the others need one.
    """
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    entries = [entry for entry in library() if entry.id in set(chosen)]
    if len(entries) != len(set(chosen)) or not entries:
        raise RuleBrokenError(
            _("Choose criteria of the library."), "library_unknown", "chosen"
        )
    if dimension is None and not all(entry.is_knock_out for entry in entries):
        raise RuleBrokenError(
            _("Choose the dimension that they go to."), "dimension_missing", "to"
        )
    with transaction.atomic():
        return [
            add_criterion(
                by=by,
                version=version,
                dimension=None if entry.is_knock_out else dimension,
                fields=entry.fields,
            )
            for entry in entries
        ]
