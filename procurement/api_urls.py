"""Every address of the REST API, version 1: one list a noun."""

from django.urls import URLPattern, URLResolver, path
from drf_spectacular.views import SpectacularAPIView

from catalog.api.quotes import QuoteDetailEndpoint, QuoteListEndpoint
from catalog.api.skus import SkuDetailEndpoint, SkuListEndpoint
from catalog.api.uploads import UploadEndpoint, UploadListEndpoint
from catalog.api.vendors import VendorDetailEndpoint, VendorListEndpoint
from procurement.accounts.views.documentation import DocumentationPage
from scoring.api.awards import AwardEndpoint
from scoring.api.evaluations import (
    CandidateListEndpoint,
    CriteriaEndpoint,
    EvaluationDetailEndpoint,
    EvaluationListEndpoint,
)
from scoring.api.reports import ReportFileEndpoint, ReportListEndpoint
from scoring.api.results import CostEndpoint, RankingEndpoint
from scoring.api.run_sets import RunSetListEndpoint

vendors = [
    path("vendors/", VendorListEndpoint.as_view(), name="api-vendor-list"),
    path("vendors/<uuid:uuid>/", VendorDetailEndpoint.as_view(), name="api-vendor"),
]
skus = [
    path("skus/", SkuListEndpoint.as_view(), name="api-sku-list"),
    path("skus/<uuid:uuid>/", SkuDetailEndpoint.as_view(), name="api-sku"),
]
quotes = [
    path("quotes/", QuoteListEndpoint.as_view(), name="api-quote-list"),
    path("quotes/<uuid:uuid>/", QuoteDetailEndpoint.as_view(), name="api-quote"),
]
ONE = "evaluations/<uuid:uuid>"
evaluations = [
    path("evaluations/", EvaluationListEndpoint.as_view(), name="api-evaluation-list"),
    path(f"{ONE}/", EvaluationDetailEndpoint.as_view(), name="api-evaluation"),
    path(f"{ONE}/criteria/", CriteriaEndpoint.as_view(), name="api-criteria"),
    path(f"{ONE}/candidates/", CandidateListEndpoint.as_view(), name="api-candidates"),
    path(f"{ONE}/ranking/", RankingEndpoint.as_view(), name="api-ranking"),
    path(f"{ONE}/tco/", CostEndpoint.as_view(), name="api-tco"),
    path(f"{ONE}/run-sets/", RunSetListEndpoint.as_view(), name="api-run-sets"),
    path(f"{ONE}/reports/", ReportListEndpoint.as_view(), name="api-reports"),
    path(
        f"{ONE}/reports/<int:number>/<slug:language>/",
        ReportFileEndpoint.as_view(),
        name="api-report-file",
    ),
    path(f"{ONE}/award/", AwardEndpoint.as_view(), name="api-award"),
]
uploads = [
    path("uploads/", UploadListEndpoint.as_view(), name="api-upload-list"),
    path("uploads/<uuid:uuid>/", UploadEndpoint.as_view(), name="api-upload"),
]
documentation = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", DocumentationPage.as_view(), name="api-docs"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    *vendors,
    *skus,
    *quotes,
    *evaluations,
    *uploads,
    *documentation,
]
