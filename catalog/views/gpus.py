"""GPU models: the table with its filters, and one model with all figures."""

from typing import Any, override

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from catalog.forms.gpus import GpuFilters, GpuForm
from catalog.models import CloudOffer, GpuModel, Verification
from catalog.selectors.earlier_figures import earlier_figures
from catalog.selectors.gpus import figure_groups, gpu_row
from catalog.selectors.ordering import alphabetical
from catalog.selectors.sources import sources_of
from catalog.services.gpus import create_gpu, edit_gpu
from procurement.form_pages import FormPage
from procurement.permissions import ORGANISATION, Action, can
from procurement.web import Page

ROWS = 100


class GpuListPage(Page):
    """Every GPU model with the peak figures of its maker."""

    action = Action.VIEW_CATALOGUE
    template_name = "catalog/gpus/list.html"

    @override
    def content(self) -> dict[str, Any]:
        filters = GpuFilters(self.request.GET)
        pages = Paginator(filters.gpus, ROWS)
        page = pages.get_page(self.request.GET.get("page"))
        return {
            "filters": filters,
            "is_grouped": not filters.data.get("sort"),
            "page_obj": page,
            "may_edit": bool(can(self.user, Action.EDIT_CATALOGUE, ORGANISATION)),
            "rows": [gpu_row(gpu) for gpu in page],
            "total": GpuModel.objects.count(),
            "checked": GpuModel.objects.filter(
                verification=Verification.FETCHED
            ).count(),
        }


class GpuBase(Page):
    """A page of one GPU model."""

    action = Action.VIEW_CATALOGUE

    @cached_property
    def gpu(self) -> GpuModel:
        """The model of the address."""
        rows = GpuModel.objects.select_related("manufacturer")
        return get_object_or_404(rows, slug=self.kwargs["slug"])

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"gpu": self.gpu}


class GpuCreatePage(FormPage):
    """A new GPU model."""

    action = Action.EDIT_CATALOGUE
    form_class = GpuForm
    template_name = "catalog/gpus/form.html"

    @override
    def act(self, form: GpuForm) -> HttpResponse:
        gpu = create_gpu(by=self.user, values=form.values, maker=form.new_maker)
        messages.success(self.request, _("The GPU model is in the catalogue."))
        return redirect("catalog:gpu-detail", slug=gpu.slug)


class GpuEditPage(FormPage, GpuBase):
    """The form of a stored GPU model."""

    action = Action.EDIT_CATALOGUE
    form_class = GpuForm
    template_name = "catalog/gpus/form.html"

    @override
    def form_arguments(self) -> dict[str, Any]:
        # A fresh copy: binding writes into the instance before the service decides.
        return {"instance": GpuModel.objects.get(pk=self.gpu.pk)}

    @override
    def act(self, form: GpuForm) -> HttpResponse:
        edit_gpu(by=self.user, gpu=self.gpu, values=form.values, maker=form.new_maker)
        messages.success(self.request, _("Saved."))
        return redirect("catalog:gpu-detail", slug=self.gpu.slug)


class GpuDetailPage(GpuBase):
    """One GPU model: all figures, where they come from, what is sold with it."""

    template_name = "catalog/gpus/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        gpu = self.gpu
        short = gpu.name.removeprefix(f"{gpu.manufacturer.name} ")
        servers = gpu.skus.select_related("manufacturer")
        offers = CloudOffer.objects.filter(gpu_name__in=[gpu.name, short])
        return super().content() | {
            "earlier": earlier_figures(gpu),
            "may_edit": bool(can(self.user, Action.EDIT_CATALOGUE, ORGANISATION)),
            "groups": figure_groups(gpu),
            "sources": sources_of(gpu.source),
            "servers": servers.order_by(alphabetical("name"), "id"),
            "offers": offers.order_by(
                alphabetical("provider"), "usd_per_gpu_hour", "id"
            ),
        }
