"""A curve as an officer types it: figure, unit, ends, middle points, scale."""

from collections.abc import Mapping
from typing import Any, Final, override

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from catalog.forms.fields import DecimalField
from procurement.canonical import plain_text
from scoring.models import Criterion
from scoring.selectors.criteria_faults import curve_refusals
from scoring.selectors.evidence.metrics import METRICS

MIDDLE: Final = range(1, 4)
"""Middle points that a form offers."""


class CurveForm(forms.Form):
    """The curve of a data criterion; empty where the kind is another."""

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

    def __init__(self, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        for number in MIDDLE:
            self.fields[f"middle_value_{number}"] = DecimalField(
                label=_("Middle point %(number)s: value") % {"number": number},
                required=False,
                max_digits=20,
                decimal_places=6,
            )
            self.fields[f"middle_score_{number}"] = DecimalField(
                label=_("Middle point %(number)s: score") % {"number": number},
                required=False,
                max_digits=4,
                decimal_places=3,
                min_value=1,
                max_value=5,
            )

    def middle(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The fields of the middle points: number, value, score."""
        return [
            (number, self[f"middle_value_{number}"], self[f"middle_score_{number}"])
            for number in MIDDLE
        ]

    @override
    def clean(self) -> dict[str, Any] | None:
        typed = super().clean() or self.cleaned_data
        for number in MIDDLE:
            value, score = (
                typed.get(f"middle_{part}_{number}") for part in ("value", "score")
            )
            if (value is None) is not (score is None):
                missing = "value" if value is None else "score"
                self.add_error(
                    f"middle_{missing}_{number}",
                    _("A middle point needs its value and its score."),
                )
        return typed


def curve_changes(typed: Mapping[str, Any]) -> dict[str, object]:
    """What a valid form says of the curve, as the service takes it."""
    found = {name: typed[name] for name in ("metric", "score_1_at", "score_5_at")}
    own = typed["unit"]
    return found | {
        "scale": typed["scale"],
        "unit": METRICS[typed["metric"]][1] if typed["metric"] else own,
        "middle": _middle(typed),
    }


def _middle(typed: Mapping[str, Any]) -> list[list[str]]:
    points = [
        (typed[f"middle_value_{number}"], typed[f"middle_score_{number}"])
        for number in MIDDLE
    ]
    given = sorted(
        (point for point in points if None not in point), key=lambda point: point[1]
    )
    return [[plain_text(value), plain_text(score)] for value, score in given]


def curve_initial(criterion: Criterion) -> dict[str, Any]:
    """What a form over a stored criterion shows of its curve."""
    names = ("metric", "unit", "score_1_at", "score_5_at", "scale")
    held = {name: getattr(criterion, name) for name in names}
    for number, (value, score) in enumerate(criterion.middle_points, start=1):
        held |= {f"middle_value_{number}": value, f"middle_score_{number}": score}
    return held


class CurvePreviewForm(CurveForm):
    """A curve that is being typed: what it would be, or what is wrong with it."""

    @property
    def criterion(self) -> Criterion | None:
        """An unsaved criterion with the curve; None where it is not usable."""
        row = Criterion(kind=Criterion.Kind.CURVE, key=gettext("this criterion"))
        for name, value in curve_changes(self.cleaned_data).items():
            setattr(row, name, value)
        for refusal in curve_refusals(row):
            self.add_error(None, str(refusal))
        return None if self.errors else row

    @property
    def problems(self) -> list[str]:
        """What is wrong, one sentence each."""
        return [
            str(problem)
            for found in self.errors.get_json_data().values()
            for problem in (each["message"] for each in found)
        ]
