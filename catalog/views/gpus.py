"""GPU models: the table with its filters, and one model with all figures."""

from typing import Any, override

from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404

from catalog.forms.gpus import GpuFilters
from catalog.models import CloudOffer, GpuModel, Verification
from catalog.selectors.gpus import figure_groups, gpu_row
from catalog.selectors.ordering import alphabetical
from catalog.selectors.sources import sources_of
from procurement.permissions import Action
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
            "rows": [gpu_row(gpu) for gpu in page],
            "total": GpuModel.objects.count(),
            "checked": GpuModel.objects.filter(
                verification=Verification.FETCHED
            ).count(),
        }


class GpuDetailPage(Page):
    """One GPU model: all figures, where they come from, what is sold with it."""

    action = Action.VIEW_CATALOGUE
    template_name = "catalog/gpus/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        gpu = get_object_or_404(
            GpuModel.objects.select_related("manufacturer"), slug=self.kwargs["slug"]
        )
        short = gpu.name.removeprefix(f"{gpu.manufacturer.name} ")
        servers = gpu.skus.select_related("manufacturer")
        offers = CloudOffer.objects.filter(gpu_name__in=[gpu.name, short])
        return {
            "gpu": gpu,
            "groups": figure_groups(gpu),
            "sources": sources_of(gpu.source),
            "servers": servers.order_by(alphabetical("name"), "id"),
            "offers": offers.order_by(
                alphabetical("provider"), "usd_per_gpu_hour", "id"
            ),
        }
