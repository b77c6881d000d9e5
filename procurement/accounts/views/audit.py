"""The audit trail of the organisation."""

from typing import Any, override

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse

from procurement.audit.listing import chain_content, chain_json
from procurement.audit.models import ORGANISATION_CHAIN
from procurement.downloads import saved_as
from procurement.permissions import Action
from procurement.web import Page


class AuditPage(Page):
    """The organisation's chain: filter, hashes, check."""

    action = Action.VIEW_ORGANISATION_AUDIT
    template_name = "accounts/audit.html"

    @override
    def content(self) -> dict[str, Any]:
        return chain_content(ORGANISATION_CHAIN, self.request.GET) | {
            "chain_url": reverse("accounts:audit-chain"),
            "zone": settings.TIME_ZONE,
        }


class AuditChainFile(Page):
    """The organisation's chain as JSON, for whoever checks it alone."""

    action = Action.VIEW_ORGANISATION_AUDIT

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> StreamingHttpResponse:
        return chain_file(ORGANISATION_CHAIN, "organisation")


def chain_file(chain_name: str, label: str) -> StreamingHttpResponse:
    """A chain as a download."""
    return StreamingHttpResponse(
        chain_json(chain_name),
        content_type="application/json",
        headers=saved_as(f"audit-{label}.json"),
    )
