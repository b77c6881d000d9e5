"""The form of a decision on a cell of the panel."""

from decimal import Decimal
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.worksheets import LAST_VERSION
from scoring.services.moderation import Verdict

WAIVE: Final = "waive"
VALUES: Final = ("1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5")


class VerdictForm(forms.Form):
    """A consensus or a waiver, its reason, and what was seen when deciding.

    ``previewed`` is the choice whose effect the page has shown.
    """

    value = forms.ChoiceField(
        label=_("Consensus score"),
        choices=[("", _("not set")), *((value, value) for value in VALUES)],
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason (required)"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    version = forms.IntegerField(
        min_value=0, max_value=LAST_VERSION, widget=forms.HiddenInput
    )
    previewed = forms.CharField(required=False, max_length=5)

    def choice(self) -> str:
        """What is decided: a value, or that the spread is waived."""
        return WAIVE if WAIVE in self.data else self.cleaned_data["value"]

    def verdict(self) -> Verdict:
        """The decision as the service takes it."""
        return Verdict(
            value=value_of(self.choice()),
            reason=self.cleaned_data["reason"],
            seen_version=self.cleaned_data["version"],
        )


def value_of(choice: str) -> Decimal | None:
    """The consensus of a choice; none when the spread is waived."""
    return None if choice == WAIVE else Decimal(choice)
