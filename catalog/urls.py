"""Addresses of the pages of catalog."""

from django.urls import URLPattern, URLResolver, include, path

from catalog.views import agents, audit

app_name = "catalog"

inside_an_evaluation: list[URLPattern | URLResolver] = [
    path("audit/", audit.AuditListPage.as_view(), name="audit-list"),
    path("audit/chain/", audit.AuditChainFile.as_view(), name="audit-chain"),
    path("audit/accesses/", audit.AccessListPage.as_view(), name="access-list"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("evaluations/<slug:reference>/", include(inside_an_evaluation)),
    path(
        "benchmarks/tokens/",
        agents.AgentTokenListPage.as_view(),
        name="agent-token-list",
    ),
    path(
        "benchmarks/tokens/<uuid:uuid>/revoke/",
        agents.AgentTokenRevokePage.as_view(),
        name="agent-token-revoke",
    ),
    path(
        "administration/audit/heads/",
        audit.AuditHeadsFile.as_view(),
        name="audit-heads",
    ),
]
