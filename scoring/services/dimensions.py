"""Dimensions of a draft: added, renamed, taken away while they are empty."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import CriteriaVersion, Dimension
from scoring.selectors.criteria_keys import next_dimension_key
from scoring.services.criteria import locked_draft


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionName:
    """What a dimension is called, in both languages."""

    en: str
    zh: str = ""


def add_dimension(
    *, by: User, version: CriteriaVersion, name: DimensionName
) -> Dimension:
    """Put an empty dimension at the end of a draft; it weighs nothing yet."""
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        dimension = Dimension(
            version=version,
            key=next_dimension_key(version.evaluation),
            position=version.dimensions.count() + 1,
            name_en=name.en.strip(),
            name_zh=name.zh.strip(),
        )
        check_row(dimension)
        dimension.save()
        record(
            by=by,
            action="dimension_added",
            subject=version,
            details=_said(version, dimension),
            tender=tender.uuid,
        )
    return dimension


def rename_dimension(
    *, by: User, dimension: Dimension, name: DimensionName
) -> Dimension:
    """Call a dimension of a draft something else."""
    version = dimension.version
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        before = _said(version, dimension)
        dimension.name_en, dimension.name_zh = name.en.strip(), name.zh.strip()
        check_row(dimension)
        dimension.save(update_fields=["name_en", "name_zh"])
        after = _said(version, dimension)
        if after != before:
            record(
                by=by,
                action="dimension_renamed",
                subject=version,
                details={"from": before, "to": after},
                tender=tender.uuid,
            )
    return dimension


def remove_dimension(*, by: User, dimension: Dimension) -> None:
    """Take away an empty dimension; one with criteria stays."""
    version = dimension.version
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        if dimension.criteria.exists():
            raise RuleBrokenError(
                _("Dimension %(key)s still holds criteria; move or remove them first.")
                % {"key": dimension.key},
                "dimension_not_empty",
            )
        details = _said(version, dimension)
        dimension.delete()
        record(
            by=by,
            action="dimension_removed",
            subject=version,
            details=details,
            tender=tender.uuid,
        )


def _said(version: CriteriaVersion, dimension: Dimension) -> dict[str, object]:
    return {
        "version": version.number,
        "key": dimension.key,
        "name": {"en": dimension.name_en, "zh": dimension.name_zh},
    }
