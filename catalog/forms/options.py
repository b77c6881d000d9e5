"""Which options count in the totals, with the reason for what is changed."""

from collections.abc import Iterable
from typing import Any, override

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from catalog.selectors.options import OptionRow
from catalog.services.options import OptionChoice


class OptionForm(forms.Form):
    """All options of the quotes: ticked ones count, for all vendors alike."""

    def __init__(
        self, *arguments: Any, options: Iterable[OptionRow], **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self.options = tuple(options)
        for row in self.options:
            self.fields[_name(row)] = forms.BooleanField(
                label=_("%(option)s (%(key)s) counts in the totals")
                % {"option": row.label, "key": row.key},
                initial=row.counts,
                required=False,
            )
        self.fields["reason"] = forms.CharField(
            label=gettext_lazy("Reason"), max_length=500
        )

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.has_changed_choices:
            self.add_error(None, _("No choice is changed."))
        return cleaned

    @property
    def has_changed_choices(self) -> bool:
        """Whether any option is to count that doesn't, or the other way round."""
        return any(_name(row) in self.changed_data for row in self.options)

    @property
    def choices(self) -> list[OptionChoice]:
        """The changed choices of a valid form."""
        return [
            OptionChoice(
                key=row.key,
                counts=self.cleaned_data[_name(row)],
                reason=self.cleaned_data["reason"],
            )
            for row in self.options
            if _name(row) in self.changed_data
        ]


def _name(row: OptionRow) -> str:
    return f"option-{row.key}"
