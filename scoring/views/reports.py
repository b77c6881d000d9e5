"""All frozen versions of all evaluations that the person may read."""

from typing import Any, override

from django.core.paginator import Paginator

from procurement.permissions import Action
from procurement.web import Page
from scoring.selectors.decisions import listed_version, readable_decisions

ROWS = 50


class ReportIndexPage(Page):
    """The reports, newest first: evaluation, state, hash, files."""

    action = Action.LIST_EVALUATIONS
    template_name = "scoring/decisions/index.html"

    @override
    def content(self) -> dict[str, Any]:
        pages = Paginator(readable_decisions(self.user), ROWS)
        page = pages.get_page(self.request.GET.get("page"))
        return {"page_obj": page, "versions": [listed_version(row) for row in page]}
