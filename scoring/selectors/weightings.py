"""What can be weighed by judgements, what was judged, and whether it still holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from django.utils.translation import gettext as _

from procurement.templatetags.numbers import plain
from scoring.mcda.second_opinions.ahp import LIMIT
from scoring.models import CriteriaVersion, Criterion, Weighting
from scoring.selectors.criteria import DimensionWeight, weights_by_dimension
from scoring.selectors.units import unit_words

WHOLE = Decimal(100)
DOUBTFUL = Decimal(str(LIMIT))
"""From this consistency ratio on the comparisons deserve a second look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One thing to weigh: its name, its weight, and the step from worst to best."""

    key: str
    name: str
    weight: Decimal
    worst: str = ""
    best: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What is weighed together: all dimensions, or the criteria of one of them."""

    key: str
    name: str
    total: Decimal
    parts: tuple[Part, ...]
    weighting: Weighting | None = None

    @property
    def address(self) -> str:
        """How an address names it."""
        return self.key or "all"

    @property
    def keys(self) -> list[str]:
        """The keys of its parts in order."""
        return [part.key for part in self.parts]

    @property
    def pairs(self) -> list[tuple[Part, Part]]:
        """Each pair of its parts once."""
        return list(combinations(self.parts, 2))

    @property
    def is_changed_by_hand(self) -> bool:
        """Whether the weights are no longer those that the judgements gave."""
        if self.weighting is None:
            return False
        points = {key: Decimal(text) for key, text in self.weighting.points.items()}
        return points != {part.key: part.weight for part in self.parts}

    @property
    def asks_for_a_second_look(self) -> bool:
        """Whether its comparisons contradict each other, or nobody can tell."""
        held = self.weighting
        return held is not None and is_doubtful(held.method, held.consistency_ratio)


def is_doubtful(method: str, ratio: Decimal | None) -> bool:
    """Whether comparisons contradict each other too much, or nobody can tell."""
    if method != Weighting.Method.PAIRWISE:
        return False
    return ratio is None or ratio >= DOUBTFUL


def nodes_of(version: CriteriaVersion) -> list[Node]:
    """The dimensions together, then each dimension with two criteria or more."""
    criteria = list(version.criteria.select_related("dimension").order_by("position"))
    held = {row.node: row for row in version.weightings.select_related("made_by")}
    heads = weights_by_dimension(criteria)
    found = [_dimensions(heads, held)] if len(heads) > 1 else []
    for head in heads:
        leaves = [row for row in criteria if row.dimension_id == head.dimension.pk]
        if len(leaves) > 1:
            found.append(
                Node(
                    key=head.dimension.key,
                    name=head.dimension.name,
                    total=head.weight,
                    parts=tuple(_leaf(row) for row in leaves),
                    weighting=held.get(head.dimension.key),
                )
            )
    return found


def _dimensions(heads: list[DimensionWeight], held: Mapping[str, Weighting]) -> Node:
    return Node(
        key="",
        name=_("Dimensions"),
        total=WHOLE,
        parts=tuple(
            Part(
                key=head.dimension.key,
                name=head.dimension.name,
                weight=head.weight,
                worst=_("all its criteria at their worst"),
                best=_("all at their best"),
            )
            for head in heads
        ),
        weighting=held.get(""),
    )


def _leaf(row: Criterion) -> Part:
    worst, best = _swing(row)
    return Part(key=row.key, name=row.name, weight=row.weight, worst=worst, best=best)


def _swing(row: Criterion) -> tuple[str, str]:
    """What stands at both ends of a criterion, in words."""
    if row.kind == Criterion.Kind.CURVE:
        unit = unit_words(row.unit)
        ends = (row.score_1_at, row.score_5_at)
        worst, best = (f"{plain(end)} {unit}".strip() for end in ends)
        return worst, best
    if row.kind == Criterion.Kind.PRICE:
        return _("the dearest"), _("the cheapest")
    return row.anchors[0], row.anchors[-1]
