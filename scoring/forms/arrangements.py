"""The order of the criteria as the page sends it, and what a button moves."""

from typing import Final

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from procurement.errors import RuleBrokenError
from scoring.selectors.arrangements import DOWN, UP, Arrangement, read_arrangement

STEPS: Final = {"up": UP, "down": DOWN}
LONGEST: Final = 20_000


class ArrangementForm(forms.Form):
    """All keys in order; ``move`` is a direction and one key, of a button."""

    order = forms.CharField(
        label=_("Order"),
        max_length=LONGEST,
        strip=False,
        widget=forms.HiddenInput,
    )
    move = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def clean_move(self) -> tuple[str, int] | None:
        """The key and the step of a button that was pressed."""
        word, _mark, key = self.cleaned_data["move"].partition(" ")
        if not word:
            return None
        if word not in STEPS or not key:
            raise forms.ValidationError(_("It can't be moved like this."))
        return key, STEPS[word]

    @property
    def arrangement(self) -> Arrangement:
        """The order that a valid form asks for."""
        order = read_arrangement(self.cleaned_data["order"])
        move = self.cleaned_data["move"]
        if move is None:
            return order
        key, step = move
        known = {*order.knock_outs, *order.branches, *order.leaves}
        if key not in known:
            raise RuleBrokenError(
                gettext("There is no criterion %(key)s.") % {"key": key},
                "criterion_unknown",
            )
        return order.moved(key, step)
