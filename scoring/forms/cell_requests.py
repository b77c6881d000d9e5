"""The officer's answer to a request of an evaluator."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.worksheets import LAST_VERSION

ACCEPT: Final = "accept"
REFUSE: Final = "refuse"


class RequestAnswerForm(forms.Form):
    """Accept or refuse, why, and the version of the cell that was read."""

    answer = forms.ChoiceField(
        choices=[(ACCEPT, _("Accept")), (REFUSE, _("Give back"))]
    )
    reason = forms.CharField(label=_("Reason"), max_length=400, required=False)
    version = forms.IntegerField(min_value=0, max_value=LAST_VERSION, required=False)

    @property
    def is_accepted(self) -> bool:
        """Whether the officer accepts."""
        return bool(self.cleaned_data["answer"] == ACCEPT)
