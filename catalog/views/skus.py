"""Servers: the list, one of them with its sourced figures, and the editors' form."""

from typing import Any, override

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from catalog.forms.skus import SkuFilters, SkuForm
from catalog.models import RunSet, ServerSku, Vendor
from catalog.selectors.earlier_figures import earlier_figures
from catalog.selectors.ordering import alphabetical
from catalog.selectors.run_sets import in_brief
from catalog.selectors.sources import sources_of
from catalog.services.skus import create_sku, edit_sku
from procurement.form_pages import FormPage
from procurement.permissions import ORGANISATION, Action, can
from procurement.web import Page

ROWS = 50
RUN_SETS = 20


class SkuListPage(Page):
    """Every server with the figures that decide about power and space."""

    action = Action.VIEW_CATALOGUE
    template_name = "catalog/skus/list.html"

    @override
    def content(self) -> dict[str, Any]:
        filters = SkuFilters(self.request.GET)
        rows = ServerSku.objects.select_related("manufacturer", "gpu").order_by(
            alphabetical("manufacturer__name"), alphabetical("name"), "id"
        )
        return {
            "filters": filters,
            "page_obj": Paginator(filters.found(rows), ROWS).get_page(
                self.request.GET.get("page")
            ),
            "may_edit": bool(can(self.user, Action.EDIT_CATALOGUE, ORGANISATION)),
        }


class SkuBase(Page):
    """A page of one server."""

    action = Action.VIEW_CATALOGUE

    @cached_property
    def sku(self) -> ServerSku:
        """The server of the address."""
        rows = ServerSku.objects.select_related("manufacturer", "gpu")
        return get_object_or_404(rows, slug=self.kwargs["slug"])

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"sku": self.sku}


class SkuDetailPage(SkuBase):
    """One server: figures, sources, who sells it, what was measured on it."""

    template_name = "catalog/skus/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        run_sets = in_brief(RunSet.objects.visible_to(self.user)).filter(sku=self.sku)
        vendors = Vendor.objects.filter(manufacturers=self.sku.manufacturer)
        return super().content() | {
            "sources": sources_of(self.sku.source),
            "earlier": earlier_figures(self.sku),
            "vendors": vendors.order_by(alphabetical("name"), "id"),
            "run_sets": run_sets.select_related("upload").order_by(
                "-upload__received_at", "-upload_id", "position"
            )[:RUN_SETS],
            "may_edit": bool(can(self.user, Action.EDIT_CATALOGUE, ORGANISATION)),
        }


class SkuCreatePage(FormPage):
    """A new server."""

    action = Action.EDIT_CATALOGUE
    form_class = SkuForm
    template_name = "catalog/skus/create.html"

    @override
    def act(self, form: SkuForm) -> HttpResponse:
        sku = create_sku(by=self.user, values=form.values, maker=form.new_maker)
        messages.success(self.request, _("The server is in the catalogue."))
        return redirect("catalog:sku-detail", slug=sku.slug)


class SkuEditPage(FormPage, SkuBase):
    """The form of a stored server."""

    action = Action.EDIT_CATALOGUE
    form_class = SkuForm
    template_name = "catalog/skus/edit.html"

    @override
    def form_arguments(self) -> dict[str, Any]:
        # A fresh copy: binding writes into the instance before the service decides.
        return {"instance": ServerSku.objects.get(pk=self.sku.pk)}

    @override
    def act(self, form: SkuForm) -> HttpResponse:
        edit_sku(by=self.user, sku=self.sku, values=form.values, maker=form.new_maker)
        messages.success(self.request, _("Saved."))
        return redirect("catalog:sku-detail", slug=self.sku.slug)
