"""What an officer types about candidates: data, decisions, admission, assignments."""

from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DateField, DecimalField, choose_from
from catalog.models import CloudOffer, Provenance, RunSet
from procurement.accounts.models import User
from scoring.forms.reasons import ReasonedForm
from scoring.models import Candidate, Criterion
from scoring.services.evidence import Datum


class DatumForm(forms.Form):
    """A figure in the criterion's unit, with whose it is, from where, of what day."""

    value = DecimalField(label=_("Value"), max_digits=30, decimal_places=10)
    provenance = forms.ChoiceField(label=_("Whose figure"), choices=Provenance.choices)
    source = forms.CharField(label=_("Source"), max_length=250)
    on = DateField(label=_("Date"), required=False)

    @property
    def datum(self) -> Datum:
        """The datum of a valid form."""
        return Datum(**self.cleaned_data)


class RunSetForm(forms.Form):
    """One of the run sets that a candidate's server has."""

    run_set = forms.ModelChoiceField(
        label=_("Run set"), queryset=RunSet.objects.none(), to_field_name="uuid"
    )

    def __init__(self, *args: Any, run_sets: Collection[RunSet], **words: Any) -> None:
        super().__init__(*args, **words)
        keys = [row.pk for row in run_sets]
        choose_from(self, "run_set", RunSet.objects.filter(pk__in=keys))


class KnockOutForm(ReasonedForm):
    """Pass or fail."""

    verdict = forms.ChoiceField(
        label=_("Decision"),
        choices=[("pass", _("Pass")), ("fail", _("Fail"))],
        widget=forms.RadioSelect,
    )

    @property
    def is_passed(self) -> bool:
        """The verdict of a valid form."""
        return bool(self.cleaned_data["verdict"] == "pass")


class AdmissionForm(forms.Form):
    """Whether a candidate takes part; anything but admitted needs a reason."""

    admission = forms.ChoiceField(
        label=_("Admission"), choices=Candidate.Admission.choices
    )
    reason = forms.CharField(
        label=_("Reason in English"),
        max_length=400,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("printed in the report; due for anything but admitted"),
    )
    reason_zh = forms.CharField(
        label=_("Reason in Chinese"),
        max_length=400,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class CloudCandidateForm(forms.Form):
    """A cloud offer of the catalogue."""

    cloud_offer = forms.ModelChoiceField(
        label=_("Cloud offer"), queryset=CloudOffer.objects.none(), to_field_name="uuid"
    )

    def __init__(
        self, *args: Any, offers: Collection[CloudOffer], **words: Any
    ) -> None:
        super().__init__(*args, **words)
        keys = [row.pk for row in offers]
        choose_from(self, "cloud_offer", CloudOffer.objects.filter(pk__in=keys))


class AssignmentForm(forms.Form):
    """Criteria × evaluators: one list of boxes for each evaluator."""

    def __init__(
        self,
        *args: Any,
        evaluators: Iterable[User],
        criteria: Iterable[Criterion],
        **words: Any,
    ) -> None:
        super().__init__(*args, **words)
        self.evaluators = list(evaluators)
        choices = [(row.key, f"{row.key} {row.name}") for row in criteria]
        for person in self.evaluators:
            self.fields[str(person.uuid)] = forms.MultipleChoiceField(
                label=person.name,
                choices=choices,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    @property
    def keys(self) -> dict[User, list[str]]:
        """The criteria of each evaluator, of a valid form."""
        return {
            person: self.cleaned_data[str(person.uuid)] for person in self.evaluators
        }
