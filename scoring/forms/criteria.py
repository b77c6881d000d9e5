"""What an officer types about the criteria: weights, texts, curves, anchors."""

from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DecimalField, NumberInput
from procurement.canonical import plain_text
from scoring.models import Criterion
from scoring.selectors.criteria import Tree
from scoring.selectors.evidence.metrics import METRICS
from scoring.services.weights import Weights

SCORES: Final = range(1, 6)
WEIGHTED: Final = [
    choice for choice in Criterion.Kind.choices if choice[0] != Criterion.Kind.KNOCK_OUT
]


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


class CriterionForm(forms.Form):
    """One criterion; what does not belong to its kind is left as it is."""

    name_en = forms.CharField(label=_("Name in English"), max_length=200)
    name_zh = forms.CharField(
        label=_("Name in Chinese"), max_length=200, required=False
    )
    help_en = forms.CharField(
        label=_("What it asks, in English"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    help_zh = forms.CharField(
        label=_("What it asks, in Chinese"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    perspective = forms.ChoiceField(
        label=_("Perspective"), choices=Criterion.Perspective.choices
    )
    kind = forms.ChoiceField(label=_("Kind"), choices=WEIGHTED)
    is_required = forms.BooleanField(
        label=_("A candidate without this figure can't be ranked"), required=False
    )
    metric = forms.ChoiceField(
        label=_("Figure"),
        required=False,
        choices=[
            ("", _("a figure of one's own, typed by the officer")),
            *((key, name) for key, (name, _unit) in METRICS.items()),
        ],
    )
    unit = forms.CharField(
        label=_("Unit"),
        max_length=30,
        required=False,
        help_text=_("of a figure of one's own; others have theirs"),
    )
    score_1_at = DecimalField(
        label=_("Score 1 at"), required=False, max_digits=20, decimal_places=6
    )
    score_5_at = DecimalField(
        label=_("Score 5 at"), required=False, max_digits=20, decimal_places=6
    )
    scale = forms.ChoiceField(
        label=_("Between the two"), choices=Criterion.Scale.choices
    )

    def __init__(self, *args: Any, criterion: Criterion, **words: Any) -> None:
        words["initial"] = _initial(criterion) | words.get("initial", {})
        super().__init__(*args, **words)
        self.criterion = criterion
        for score in SCORES:
            for language in ("en", "zh"):
                self.fields[f"anchor_{language}_{score}"] = forms.CharField(
                    label=_("Score %(score)s") % {"score": score},
                    max_length=1000,
                    required=False,
                    widget=forms.Textarea(attrs={"rows": 2}),
                )
        if not criterion.has_weight:
            kept = ("name_en", "name_zh", "help_en", "help_zh", "perspective")
            self.fields = {name: self.fields[name] for name in kept}

    def anchors(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The fields of the anchors, the best first: score, English, Chinese."""
        return [
            (score, self[f"anchor_en_{score}"], self[f"anchor_zh_{score}"])
            for score in reversed(SCORES)
        ]

    @property
    def changes(self) -> dict[str, object]:
        """What a valid form says, as the service takes it."""
        typed = dict(self.cleaned_data)
        if not self.criterion.has_weight:
            return typed
        for language in ("en", "zh"):
            typed[f"anchors_{language}"] = [
                typed.pop(f"anchor_{language}_{score}").strip() for score in SCORES
            ]
        if typed["kind"] != Criterion.Kind.CURVE:
            for name in ("metric", "unit", "score_1_at", "score_5_at", "scale"):
                typed.pop(name)
        elif typed["metric"]:
            typed["unit"] = METRICS[typed["metric"]][1]
        return typed


def _initial(criterion: Criterion) -> dict[str, Any]:
    names = (
        "name_en",
        "name_zh",
        "help_en",
        "help_zh",
        "perspective",
        "kind",
        "is_required",
        "metric",
        "unit",
        "score_1_at",
        "score_5_at",
        "scale",
    )
    held = {name: getattr(criterion, name) for name in names}
    for language in ("en", "zh"):
        texts = getattr(criterion, f"anchors_{language}")
        held |= {
            f"anchor_{language}_{score}": text
            for score, text in zip(SCORES, texts, strict=True)
        }
    return held
