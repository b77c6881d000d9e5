"""Files beside vendors and quotes: added, saved by the browser, never shown."""

from typing import Any, override

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from catalog.forms.attachments import AttachmentForm
from catalog.models import Attachment
from catalog.services.attachments import (
    attach_to_quote,
    attach_to_vendor,
    remove_attachment,
)
from catalog.views.quotes import QuotePage
from catalog.views.vendors import VendorBase
from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage
from procurement.permissions import Action


def attached_file(attachment: Attachment) -> FileResponse:
    """The file to be saved; refused while the scanner has not passed it."""
    if not attachment.can_be_downloaded:
        raise RuleBrokenError(
            _("This file can't be saved: %(state)s.")
            % {"state": attachment.get_scan_display()},
            "attachment_locked",
        )
    answer = FileResponse(
        attachment.file.open("rb"),
        as_attachment=True,
        filename=attachment.file_name,
        content_type="application/octet-stream",
    )
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return answer


class VendorAttachmentBase(VendorBase):
    """A page of one file of a vendor."""

    def find_attachment(self) -> Attachment:
        """The file of the address."""
        rows = Attachment.objects.visible_to(self.user).filter(vendor=self.vendor)
        return get_object_or_404(rows, uuid=self.kwargs["uuid"])


class VendorAttachmentCreatePage(FormPage, VendorBase):
    """Adds a file to a vendor."""

    action = Action.EDIT_CATALOGUE
    template_name = "catalog/vendors/attach.html"
    form_class = AttachmentForm

    @override
    def act(self, form: AttachmentForm) -> HttpResponse:
        attach_to_vendor(by=self.user, vendor=self.vendor, file=form.attached)
        messages.success(self.request, _("The file is added."))
        return redirect("catalog:vendor-detail", slug=self.vendor.slug)


class VendorAttachmentFile(VendorAttachmentBase):
    """The file of a vendor."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        return attached_file(self.find_attachment())


class VendorAttachmentRemovePage(VendorAttachmentBase):
    """Takes a file of a vendor away."""

    action = Action.EDIT_CATALOGUE
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Remove it."""
        remove_attachment(by=self.user, attachment=self.find_attachment())
        messages.success(request, _("The file is removed."))
        return redirect("catalog:vendor-detail", slug=self.vendor.slug)


class QuoteAttachmentBase(QuotePage):
    """A page of one file of a quote; whoever may read the quote may read it."""

    def find_attachment(self) -> Attachment:
        """The file of the address."""
        rows = Attachment.objects.visible_to(self.user).select_related("quote__tender")
        return get_object_or_404(
            rows, quote=self.find_quote(), uuid=self.kwargs["attachment"]
        )

    def back(self) -> HttpResponse:
        """Show the quote again."""
        return redirect(
            "catalog:quote-detail",
            reference=self.tender.reference,
            uuid=self.kwargs["uuid"],
        )


class QuoteAttachmentCreatePage(QuoteAttachmentBase, FormPage):
    """Adds a file to a quote."""

    action = Action.RECORD_QUOTE
    template_name = "catalog/quotes/attach.html"
    form_class = AttachmentForm

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"quote": self.find_quote()}

    @override
    def act(self, form: AttachmentForm) -> HttpResponse:
        attach_to_quote(by=self.user, quote=self.find_quote(), file=form.attached)
        messages.success(self.request, _("The file is added."))
        return self.back()


class QuoteAttachmentFile(QuoteAttachmentBase):
    """The file of a quote."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        return attached_file(self.find_attachment())


class QuoteAttachmentRemovePage(QuoteAttachmentBase):
    """Takes a file of a quote away."""

    action = Action.RECORD_QUOTE
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Remove it."""
        remove_attachment(by=self.user, attachment=self.find_attachment())
        messages.success(request, _("The file is removed."))
        return self.back()
