"""Addresses of the pages of catalog."""

from django.urls import URLPattern, URLResolver, include, path

from catalog.views import audit

app_name = "catalog"

inside_an_evaluation: list[URLPattern | URLResolver] = [
    path("audit/", audit.AuditListPage.as_view(), name="audit-list"),
    path("audit/chain/", audit.AuditChainFile.as_view(), name="audit-chain"),
    path("audit/accesses/", audit.AccessListPage.as_view(), name="access-list"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("evaluations/<slug:reference>/", include(inside_an_evaluation)),
    path(
        "administration/audit/heads/",
        audit.AuditHeadsFile.as_view(),
        name="audit-heads",
    ),
]
