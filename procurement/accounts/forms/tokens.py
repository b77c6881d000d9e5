"""What a person types to make a token."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from procurement.accounts.models import ApiToken

LIFETIMES = [(30, _("30 days")), (90, _("90 days")), (365, _("a year"))]
READ, WRITE = ApiToken.Scope.READ, ApiToken.Scope.WRITE


class TokenForm(forms.Form):
    """A token that acts with the rights of its person."""

    name = forms.CharField(
        label=pgettext_lazy("thing", "Name"),
        max_length=120,
        help_text=_("What the program is called."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[(READ.value, READ.label), (WRITE.value, WRITE.label)],
        initial=[READ.value],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("It ends after"), choices=LIFETIMES, coerce=int, initial=90
    )

    @property
    def expires_at(self) -> datetime:
        """When the token ends, counted from now."""
        return timezone.now() + timedelta(days=self.cleaned_data["days"])
