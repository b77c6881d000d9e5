"""Addresses of the pages of scoring, one list a noun."""

from django.urls import URLPattern, URLResolver, path

from scoring.views import costs, quotes

app_name = "scoring"
EVALUATION = "evaluations/<str:reference>"

COSTS = [
    path(f"{EVALUATION}/tco/", costs.CostDetailView.as_view(), name="cost-detail"),
    path(
        f"{EVALUATION}/tco/<int:years>/chart/",
        costs.CostChartView.as_view(),
        name="cost-chart",
    ),
    path(
        f"{EVALUATION}/tco/cash-flows.csv",
        costs.CashFlowExportView.as_view(),
        name="cost-export",
    ),
    path(
        f"{EVALUATION}/tco/assumptions/<str:key>/",
        costs.AssumptionEditView.as_view(),
        name="assumption-edit",
    ),
]

QUOTES = [
    path(f"{EVALUATION}/quotes/", quotes.QuoteListPage.as_view(), name="quote-list"),
]

urlpatterns: list[URLPattern | URLResolver] = [*COSTS, *QUOTES]
