"""Which criteria of the library go where; the name of an own template."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Dimension
from scoring.selectors.criteria_templates import LibraryEntry


class LibraryForm(forms.Form):
    """Criteria to insert, and the dimension that they go to."""

    to = forms.ChoiceField(label=_("Into the dimension"), required=False)
    chosen = forms.MultipleChoiceField(
        label=_("Criteria"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        *args: Any,
        entries: list[LibraryEntry],
        dimensions: list[Dimension],
        **words: Any,
    ) -> None:
        super().__init__(*args, **words)
        to: Any = self.fields["to"]
        to.choices = [
            ("", _("none: knock-outs only")),
            *((row.key, f"{row.key} {row.name}") for row in dimensions),
        ]
        chosen: Any = self.fields["chosen"]
        chosen.choices = [(entry.id, entry.name) for entry in entries]
        self.entries = entries

    def rows(self) -> list[tuple[LibraryEntry, forms.boundfield.BoundWidget]]:
        """The entries with their boxes."""
        return list(zip(self.entries, self["chosen"], strict=True))
