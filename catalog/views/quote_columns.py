"""The columns of a vendor's own sheet: matched with our fields before the preview."""

from functools import cached_property
from typing import Any, override

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from catalog.forms.quote_columns import QuoteColumnsForm, SheetChoiceForm
from catalog.forms.quotes import vendors_of
from catalog.models import StagedQuote, Vendor
from catalog.selectors.previews.plans import (
    WaitingSheet,
    kept_plan,
    plan_of,
    vendor_in,
    waiting_sheet,
)
from catalog.services.quote_files import QuoteFileError, plan_staged_quote
from catalog.views.quote_files import StagedQuotePage
from procurement.form_pages import FormPage


class QuoteColumnsPage(StagedQuotePage, FormPage):
    """Whose sheet it is and what its columns are; then what it does not say.

    Vendor, sheet and row of the headings are chosen in the address.
    """

    template_name = "catalog/quotes/columns.html"
    form_class = QuoteColumnsForm

    @override
    @cached_property
    def staged(self) -> StagedQuote:
        """The waiting file, which is no template of ours."""
        own = StagedQuote.objects.filter(tender=self.tender, uploaded_by=self.user)
        staged = get_object_or_404(own, uuid=self.kwargs["uuid"], is_own_sheet=True)
        staged.tender = self.tender
        return staged

    @cached_property
    def waiting(self) -> WaitingSheet:
        """The table that is looked at."""
        plan, asked = plan_of(self.staged), self.request.GET
        if plan is not None and "sheet" not in asked:
            return waiting_sheet(self.staged, plan.sheet, plan.heading_row)
        row = asked.get("row", "")
        number = int(row) if row.isdecimal() and len(row) <= 4 else None  # noqa: PLR2004  # rows of an import
        return waiting_sheet(self.staged, asked.get("sheet", ""), number)

    @cached_property
    def vendor(self) -> Vendor | None:
        """The vendor that was chosen, else the one that the file names."""
        vendors = vendors_of(self.tender)
        if slug := self.request.GET.get("vendor", ""):
            found: Vendor = get_object_or_404(vendors, slug=slug)
            return found
        return vendor_in(self.waiting.table, self.staged.file_name, vendors)

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {
            "tender": self.tender,
            "table": self.waiting.table,
            "vendor": self.vendor,
            "kept": kept_plan(self.vendor) if self.vendor else None,
            "own": plan_of(self.staged),
        }

    @override
    def content(self) -> dict[str, Any]:
        table, sheets = self.waiting.table, self.waiting.sheets
        chosen = {
            "vendor": self.vendor.slug if self.vendor else None,
            "sheet": table.sheet,
            "row": table.heading.number,
        }
        choice = SheetChoiceForm(tender=self.tender, sheets=sheets, initial=chosen)
        return super().content() | {
            "staged": self.staged,
            "choice": choice,
            "vendor": self.vendor,
        }

    @override
    def act(self, form: QuoteColumnsForm) -> HttpResponse:
        try:
            plan_staged_quote(by=self.user, staged=self.staged, plan=form.plan)
        except QuoteFileError as error:
            form.add_error(None, error.message)
            return self.render(form=form, cell_errors=error.errors, status=422)
        return redirect(
            "catalog:quote-preview",
            reference=self.tender.reference,
            uuid=self.staged.uuid,
        )
