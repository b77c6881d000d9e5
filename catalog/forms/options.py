"""Take an option into the totals, or out of them, with the reason."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.selectors.options import OptionRow
from catalog.services.options import OptionChoice


class OptionForm(forms.Form):
    """One option of the quotes, whether it counts, and why."""

    key = forms.ChoiceField(label=_("Option"))
    counts = forms.TypedChoiceField(
        label=_("For all vendors"),
        choices=[("yes", _("counts in the totals")), ("no", _("left out"))],
        coerce=lambda value: value == "yes",
    )
    reason = forms.CharField(label=_("Reason"), max_length=500)

    def __init__(
        self, *arguments: Any, options: Iterable[OptionRow], **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self.fields["key"].choices = [  # type: ignore[attr-defined]  # a choice field
            ("", "–"),
            *((row.key, f"{row.label} ({row.key})") for row in options),
        ]

    @property
    def choice(self) -> OptionChoice:
        """The choice of a valid form."""
        return OptionChoice(**self.cleaned_data)
