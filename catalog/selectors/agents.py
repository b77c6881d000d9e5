"""The tokens of benchmark agents, as far as a person may know of them."""

from django.db.models import QuerySet

from catalog.models import AgentGrant, Tender
from procurement.accounts.models import ApiToken, User


def agent_tokens(user: User) -> QuerySet[ApiToken]:
    """All but those bound to an evaluation that the person can't see, newest first."""
    visible = Tender.objects.visible_to(user).values("pk")
    secret = AgentGrant.objects.filter(tender__isnull=False).exclude(tender__in=visible)
    tokens = ApiToken.objects.filter(kind=ApiToken.Kind.AGENT).exclude(
        pk__in=secret.values("token")
    )
    related = tokens.select_related("created_by").prefetch_related(
        "grants__sku", "grants__tender"
    )
    return related.order_by("-created_at", "-id")
