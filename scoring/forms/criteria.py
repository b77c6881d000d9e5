"""What an officer types about one criterion: texts, kind, curve, anchors, limit."""

from decimal import Decimal
from typing import Any, Final, override

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DecimalField
from procurement.canonical import plain_text
from scoring.forms.curves import CurveForm, curve_changes, curve_initial
from scoring.models import Criterion
from scoring.selectors.evidence.knock_outs import GPU_MEMORY, NODES_PER_RACK

SCORES: Final = range(1, 6)
LANGUAGES: Final = ("en", "zh")
WEIGHTED: Final = [
    choice for choice in Criterion.Kind.choices if choice[0] != Criterion.Kind.KNOCK_OUT
]
TEXTS: Final = ("name_en", "name_zh", "help_en", "help_zh", "perspective")
CHECKS: Final = {
    GPU_MEMORY: (_("memory of one GPU, at least"), "GB"),
    NODES_PER_RACK: (_("servers that one rack feeds, at least"), ""),
}
"""What a knock-out can check by itself: a name, and the unit of its limit."""


class TextsForm(forms.Form):
    """What each criterion has: names, what it asks, and its perspective."""

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


class CriterionForm(TextsForm, CurveForm):
    """A weighted criterion; what does not belong to its kind is left as it is."""

    kind = forms.ChoiceField(label=_("Kind"), choices=WEIGHTED)
    is_required = forms.BooleanField(
        label=_("A candidate without this figure can't be ranked"), required=False
    )

    def __init__(self, *args: Any, criterion: Criterion, **words: Any) -> None:
        words["initial"] = _initial(criterion) | words.get("initial", {})
        super().__init__(*args, **words)
        self.criterion = criterion
        for score in SCORES:
            for language in LANGUAGES:
                self.fields[f"anchor_{language}_{score}"] = forms.CharField(
                    label=_("Score %(score)s") % {"score": score},
                    max_length=1000,
                    required=False,
                    widget=forms.Textarea(attrs={"rows": 2}),
                )

    def anchors(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The fields of the anchors, the best first: score, English, Chinese."""
        return [
            (score, self[f"anchor_en_{score}"], self[f"anchor_zh_{score}"])
            for score in reversed(SCORES)
        ]

    @property
    def changes(self) -> dict[str, object]:
        """What a valid form says, as the service takes it."""
        typed = self.cleaned_data
        found: dict[str, object] = {
            name: typed[name] for name in (*TEXTS, "kind", "is_required")
        }
        for language in LANGUAGES:
            found[f"anchors_{language}"] = [
                typed[f"anchor_{language}_{score}"].strip() for score in SCORES
            ]
        if typed["kind"] == Criterion.Kind.CURVE:
            found |= curve_changes(typed)
        return found


class KnockOutForm(TextsForm):
    """A knock-out: its texts, and the limit that the site can check by itself."""

    metric = forms.ChoiceField(
        label=_("Checked by itself"),
        required=False,
        choices=[
            ("", _("no: the officer decides")),
            *((key, name) for key, (name, _unit) in CHECKS.items()),
        ],
    )
    score_5_at = DecimalField(
        label=_("Limit"), required=False, max_digits=20, decimal_places=6, min_value=0
    )

    def __init__(self, *args: Any, criterion: Criterion, **words: Any) -> None:
        held = {name: getattr(criterion, name) for name in (*TEXTS, "metric")}
        held["score_5_at"] = _shown(criterion.score_5_at)
        words["initial"] = held | words.get("initial", {})
        super().__init__(*args, **words)
        self.criterion = criterion

    @override
    def clean(self) -> dict[str, Any] | None:
        typed = super().clean()
        if typed and typed.get("metric") and typed.get("score_5_at") is None:
            self.add_error("score_5_at", _("A check needs its limit."))
        return typed

    @property
    def changes(self) -> dict[str, object]:
        """What a valid form says, as the service takes it."""
        typed = dict(self.cleaned_data)
        metric = typed["metric"]
        typed["unit"] = CHECKS[metric][1] if metric else ""
        if not metric:
            typed["score_5_at"] = None
        return typed


def form_of(criterion: Criterion) -> type[CriterionForm | KnockOutForm]:
    """The form that fits a criterion."""
    return CriterionForm if criterion.has_weight else KnockOutForm


def _initial(criterion: Criterion) -> dict[str, Any]:
    names = (*TEXTS, "kind", "is_required")
    held = {name: getattr(criterion, name) for name in names}
    for language in LANGUAGES:
        texts = getattr(criterion, f"anchors_{language}")
        held |= {
            f"anchor_{language}_{score}": text
            for score, text in zip(SCORES, texts, strict=True)
        }
    return held | curve_initial(criterion)


def _shown(value: Decimal | None) -> str | None:
    return None if value is None else plain_text(value)
