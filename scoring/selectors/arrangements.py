"""The order of a version as plain values, as text, and with one thing moved."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from scoring.models import CriteriaVersion

UP: Final = -1
DOWN: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    r"""Keys in order: the knock-outs, then each dimension with its criteria.

    As text it has one line for the knock-outs and one for each dimension.

    >>> read_arrangement("K1 K2\n1: 1.1 1.2\n2:").branches
    {'1': ('1.1', '1.2'), '2': ()}
    """

    knock_outs: tuple[str, ...]
    branches: Mapping[str, tuple[str, ...]]

    @property
    def leaves(self) -> tuple[str, ...]:
        """All weighted criteria in order."""
        return tuple(chain.from_iterable(self.branches.values()))

    @property
    def text(self) -> str:
        """The order as a form sends it and the audit trail keeps it."""
        lines = (f"{key}: {' '.join(keys)}" for key, keys in self.branches.items())
        return "\n".join([" ".join(self.knock_outs), *lines])

    def moved(self, key: str, step: int) -> "Arrangement":
        """The order with one dimension, knock-out or criterion a place up or down.

        A criterion at the edge of its dimension goes on into the next one.
        """
        if key in self.branches:
            order = _swapped(tuple(self.branches), key, step)
            branches = {name: self.branches[name] for name in order}
            return Arrangement(knock_outs=self.knock_outs, branches=branches)
        if key in self.knock_outs:
            order = _swapped(self.knock_outs, key, step)
            return Arrangement(knock_outs=order, branches=self.branches)
        return Arrangement(
            knock_outs=self.knock_outs, branches=self._with_leaf(key, step)
        )

    def _with_leaf(self, key: str, step: int) -> dict[str, tuple[str, ...]]:
        home = next((d for d, keys in self.branches.items() if key in keys), None)
        if home is None:
            raise RuleBrokenError(
                _("There is no criterion %(key)s.") % {"key": key}, "criterion_unknown"
            )
        keys = self.branches[home]
        if 0 <= keys.index(key) + step < len(keys):
            return dict(self.branches) | {home: _swapped(keys, key, step)}
        names = list(self.branches)
        place = names.index(home) + step
        if not 0 <= place < len(names):
            return dict(self.branches)
        other = self.branches[names[place]]
        joined = (*other, key) if step == UP else (key, *other)
        left = tuple(each for each in keys if each != key)
        return dict(self.branches) | {home: left, names[place]: joined}


def _swapped(keys: tuple[str, ...], key: str, step: int) -> tuple[str, ...]:
    here = keys.index(key)
    there = here + step
    if not 0 <= there < len(keys):
        return keys
    order = list(keys)
    order[here], order[there] = order[there], order[here]
    return tuple(order)


def arrangement_of(version: CriteriaVersion) -> Arrangement:
    """The order in which a version stands."""
    rows = list(version.criteria.select_related("dimension").order_by("position"))
    return Arrangement(
        knock_outs=tuple(row.key for row in rows if row.dimension is None),
        branches={
            dimension.key: tuple(
                row.key for row in rows if row.dimension_id == dimension.pk
            )
            for dimension in version.dimensions.order_by("position")
        },
    )


def read_arrangement(text: str) -> Arrangement:
    """Read the order that a form sent; what is no order is refused."""
    head, *lines = text.replace("\r\n", "\n").split("\n") if text else [""]
    branches: dict[str, tuple[str, ...]] = {}
    for line in lines:
        key, mark, keys = line.partition(":")
        if not mark or key.strip() in branches:
            raise RuleBrokenError(
                _("The order must hold each dimension and each criterion once."),
                "arrangement_incomplete",
                "order",
            )
        branches[key.strip()] = tuple(keys.split())
    return Arrangement(knock_outs=tuple(head.split()), branches=branches)
