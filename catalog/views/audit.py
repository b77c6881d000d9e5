"""The audit trail of one evaluation, its access log, and the heads to keep."""

from typing import Any, override

from django.core.paginator import Paginator
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.urls import reverse

from catalog.models import QuoteRound, Tender
from catalog.views.tenders import TenderPage
from procurement.accounts.views.audit import chain_file
from procurement.audit.listing import accesses_to, chain_content, chain_heads
from procurement.audit.models import ORGANISATION_CHAIN
from procurement.audit.recording import sealed_chain
from procurement.audit.words import ABOUT_CELLS
from procurement.downloads import saved_as
from procurement.permissions import Action, can
from procurement.web import Page

ROWS = 100


class AuditListPage(TenderPage):
    """The evaluation's chain: filter, hashes, check.

    Whoever may not export the chain, since it tells of cells that are not theirs to
    see yet, reads of these only that they were saved; the server checks the chain.
    """

    action = Action.VIEW_AUDIT
    template_name = "catalog/audit/list.html"

    @override
    def content(self) -> dict[str, Any]:
        words = {"reference": self.tender.reference}
        exports = bool(can(self.user, Action.EXPORT_AUDIT, self.tender))
        name = _chain_of(self.tender, self.request)
        chain = chain_content(
            name,
            self.request.GET,
            withheld=() if exports else ABOUT_CELLS,
        )
        is_sealed_chain = name != str(self.tender.uuid)
        chain_url = reverse("catalog:audit-chain", kwargs=words)
        addresses = {
            "chain_url": exports and chain_url + ("?chain=sealed" * is_sealed_chain),
            "access_url": reverse("catalog:access-list", kwargs=words),
            "has_sealed_chain": _has_sealed_chain(self.tender),
            "is_sealed_chain": is_sealed_chain,
        }
        return super().content() | chain | addresses


class AuditChainFile(TenderPage):
    """The evaluation's chain as JSON, for whoever checks it alone."""

    action = Action.EXPORT_AUDIT

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> StreamingHttpResponse:
        return chain_file(_chain_of(self.tender, request), self.tender.reference)


class AccessListPage(TenderPage):
    """Who read sealed or hidden prices."""

    action = Action.VIEW_AUDIT
    template_name = "catalog/audit/accesses.html"
    tab = "catalog:audit-list"

    @override
    def content(self) -> dict[str, Any]:
        rows = Paginator(accesses_to(str(self.tender.uuid)), ROWS)
        page = rows.get_page(self.request.GET.get("page"))
        return super().content() | {"page_obj": page}


class AuditHeadsFile(Page):
    """The heads of the chains that the person may see, to be kept elsewhere."""

    action = Action.VIEW_ORGANISATION_AUDIT

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> JsonResponse:
        visible = Tender.objects.visible_to(self.user).values_list("uuid", flat=True)
        opened = visible.filter(is_sealed=True, opened_at__isnull=False).exclude(
            rounds__in=QuoteRound.objects.filter(opened_at=None)
        )
        heads = chain_heads(
            [ORGANISATION_CHAIN, *map(str, visible), *map(sealed_chain, opened)]
        )
        return JsonResponse(heads, safe=False, headers=saved_as("audit-heads.json"))


def _has_sealed_chain(tender: Tender) -> bool:
    """Whether what came in under the seal may be read: after the opening."""
    return tender.is_sealed and tender.receives_openly


def _chain_of(tender: Tender, request: HttpRequest) -> str:
    if request.GET.get("chain") == "sealed" and _has_sealed_chain(tender):
        return sealed_chain(tender.uuid)
    return str(tender.uuid)
