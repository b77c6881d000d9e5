"""What an officer types to make an agent's token."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from catalog.models import ServerSku, Tender
from procurement.accounts.models import User

LIFETIMES = [(7, _("7 days")), (30, _("30 days")), (90, _("90 days"))]


class AgentTokenForm(forms.Form):
    """Which servers the agent may upload for, and until when."""

    name = forms.CharField(
        label=pgettext_lazy("thing", "Name"),
        max_length=120,
        help_text=_("The machine or the vendor."),
    )
    skus = forms.ModelMultipleChoiceField(
        label=_("Servers"),
        queryset=ServerSku.objects.order_by("name", "id"),
        to_field_name="slug",
        help_text=_("It can upload results of these only."),
    )
    tender = forms.ModelChoiceField(
        label=_("Evaluation"),
        queryset=Tender.objects.none(),
        to_field_name="reference",
        required=False,
        empty_label=_("none"),
        help_text=_("None: the results stand in the catalogue for everyone."),
    )
    days = forms.TypedChoiceField(
        label=_("It ends after"), choices=LIFETIMES, coerce=int, initial=30
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tender = self.fields["tender"]
        if isinstance(tender, forms.ModelChoiceField):
            tender.queryset = Tender.objects.visible_to(user).order_by("reference")

    @property
    def expires_at(self) -> datetime:
        """When the token ends, counted from now."""
        return timezone.now() + timedelta(days=self.cleaned_data["days"])
