"""The links of invited vendors: made, shown once, revoked by an officer."""

from functools import cached_property
from typing import Any, override

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.forms.vendor_links import VendorLinkForm
from catalog.models import InvitedVendor, VendorLink
from catalog.services.vendor_door.links import make_vendor_link, revoke_vendor_link
from catalog.views.setup import SetUpPage
from procurement.form_pages import FormPage
from procurement.permissions import Action


class VendorLinkPage(SetUpPage, FormPage):
    """Makes a vendor's link, or another in its place; the address is shown once."""

    action = Action.MANAGE_VENDOR_LINKS
    section = "catalog:invitation-list"
    template_name = "catalog/set_up/link.html"
    form_class = VendorLinkForm

    @cached_property
    def invitation(self) -> InvitedVendor:
        """The invitation of the address."""
        rows = self.tender.invitations.select_related("vendor")
        found = get_object_or_404(rows, vendor__slug=self.kwargs["vendor"])
        found.tender = self.tender
        return found

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"invitation": self.invitation}

    @override
    def content(self) -> dict[str, Any]:
        links = VendorLink.objects.filter(invitation=self.invitation, revoked_at=None)
        return super().content() | {
            "vendor": self.invitation.vendor,
            "replaces": links.first(),
        }

    @override
    def act(self, form: VendorLinkForm) -> HttpResponse:
        link, secret = make_vendor_link(
            by=self.user, invitation=self.invitation, terms=form.terms
        )
        address = settings.SITE_URL.rstrip("/") + reverse("catalog:door", args=[secret])
        return self.render(form=None, link=link, address=address)


class VendorLinkRevokePage(SetUpPage):
    """Ends a vendor's link."""

    action = Action.MANAGE_VENDOR_LINKS
    section = "catalog:invitation-list"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Revoke the link of a vendor."""
        links = VendorLink.objects.filter(
            invitation__tender=self.tender, revoked_at=None
        ).select_related("invitation__tender", "invitation__vendor")
        link = get_object_or_404(links, invitation__vendor__slug=kwargs["vendor"])
        revoke_vendor_link(by=self.user, link=link)
        return self.back(_("The link no longer works."))
