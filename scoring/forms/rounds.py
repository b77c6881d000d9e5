"""What an officer types to begin a further round of quotes."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import LocalTimeField, choose_from
from catalog.models import Tender, Vendor
from catalog.services.rounds import RoundTerms
from scoring.forms.justifications import InZoneForm


class RoundForm(InZoneForm):
    """Why another round, until when, and who is invited."""

    moment = "deadline"
    number = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("stands in the audit trail"),
    )
    deadline = LocalTimeField(label=_("Quotes due"))
    vendors = forms.ModelMultipleChoiceField(
        label=_("Invited vendors"),
        queryset=Vendor.objects.none(),
        to_field_name="slug",
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self, *arguments: Any, tender: Tender, vendors: QuerySet[Vendor], **options: Any
    ) -> None:
        super().__init__(*arguments, tender=tender, **options)
        choose_from(self, "vendors", vendors)
        self.fields["vendors"].initial = [vendor.slug for vendor in vendors]

    @property
    def terms(self) -> RoundTerms:
        """The terms of a valid form."""
        return RoundTerms(
            **self.cleaned_data | {"vendors": list(self.cleaned_data["vendors"])}
        )
