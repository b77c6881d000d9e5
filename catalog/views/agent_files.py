"""The benchmark agent for download, with the address of this site filled in."""

import json
from typing import Any, override

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from procurement.downloads import download
from procurement.permissions import ORGANISATION, Action, can
from procurement.web import Page

BLANK = 'DEFAULT_SERVER = ""'


class AgentGuidePage(Page):
    """How results get from a candidate server to this site."""

    action = Action.VIEW_BENCHMARKS
    template_name = "catalog/agents/guide.html"

    @override
    def content(self) -> dict[str, Any]:
        may = can(self.user, Action.MANAGE_AGENT_TOKENS, ORGANISATION)
        return {"site": site_address(self.request), "may_make_tokens": bool(may)}


class AgentFile(Page):
    """The agent itself."""

    action = Action.VIEW_BENCHMARKS

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        text = agent_text(site_address(request))
        return download(text, "gpu_agent.py", "text/x-python; charset=utf-8")


def site_address(request: HttpRequest) -> str:
    """The public address; on a desk the one under which the site was asked."""
    if settings.PRODUCTION:
        return str(settings.SITE_URL).rstrip("/")
    return request.build_absolute_uri("/").rstrip("/")


def agent_text(address: str) -> str:
    """The agent's source with the address of the site as its default."""
    path = settings.BASE_DIR / "agent" / "gpu_agent.py"
    source: str = path.read_text(encoding="utf-8")
    filled = source.replace(BLANK, f"DEFAULT_SERVER = {json.dumps(address)}", 1)
    if filled == source:
        message = f"{path.name} has no place for the address."
        raise RuntimeError(message)
    return filled
