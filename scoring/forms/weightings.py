"""Judgements as an officer gives them: one choice a pair, or points for each swing."""

from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DecimalField
from scoring.models import Weighting
from scoring.selectors.weightings import Node, Part
from scoring.services.weightings import SCALE, Derived, from_comparisons, from_swings

EQUAL: Final = "1/1"
RATIOS: Final = [
    *((f"{n}/1", f"{n} : 1") for n in range(SCALE, 1, -1)),
    (EQUAL, "1 : 1"),
    *((f"1/{n}", f"1 : {n}") for n in range(2, SCALE + 1)),
]
"""Saaty's scale, from the left one outweighing the right one to the reverse."""


class PairwiseForm(forms.Form):
    """How many times the first of each pair outweighs the second."""

    def __init__(self, *args: Any, node: Node, **words: Any) -> None:
        super().__init__(*args, **words)
        self.node = node
        held = _held(node, Weighting.Method.PAIRWISE)
        for left, right in node.pairs:
            names = {"left": left.name, "right": right.name}
            self.fields[_name(left, right)] = forms.ChoiceField(
                label=_("%(left)s against %(right)s") % names,
                choices=RATIOS,
                initial=held.get(f"{left.key} : {right.key}", EQUAL),
            )

    def rows(self) -> list[tuple[Part, forms.BoundField, Part]]:
        """The pairs with their fields."""
        return [
            (left, self[_name(left, right)], right) for left, right in self.node.pairs
        ]

    @property
    def derived(self) -> Derived:
        """What a valid form gives."""
        ratios = {
            (left.key, right.key): Fraction(self.cleaned_data[_name(left, right)])
            for left, right in self.node.pairs
        }
        return from_comparisons(self.node, ratios)


class SwingForm(forms.Form):
    """What each step from worst to best is worth; the most valuable one is 100."""

    def __init__(self, *args: Any, node: Node, **words: Any) -> None:
        super().__init__(*args, **words)
        self.node = node
        held = _held(node, Weighting.Method.SWING)
        for part in node.parts:
            self.fields[f"s-{part.key}"] = DecimalField(
                label=_("Points of %(name)s") % {"name": part.name},
                min_value=0,
                max_value=100,
                max_digits=7,
                decimal_places=4,
                initial=held.get(part.key),
            )

    def rows(self) -> list[tuple[Part, forms.BoundField]]:
        """The parts with their fields."""
        return [(part, self[f"s-{part.key}"]) for part in self.node.parts]

    @property
    def derived(self) -> Derived:
        """What a valid form gives."""
        swings = {
            part.key: self.cleaned_data[f"s-{part.key}"] for part in self.node.parts
        }
        return from_swings(self.node, swings)


def _name(left: Part, right: Part) -> str:
    return f"p-{left.key}-{right.key}"


def _held(node: Node, method: str) -> dict[str, str]:
    """The judgements that are kept, where they were asked for in this way."""
    row = node.weighting
    return dict(row.judgements) if row is not None and row.method == method else {}
