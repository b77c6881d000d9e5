"""Weights of a draft: a dimension scales its leaves, the sum stays exactly 100."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.mcda.exact import is_usable
from scoring.mcda.weights import HUNDRED, PLACES, scaled_leaves
from scoring.models import CriteriaVersion
from scoring.services.criteria import edit_criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What was typed: points by dimension and by leaf; absent keys stay as they are."""

    dimensions: Mapping[str, Decimal] = field(default_factory=dict)
    leaves: Mapping[str, Decimal] = field(default_factory=dict)


def set_weights(
    *, by: User, version: CriteriaVersion, weights: Weights
) -> CriteriaVersion:
    """Write leaves; a dimension whose leaves were not touched scales them.

    A dimension weighs the sum of its leaves: where both were changed, they must agree.
    """
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    held = _held(version)
    known = {key for leaves in held.values() for key in leaves}
    _refuse_unknown(set(weights.leaves) - known, set(weights.dimensions) - set(held))
    chosen: dict[str, Decimal] = {}
    for key, leaves in held.items():
        chosen |= _chosen(key, leaves, weights)
    changes = {key: {"weight": weight} for key, weight in chosen.items()}
    return edit_criteria(by=by, version=version, changes=changes)


def _held(version: CriteriaVersion) -> dict[str, dict[str, Decimal]]:
    held: dict[str, dict[str, Decimal]] = {}
    for row in version.criteria.select_related("dimension"):
        if row.has_weight and row.dimension is not None:
            held.setdefault(row.dimension.key, {})[row.key] = row.weight
    return held


def _refuse_unknown(leaves: set[str], dimensions: set[str]) -> None:
    unknown = sorted(leaves | dimensions)
    if unknown:
        raise RuleBrokenError(
            _("There is no criterion %(key)s.") % {"key": unknown[0]},
            "criterion_unknown",
        )


def _chosen(
    dimension: str, held: Mapping[str, Decimal], weights: Weights
) -> dict[str, Decimal]:
    typed = {key: weights.leaves.get(key, weight) for key, weight in held.items()}
    before = sum(held.values(), Decimal(0))
    target = weights.dimensions.get(dimension, before)
    for key, weight in {dimension: target, **typed}.items():
        _require_points(key, weight)
    if target == before:
        return typed
    if typed == held:
        return scaled_leaves(held, target)
    total = sum(typed.values(), Decimal(0))
    if total != target:
        raise _not_the_sum(dimension, target, total)
    return typed


def _require_points(key: str, weight: Decimal) -> None:
    if not is_usable(weight) or not 0 <= weight <= HUNDRED:
        raise RuleBrokenError(
            _("The weight of %(key)s must lie between 0 and 100.") % {"key": key},
            "weight_outside",
            "weight",
        )
    if weight != round(weight, PLACES):
        raise RuleBrokenError(
            _("The weight of %(key)s has more than %(places)s decimal places.")
            % {"key": key, "places": PLACES},
            "weight_too_precise",
            "weight",
        )


def _not_the_sum(dimension: str, target: Decimal, total: Decimal) -> RuleBrokenError:
    return RuleBrokenError(
        _(
            "Dimension %(key)s shows %(target)s, but its criteria give %(total)s. "
            "Change one of the two."
        )
        % {"key": dimension, "target": target, "total": total},
        "dimension_not_the_sum",
        "weight",
    )
