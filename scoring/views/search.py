"""The search box of the frame: evaluations, vendors, servers, GPUs."""

from typing import Any, override

from procurement.permissions import Action
from procurement.web import Page
from scoring.selectors.search import search


class SearchPage(Page):
    """What was found, by kind."""

    action = Action.VIEW_CATALOGUE
    template_name = "scoring/search.html"

    @override
    def content(self) -> dict[str, Any]:
        text = self.request.GET.get("q", "")
        return {"text": text, "found": search(self.user, text)}
