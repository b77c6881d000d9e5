"""What an officer types about a dimension, and what confirms a removal."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Dimension
from scoring.services.dimensions import DimensionName


class DimensionForm(forms.Form):
    """The name of a dimension in both languages."""

    name_en = forms.CharField(label=_("Name in English"), max_length=160)
    name_zh = forms.CharField(
        label=_("Name in Chinese"), max_length=160, required=False
    )

    def __init__(
        self, *args: Any, dimension: Dimension | None = None, **words: Any
    ) -> None:
        if dimension is not None:
            held = {"name_en": dimension.name_en, "name_zh": dimension.name_zh}
            words["initial"] = held | words.get("initial", {})
        super().__init__(*args, **words)

    @property
    def name(self) -> DimensionName:
        """The name that a valid form holds."""
        typed = self.cleaned_data
        return DimensionName(en=typed["name_en"], zh=typed["name_zh"])


class RemovalForm(forms.Form):
    """Sending it confirms what the page says; that may have changed meanwhile."""

    heirs = forms.CharField(
        label=_("New weights"), required=False, widget=forms.HiddenInput
    )
