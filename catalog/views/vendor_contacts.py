"""The people at a vendor: added, corrected and deleted by the editors."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _, gettext_lazy

from catalog.forms.vendors import ContactForm
from catalog.services.vendor_contacts import remove_contact, save_contact
from catalog.views.vendors import VendorBase, VendorPartPage
from procurement.permissions import Action


class ContactPage(VendorPartPage):
    """A person at the vendor."""

    form_class = ContactForm
    parts = "contacts"
    title = gettext_lazy("Contact")

    @override
    def save(self, form: ContactForm) -> None:
        save_contact(
            by=self.user, vendor=self.vendor, values=form.values, contact=self.part
        )


class ContactRemovePage(VendorBase):
    """Deletes a person's data."""

    action = Action.EDIT_CATALOGUE
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Delete it."""
        contact = get_object_or_404(self.vendor.contacts, uuid=kwargs["uuid"])
        remove_contact(by=self.user, contact=contact)
        messages.success(request, _("The contact is deleted."))
        return redirect("catalog:vendor-edit", slug=self.vendor.slug)
