"""The forms behind a vendor's door: the code, and the questions."""

import unicodedata

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DecimalField
from catalog.models import VendorStatement
from catalog.selectors.vendor_door.statements import SERVICE, SOFTWARE
from catalog.services.vendor_door.statements import Answers

HOURS = (
    "onsite_hours_tier_1",
    "onsite_hours_tier_2",
    "onsite_hours_tier_3",
    "onsite_hours_remote",
    "replacement_hours",
)
LONG = frozenset({"depots", "penalties", "notes"})


class CodeForm(forms.Form):
    """The one-time code that came by mail."""

    code = forms.CharField(
        label=_("Code from the mail"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}
        ),
    )

    def clean_code(self) -> str:
        """The digits: people copy spaces along, and type full-width ones."""
        plain = unicodedata.normalize("NFKC", self.cleaned_data["code"])
        return "".join(plain.split())


class AnswerForm(forms.Form):
    """The vendor's written justification of its price."""

    answer = forms.CharField(
        label=_("Your justification"),
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("It can be sent once; name what makes the price possible."),
    )


class StatementForm(forms.ModelForm[VendorStatement]):
    """Service levels 1 to 3, depots, penalties, and what the servers run."""

    class Meta:
        model = VendorStatement
        fields = (*SERVICE, *SOFTWARE)
        field_classes = dict.fromkeys(HOURS, DecimalField)
        widgets = {name: forms.Textarea(attrs={"rows": 3}) for name in LONG}

    @property
    def service(self) -> list[forms.BoundField]:
        """The questions on service."""
        return [self[name] for name in SERVICE]

    @property
    def software(self) -> list[forms.BoundField]:
        """The questions on compatibility, and the notes."""
        return [self[name] for name in SOFTWARE]

    @property
    def values(self) -> Answers:
        """The answers of a valid form."""
        return Answers(**self.cleaned_data)
