"""The vendors invited to quote."""

from typing import Any, override

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from catalog.forms.panels import InvitationForm
from catalog.selectors.vendor_door.links import invited_vendors
from catalog.services.invitations import invite_vendor, withdraw_invitation
from catalog.views.setup import SetUpPage
from procurement.form_pages import FormPage
from procurement.permissions import Action


class InvitationListPage(SetUpPage, FormPage):
    """The invited vendors, and a form for another."""

    actions = {"get": Action.VIEW_SETUP, "post": Action.EDIT_SETUP}
    section = "catalog:invitation-list"
    template_name = "catalog/set_up/vendors.html"
    form_class = InvitationForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"tender": self.tender}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "invited": invited_vendors(self.tender, self.user),
            "may_edit": self.may(Action.EDIT_SETUP),
            "may_link": self.may(Action.MANAGE_VENDOR_LINKS),
        }

    @override
    def act(self, form: InvitationForm) -> HttpResponse:
        vendor = form.cleaned_data["vendor"]
        invite_vendor(by=self.user, tender=self.tender, vendor=vendor)
        return self.back(_("%(vendor)s is invited.") % {"vendor": vendor.name})


class InvitationWithdrawPage(SetUpPage):
    """Takes an invitation back."""

    action = Action.EDIT_SETUP
    section = "catalog:invitation-list"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Withdraw the invitation of a vendor."""
        invitation = get_object_or_404(
            self.tender.invitations, vendor__slug=kwargs["vendor"]
        )
        withdraw_invitation(by=self.user, invitation=invitation)
        return self.back(_("The invitation is withdrawn."))
