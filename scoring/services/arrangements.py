"""The order of dimensions and criteria in a draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import CriteriaVersion, Criterion, Dimension
from scoring.selectors.arrangements import Arrangement, arrangement_of
from scoring.services.criteria import locked_draft


def arrange_criteria(
    *, by: User, version: CriteriaVersion, arrangement: Arrangement
) -> CriteriaVersion:
    """Write the order; a criterion that changes its dimension takes its points along.

    Each knock-out, dimension and criterion must stand in it exactly once.
    """
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        before = arrangement_of(version)
        if before.text == arrangement.text:
            return version
        _refuse_others(before, arrangement)
        _write(_Rows.of(version), arrangement)
        record(
            by=by,
            action="criteria_arranged",
            subject=version,
            details={
                "version": version.number,
                "from": before.text,
                "to": arrangement.text,
            },
            tender=tender.uuid,
        )
    return version


def _refuse_others(before: Arrangement, after: Arrangement) -> None:
    same = (
        sorted(before.knock_outs) == sorted(after.knock_outs),
        sorted(before.branches) == sorted(after.branches),
        sorted(before.leaves) == sorted(after.leaves),
    )
    if not all(same):
        raise RuleBrokenError(
            _("The order must hold each dimension and each criterion once."),
            "arrangement_incomplete",
            "order",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    dimensions: Mapping[str, Dimension]
    criteria: Mapping[str, Criterion]

    @classmethod
    def of(cls, version: CriteriaVersion) -> "_Rows":
        """The rows of a version by key."""
        return cls(
            dimensions={row.key: row for row in version.dimensions.all()},
            criteria={row.key: row for row in version.criteria.all()},
        )


def _write(rows: _Rows, arrangement: Arrangement) -> None:
    for position, key in enumerate(arrangement.branches, start=1):
        rows.dimensions[key].position = position
    Dimension.objects.bulk_update(rows.dimensions.values(), ["position"])
    places: Sequence[tuple[str, str | None]] = [
        *((key, None) for key in arrangement.knock_outs),
        *(
            (key, dimension)
            for dimension, keys in arrangement.branches.items()
            for key in keys
        ),
    ]
    for position, (key, dimension) in enumerate(places, start=1):
        row = rows.criteria[key]
        row.position = position
        row.dimension = rows.dimensions[dimension] if dimension is not None else None
    Criterion.objects.bulk_update(rows.criteria.values(), ["position", "dimension"])
