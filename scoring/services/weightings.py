"""Weights from judgements: worked out, written to the draft, kept with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.canonical import plain_text
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.mcda.elicitation import Ratios, compared, compared_points, swing_points
from scoring.mcda.exact import rounded
from scoring.models import CriteriaVersion, Weighting
from scoring.selectors.weightings import Node, nodes_of
from scoring.services.criteria import locked_draft
from scoring.services.weights import Weights, set_weights

MOST = Decimal(100)
"""What the most valuable swing is worth."""
SCALE = 9
"""How many times one criterion may outweigh another, by Saaty's scale."""
RATIO_PLACES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """Points by key that judgements give, with the judgements themselves."""

    method: str
    points: Mapping[str, Decimal]
    judgements: Mapping[str, str]
    consistency_ratio: Decimal | None = None


def from_comparisons(node: Node, ratios: Ratios) -> Derived:
    """Work out points from pairwise ratios of 1/9 to 9; nothing is written."""
    pairs = {(left.key, right.key) for left, right in node.pairs}
    if set(ratios) != pairs or not all(
        Fraction(1, SCALE) <= ratio <= SCALE for ratio in ratios.values()
    ):
        raise RuleBrokenError(
            _("Each pair needs one comparison between 1 : 9 and 9 : 1."),
            "comparisons_invalid",
        )
    found = compared(node.keys, ratios)
    ratio = found.consistency_ratio
    return Derived(
        method=Weighting.Method.PAIRWISE,
        points=compared_points(node.keys, found, node.total),
        judgements={
            f"{left} : {right}": f"{value.numerator}/{value.denominator}"
            for (left, right), value in ratios.items()
        },
        consistency_ratio=None
        if ratio is None
        else rounded(Fraction(max(ratio, 0.0)), RATIO_PLACES),
    )


def from_swings(node: Node, swings: Mapping[str, Decimal]) -> Derived:
    """Work out points from swings; the most valuable one is 100. Nothing is written."""
    if set(swings) != set(node.keys) or not all(
        0 <= value <= MOST for value in swings.values()
    ):
        raise RuleBrokenError(
            _("Each swing needs points between 0 and 100."), "swings_invalid"
        )
    if MOST not in swings.values():
        raise RuleBrokenError(
            _("Give 100 to the swing that matters most, and the others in proportion."),
            "swing_without_most",
        )
    return Derived(
        method=Weighting.Method.SWING,
        points=swing_points({key: swings[key] for key in node.keys}, node.total),
        judgements={key: plain_text(value) for key, value in swings.items()},
    )


def apply_weighting(
    *, by: User, version: CriteriaVersion, node: Node, derived: Derived
) -> Weighting:
    """Write the points to the draft and keep the judgements with it."""
    require(by, Action.EDIT_CRITERIA, version.evaluation.tender)
    with transaction.atomic():
        tender = locked_draft(by, version)
        _require_current(version, node)
        chosen = (
            Weights(leaves=derived.points)
            if node.key
            else Weights(dimensions=derived.points)
        )
        set_weights(by=by, version=version, weights=chosen)
        points = {key: plain_text(value) for key, value in derived.points.items()}
        row, _is_new = Weighting.objects.update_or_create(
            version=version,
            node=node.key,
            defaults={
                "method": derived.method,
                "judgements": dict(derived.judgements),
                "points": points,
                "consistency_ratio": derived.consistency_ratio,
                "made_by": by,
            },
        )
        record(
            by=by,
            action="weights_judged",
            subject=version,
            details={
                "version": version.number,
                "node": node.key or "dimensions",
                "method": derived.method,
                "judgements": dict(derived.judgements),
                "points": points,
                "consistency_ratio": derived.consistency_ratio,
            },
            tender=tender.uuid,
        )
    return row


def _require_current(version: CriteriaVersion, node: Node) -> None:
    now = next((each for each in nodes_of(version) if each.key == node.key), None)
    if now is None or (now.keys, now.total) != (node.keys, node.total):
        raise RuleBrokenError(
            _("The criteria changed meanwhile; judge them once more."),
            "weighting_outdated",
        )
