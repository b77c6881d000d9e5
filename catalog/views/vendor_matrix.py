"""The vendor matrix: what each vendor is strong in, side by side."""

from typing import Any, override

from django.core.paginator import Paginator

from catalog.forms.vendors import VendorFilters
from catalog.models import OnsiteTime
from catalog.selectors.vendor_matrix import matrix_rows, matrix_vendors
from procurement.permissions import Action
from procurement.web import Page

ROWS = 50


class VendorMatrixPage(Page):
    """Strengths, customers and service of every vendor."""

    action = Action.VIEW_CATALOGUE
    template_name = "catalog/vendors/matrix.html"

    @override
    def content(self) -> dict[str, Any]:
        filters = VendorFilters(self.request.GET)
        pages = Paginator(filters.found(matrix_vendors(self.user)), ROWS)
        page = pages.get_page(self.request.GET.get("page"))
        return {
            "filters": filters,
            "page_obj": page,
            "rows": matrix_rows(page),
            "tiers": [tier.label for tier in OnsiteTime.CityTier],
        }
