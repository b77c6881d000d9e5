"""Cloud offers, compatibility and exchange rates: dated lists with their sources."""

from typing import Any, override

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from catalog.forms.cloud_offers import (
    BuildFilters,
    CloudOfferFilters,
    RateFileForm,
    RateFilters,
)
from catalog.models import CloudOffer, CudaRelease, ExchangeRate, FrameworkBuild
from catalog.selectors.ordering import alphabetical
from catalog.services.exchange_rates import RateFileError, import_rates
from catalog.services.receiving import check_size
from procurement.form_pages import FormPage
from procurement.permissions import ORGANISATION, Action, can
from procurement.web import Page

ROWS = 100


class CloudOfferListPage(Page):
    """Rentable instances with dated prices in USD."""

    action = Action.VIEW_CATALOGUE
    template_name = "catalog/cloud_offers/list.html"

    @override
    def content(self) -> dict[str, Any]:
        filters = CloudOfferFilters(self.request.GET)
        rows = CloudOffer.objects.order_by(
            alphabetical("provider"),
            F("usd_per_gpu_hour").asc(nulls_last=True),
            alphabetical("instance"),
            "id",
        )
        pages = Paginator(filters.found(rows), ROWS)
        page = pages.get_page(self.request.GET.get("page"))
        return {"filters": filters, "page_obj": page}


class CompatibilityListPage(Page):
    """Which driver, CUDA and framework versions go together."""

    action = Action.VIEW_CATALOGUE
    template_name = "catalog/compatibility/list.html"

    @override
    def content(self) -> dict[str, Any]:
        filters = BuildFilters(self.request.GET)
        return {
            "filters": filters,
            "builds": filters.found(FrameworkBuild.objects.order_by("id")),
            "releases": CudaRelease.objects.order_by("id"),
        }


class ExchangeRateListPage(FormPage):
    """The rates of the catalogue, and a form for a file of them."""

    actions = {"get": Action.VIEW_CATALOGUE, "post": Action.EDIT_CATALOGUE}
    template_name = "catalog/exchange_rates/list.html"
    form_class = RateFileForm

    @override
    def content(self) -> dict[str, Any]:
        filters = RateFilters(self.request.GET)
        rows = ExchangeRate.objects.order_by("-on", "base", "quote", "source", "id")
        pages = Paginator(filters.found(rows), ROWS)
        return {
            "filters": filters,
            "page_obj": pages.get_page(self.request.GET.get("page")),
            "may_edit": bool(can(self.user, Action.EDIT_CATALOGUE, ORGANISATION)),
        }

    @override
    def act(self, form: RateFileForm) -> HttpResponse:
        file = form.cleaned_data["file"]
        check_size(file.size, settings.QUOTE_FILE_MAX_BYTES)
        try:
            rates = import_rates(by=self.user, content=file.read())
        except RateFileError as error:
            return self.render(form=form, faults=error.errors, status=422)
        messages.success(
            self.request,
            _("%(added)s of %(found)s rates are new.")
            % {"added": rates.added, "found": rates.found},
        )
        return redirect("catalog:exchange-rate-list")
