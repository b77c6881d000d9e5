"""The link of an invited vendor, as an officer makes it."""

from typing import Any, override

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import LocalTimeField
from catalog.models import InvitedVendor
from catalog.selectors.vendor_contacts import first_address
from catalog.services.vendor_door.links import LinkTerms


class VendorLinkForm(forms.Form):
    """Who gets the codes, until when the link opens the door, and the round."""

    email = forms.EmailField(
        label=_("Vendor's e-mail"),
        help_text=_("One-time codes are sent there, never the link itself."),
    )
    expires_at = LocalTimeField(label=_("Link ends"))
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99, initial=1)

    def __init__(
        self, *arguments: Any, invitation: InvitedVendor, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.tender = invitation.tender
        deadline = timezone.make_naive(self.tender.due_now, self.tender.zone)
        self.fields["email"].initial = first_address(invitation.vendor)
        self.fields["expires_at"].initial = deadline
        newest = self.tender.newest_round
        self.fields["round"].initial = newest.number if newest else 1

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("expires_at"):
            ends = cleaned["expires_at"].replace(tzinfo=self.tender.zone)
            cleaned["expires_at"] = ends
        return cleaned

    @property
    def terms(self) -> LinkTerms:
        """The terms of a valid form."""
        return LinkTerms(**self.cleaned_data)
