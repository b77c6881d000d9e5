"""The form of an evaluator's conflicts of interest: one question for each vendor."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from catalog.models import Vendor
from catalog.services.declarations import Statement

NONE: Final = "none"
CONFLICT: Final = "conflict"
CHOICES: Final = (
    (NONE, gettext_lazy("No conflict of interest")),
    (CONFLICT, gettext_lazy("I have a conflict of interest")),
)
REASON_LENGTH: Final = 250


class DeclarationsForm(forms.Form):
    """For each vendor a choice that starts on nothing, and the reason of a conflict."""

    def __init__(
        self,
        *arguments: Any,
        vendors: Sequence[Vendor],
        cleared: Collection[int],
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self.vendors = vendors
        for vendor in vendors:
            self.fields[_choice(vendor)] = forms.ChoiceField(
                label=vendor.name,
                choices=CHOICES,
                widget=forms.RadioSelect,
                initial=NONE if vendor.pk in cleared else None,
            )
            self.fields[_reason(vendor)] = forms.CharField(
                label=_("Reason of the conflict with %(vendor)s")
                % {"vendor": vendor.name},
                required=False,
                max_length=REASON_LENGTH,
            )

    @property
    def statements(self) -> dict[Vendor, Statement]:
        """What a valid form says about each vendor."""
        sent = self.cleaned_data
        return {
            vendor: Statement(
                has_conflict=sent[_choice(vendor)] == CONFLICT,
                reason=sent[_reason(vendor)],
            )
            for vendor in self.vendors
        }


def _choice(vendor: Vendor) -> str:
    return f"choice-{vendor.slug}"


def _reason(vendor: Vendor) -> str:
    return f"reason-{vendor.slug}"
