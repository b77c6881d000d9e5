"""A quote typed in, shown with its versions and file; all lines as CSV."""

from typing import Any, override

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog.forms.typed_quotes import QuoteForms, with_more_lines
from catalog.models import Quote, VendorStatement
from catalog.selectors.attachments import quote_files
from catalog.selectors.quote_details import quote_offers, quote_versions
from catalog.selectors.quote_exports import quotes_csv
from catalog.services.quotes import note_price_reading, record_quote
from catalog.views.tenders import TenderPage
from procurement.downloads import download
from procurement.errors import ConflictError, RuleBrokenError
from procurement.form_sending import answer_once, new_mark, repeated_answer
from procurement.permissions import (
    Action,
    PermissionRefusedError,
    WrongStageError,
    can,
)
from procurement.web import uuid_or_404

TAB = "scoring:quote-list"


class QuotePage(TenderPage):
    """A page of one quote that the person may read; another is not there."""

    action = Action.VIEW_QUOTES
    tab = TAB

    def find_quote(self) -> Quote:
        """The quote of the address; reading it is logged where prices are secret."""
        quotes = Quote.objects.visible_to(self.user).filter(tender=self.tender)
        quote = get_object_or_404(
            quotes.select_related("vendor", "recorded_by", "replaces"),
            uuid=self.kwargs["uuid"],
        )
        quote.tender = self.tender
        note_price_reading(by=self.user, tender=self.tender, path=self.request.path)
        return quote


class QuoteDetailPage(QuotePage):
    """A quote with its lines, totals and versions."""

    template_name = "catalog/quotes/detail.html"

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        quote = self.find_quote()
        day = timezone.localdate(timezone=self.tender.zone)
        return self.render(
            quote=quote,
            offers=quote_offers(quote, day),
            versions=quote_versions(quote, self.user),
            statement=self._statement(quote),
            attachments=quote_files(quote, self.user),
            may_record=bool(can(self.user, Action.RECORD_QUOTE, self.tender)),
        )

    def _statement(self, quote: Quote) -> VendorStatement | None:
        rows = VendorStatement.objects.visible_to(self.user).filter(is_current=True)
        return rows.filter(tender=self.tender, vendor=quote.vendor).first()


class QuoteOriginalFile(QuotePage):
    """The file as the vendor sent it, to be saved, never shown."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        quote = self.find_quote()
        get_object_or_404(Quote.objects.exclude(file=""), pk=quote.pk)
        return original_file(quote)


def original_file(quote: Quote) -> FileResponse:
    """The file behind a quote, as it came."""
    answer = FileResponse(
        quote.file.open("rb"),
        as_attachment=True,
        filename=quote.file_name,
        content_type="application/octet-stream",
    )
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


class QuoteExportFile(TenderPage):
    """All lines of the quotes as CSV."""

    action = Action.VIEW_QUOTES

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        day = timezone.localdate(timezone=self.tender.zone)
        content = quotes_csv(self.tender, self.user, day)
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        name = f"{self.tender.reference}-quotes.csv"
        return download(content, name, "text/csv; charset=utf-8")


class QuoteCreatePage(TenderPage):
    """A quote typed in, from nothing or from the version that it replaces."""

    action = Action.RECORD_QUOTE
    tab = TAB
    template_name = "catalog/quotes/form.html"

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        forms = QuoteForms(None, tender=self.tender, replaced=self._replaced())
        return self.render(forms=forms)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Record the quote; give more rows when they are asked for."""
        if repeated := repeated_answer(request):
            return repeated
        if "more" in request.POST:
            sent = with_more_lines(request.POST)
            return self.render(forms=QuoteForms(sent, tender=self.tender))
        forms = QuoteForms(request.POST, tender=self.tender)
        if forms.is_valid():
            try:
                return answer_once(request, lambda: self._record(forms))
            except (PermissionRefusedError, WrongStageError, ConflictError):
                raise
            except RuleBrokenError as error:
                known = error.field if error.field in forms.fields else None
                forms.add_error(known, error.message)
        return self.render(forms=forms, status=422)

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"once": self.request.POST.get("once") or new_mark()}

    def _record(self, forms: QuoteForms) -> HttpResponse:
        quote = record_quote(by=self.user, tender=self.tender, terms=forms.terms)
        return answer_recorded(self, quote)

    def _replaced(self) -> Quote | None:
        asked = self.request.GET.get("replaces")
        if not asked:
            return None
        quotes = Quote.objects.visible_to(self.user).current()
        return get_object_or_404(quotes, tender=self.tender, uuid=uuid_or_404(asked))


def answer_recorded(page: TenderPage, quote: Quote) -> HttpResponse:
    """Show the quote; of a sealed one only its hash is told."""
    if page.tender.hides_values:
        words = _("The quote is recorded and sealed. SHA-256 of its content: %(hash)s")
        messages.success(page.request, words % {"hash": quote.content_sha256})
        return redirect(TAB, reference=page.tender.reference)
    words = _("The quote is recorded as version %(version)s.")
    messages.success(page.request, words % {"version": quote.version})
    return redirect(
        "catalog:quote-detail", reference=page.tender.reference, uuid=quote.uuid
    )
