"""Tokens of benchmark agents: for which servers, and for which evaluation."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import AgentGrant, ServerSku, Tender
from procurement.accounts.models import ApiToken, User
from procurement.accounts.services.tokens import create_agent_token
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, require


def grant_agent_token(
    *,
    by: User,
    name: str,
    skus: Sequence[ServerSku],
    tender: Tender | None,
    expires_at: datetime,
) -> tuple[ApiToken, str]:
    """Make a token that can only upload results of these servers; shown once.

    Bound to an evaluation, its grant stands in the audit of that evaluation.
    """
    require(by, Action.MANAGE_AGENT_TOKENS, ORGANISATION)
    if tender is not None:
        require(by, Action.VIEW_EVIDENCE, tender)
    if not skus:
        words = _("Name at least one server.")
        raise RuleBrokenError(words, "agent_without_server", "skus")
    with transaction.atomic():
        token, secret = create_agent_token(by=by, name=name, expires_at=expires_at)
        AgentGrant.objects.bulk_create(
            AgentGrant(token=token, sku=sku, tender=tender) for sku in skus
        )
        record(
            by=by,
            action="agent_granted",
            subject=token,
            details={"servers": sorted(sku.slug for sku in skus)},
            tender=tender.uuid if tender else None,
        )
    return token, secret
