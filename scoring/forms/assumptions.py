"""The form of one assumption of the cost model."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DateField, DecimalField
from procurement.canonical import plain_text
from scoring.models import Candidate, CostAssumption, Evaluation
from scoring.services.assumptions import AssumptionTerms
from scoring.tco.kinds import kind_of


class AssumptionForm(forms.Form):
    """Value, unit, source, date; for whom it holds; the default that it overrides."""

    value = DecimalField(label=_("Value"), max_digits=24, decimal_places=10)
    unit = forms.ChoiceField(label=_("Unit"), required=False)
    candidate = forms.ModelChoiceField(
        label=_("Holds for"),
        queryset=Candidate.objects.none(),
        required=False,
        to_field_name="uuid",
        empty_label=_("all candidates"),
    )
    source = forms.CharField(label=_("Source"), max_length=250)
    on = DateField(label=_("Date"))
    replaces = DecimalField(
        label=_("Default that it replaces"),
        max_digits=24,
        decimal_places=10,
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason of the override"), max_length=250, required=False
    )

    def __init__(
        self, *args: Any, evaluation: Evaluation, key: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.key = key
        kind = kind_of(key)
        units = [
            unit.replace("{currency}", evaluation.tender.currency)
            for unit in kind.units
        ]
        self.fields["unit"].choices = [(unit, unit or "–") for unit in units]  # type: ignore[attr-defined]  # a ChoiceField
        if kind.is_common:
            del self.fields["candidate"]
        else:
            self.fields["candidate"].queryset = evaluation.candidates.all()  # type: ignore[attr-defined]  # a ModelChoiceField

    def terms(self) -> AssumptionTerms:
        """What was typed, as the service takes it."""
        data = self.cleaned_data
        return AssumptionTerms(
            key=self.key,
            value=data["value"],
            unit=data["unit"],
            source=data["source"],
            on=data["on"],
            replaces=data["replaces"],
            reason=data["reason"],
        )


def initial_of(row: CostAssumption | None) -> dict[str, object]:
    """The stored values of an assumption, for its form."""
    if row is None:
        return {}
    return {
        "value": plain_text(row.value),
        "unit": row.unit,
        "candidate": row.candidate.uuid if row.candidate else None,
        "source": row.source,
        "on": row.on,
        "replaces": plain_text(row.replaces_value)
        if row.replaces_value is not None
        else None,
        "reason": row.reason,
    }
