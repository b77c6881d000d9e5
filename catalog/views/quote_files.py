"""Import a quote: the template, the upload, the preview and its confirmation."""

from functools import cached_property
from typing import Any, Final, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog.forms.quote_files import QuoteConfirmForm, QuoteFileForm
from catalog.imports.template import quote_text_table, quote_workbook
from catalog.imports.template_values import TenderBrief
from catalog.models import StagedQuote, Vendor
from catalog.selectors.previews.cells import template_language
from catalog.selectors.previews.quotes import Preview, quote_preview
from catalog.selectors.quote_templates import filled_template
from catalog.services.quote_files import (
    QuoteFileError,
    confirm_staged_quote,
    discard_staged_quote,
    stage_quote_file,
)
from catalog.views.quotes import TAB, QuotePage, answer_recorded
from catalog.views.tenders import TenderPage
from procurement.downloads import download
from procurement.form_pages import FormPage
from procurement.money import TaxBasis
from procurement.permissions import Action

WRITERS: Final = {
    "xlsx": (
        quote_workbook,
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    "csv": (quote_text_table, "text/csv; charset=utf-8"),
}


def template_file(brief: TenderBrief, kind: str) -> HttpResponse:
    """A quote template in the reader's language, to be saved."""
    write, content_type = WRITERS[kind]
    content = write(brief, template_language())
    return download(content, f"{brief.reference}-quote.{kind}", content_type)


class QuoteTemplateFile(TenderPage):
    """The quote template of this evaluation, for a vendor or for any."""

    action = Action.VIEW_SETUP

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        return template_file(self._brief(), kwargs["kind"])

    def _brief(self) -> TenderBrief:
        tender, slug = self.tender, self.request.GET.get("vendor", "")
        vendor = get_object_or_404(Vendor, slug=slug) if slug else None
        newest = tender.newest_round
        return TenderBrief(
            reference=tender.reference,
            title=tender.title,
            currency=tender.currency,
            tax_basis=TaxBasis(tender.tax_basis),
            vendor=vendor.name if vendor else "",
            nodes=tender.nodes,
            round_number=newest.number if newest else 1,
        )


class QuoteFilledFile(QuotePage):
    """A recorded quote as a filled template, which can be imported again."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        quote = self.find_quote()
        content = filled_template(quote, template_language())
        name = f"{self.tender.reference}-{quote.vendor.slug}-v{quote.version}.xlsx"
        return download(content, name, WRITERS["xlsx"][1])


class QuoteImportPage(TenderPage, FormPage):
    """Upload a file; its faults are listed by cell, or its preview follows."""

    action = Action.RECORD_QUOTE
    tab = TAB
    template_name = "catalog/quotes/import.html"
    form_class = QuoteFileForm

    @override
    def content(self) -> dict[str, Any]:
        waiting = StagedQuote.objects.filter(tender=self.tender, uploaded_by=self.user)
        return super().content() | {"waiting": waiting.first()}

    @override
    def act(self, form: QuoteFileForm) -> HttpResponse:
        try:
            staged = stage_quote_file(
                by=self.user, tender=self.tender, file=form.quote_file
            )
        except QuoteFileError as error:
            form.add_error("file", error.message)
            return self.render(form=form, cell_errors=error.errors, status=422)
        return redirect(
            "catalog:quote-columns" if staged.is_own_sheet else "catalog:quote-preview",
            reference=self.tender.reference,
            uuid=staged.uuid,
        )


class StagedQuotePage(TenderPage):
    """A page of one's own waiting file; another's is not there."""

    action = Action.RECORD_QUOTE
    tab = TAB

    @cached_property
    def staged(self) -> StagedQuote:
        """The waiting file."""
        staged = get_object_or_404(
            StagedQuote,
            tender=self.tender,
            uploaded_by=self.user,
            uuid=self.kwargs["uuid"],
        )
        staged.tender = self.tender
        return staged


class QuotePreviewPage(StagedQuotePage, FormPage):
    """What the file was read as; confirming it records the quote.

    A vendor's own sheet has its columns matched before.
    """

    template_name = "catalog/quotes/preview.html"
    form_class = QuoteConfirmForm

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self._columns_first() or super().get(request, **kwargs)

    @override
    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self._columns_first() or super().post(request, **kwargs)

    def _columns_first(self) -> HttpResponse | None:
        if not self.staged.is_own_sheet or self.staged.sheet_plan:
            return None
        return redirect(
            "catalog:quote-columns",
            reference=self.tender.reference,
            uuid=self.staged.uuid,
        )

    @cached_property
    def preview(self) -> Preview:
        """The file, read again."""
        day = timezone.localdate(timezone=self.tender.zone)
        return quote_preview(self.staged, day)

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"tender": self.tender, "preview": self.preview}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"staged": self.staged, "preview": self.preview}

    @override
    def act(self, form: QuoteConfirmForm) -> HttpResponse:
        quote = confirm_staged_quote(
            by=self.user, staged=self.staged, choices=form.choices
        )
        return answer_recorded(self, quote)


class QuoteDiscardPage(StagedQuotePage):
    """Throws one's waiting file away."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Discard it."""
        discard_staged_quote(by=self.user, staged=self.staged)
        messages.success(request, _("The file is discarded; nothing was recorded."))
        return redirect("catalog:quote-import", reference=self.tender.reference)
