"""The weights of the whole tree as an officer types them."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DecimalField, NumberInput
from procurement.canonical import plain_text
from scoring.selectors.criteria import Tree
from scoring.services.weights import Weights


def weight_field(name: str, weight: Decimal, mark: str) -> forms.DecimalField:
    """Points of 100, exact to four places; ``mark`` tells the script what it is."""
    words = _("Weight of %(name)s, in points of 100") % {"name": name}
    attributes = {
        "class": "form-control inp-n d-inline-block",
        "aria-label": words,
        f"data-{mark}": plain_text(weight),
    }
    return DecimalField(
        label=words,
        min_value=0,
        max_value=100,
        max_digits=7,
        decimal_places=4,
        initial=weight,
        widget=NumberInput(attributes),
    )


class WeightsForm(forms.Form):
    """The weights of the whole tree; ``d-…`` are dimensions, ``w-…`` leaves."""

    def __init__(self, *args: Any, tree: Tree, **words: Any) -> None:
        super().__init__(*args, **words)
        self.tree = tree
        for branch in tree.branches:
            dimension = branch.head.dimension
            self.fields[f"d-{dimension.key}"] = weight_field(
                f"{dimension.key} {dimension.name}", branch.head.weight, "dim-weight"
            )
            for row in (leaf.criterion for leaf in branch.leaves):
                self.fields[f"w-{row.key}"] = weight_field(
                    f"{row.key} {row.name}", row.weight, "weight"
                )

    @property
    def weights(self) -> Weights:
        """The points of a valid form."""
        typed = self.cleaned_data
        return Weights(
            dimensions={name[2:]: typed[name] for name in typed if name[:2] == "d-"},
            leaves={name[2:]: typed[name] for name in typed if name[:2] == "w-"},
        )
