"""Forms of the decision: what to freeze, and the verdict on it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Approval, Candidate, Evaluation
from scoring.services.decisions import Proposal


class FreezeForm(forms.Form):
    """Whom the officer proposes, the reserve, and what they want printed."""

    recommended = forms.ModelChoiceField(
        label=_("Award to"),
        queryset=Candidate.objects.none(),
        required=False,
        to_field_name="uuid",
        empty_label=_("the first of the ranking"),
    )
    reserve = forms.ModelChoiceField(
        label=_("Reserve"),
        queryset=Candidate.objects.none(),
        required=False,
        to_field_name="uuid",
        empty_label=_("nobody"),
    )
    note = forms.CharField(
        label=_("Recommendation, in your words"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    reservations = forms.CharField(
        label=_("Reservations"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, evaluation: Evaluation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        counting = evaluation.candidates.counting()
        for name in ("recommended", "reserve"):
            self.fields[name].queryset = counting  # type: ignore[attr-defined]  # a ModelChoiceField

    def proposal(self) -> Proposal:
        """What was chosen, as the service takes it."""
        return Proposal(**self.cleaned_data)


class ApprovalForm(forms.Form):
    """The verdict on exactly the hash that was shown."""

    verdict = forms.ChoiceField(choices=Approval.Verdict)
    sha256 = forms.CharField(min_length=64, max_length=64)
    note = forms.CharField(max_length=2000, required=False)
