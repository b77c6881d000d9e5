"""One page with a chart, to look at the policy and at plotly alone."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import engines
from django.urls import include, path

PAGE = """{% extends "base.html" %}
{% block title %}Chart{% endblock title %}
{% block scripts %}{% include "components/chart_scripts.html" %}{% endblock scripts %}
{% block main %}<h1>Chart</h1>
<div class="chart" data-chart="/chart/data/" role="img" aria-label="Two bars"></div>
{% endblock main %}"""


def chart(request: HttpRequest) -> HttpResponse:
    """The page."""
    return HttpResponse(engines["django"].from_string(PAGE).render({}, request))


def chart_data(request: HttpRequest) -> JsonResponse:
    """The figure."""
    bars = {"type": "bar", "x": ["A", "B"], "y": [1, 2], "marker": {"color": "var:c1"}}
    return JsonResponse({"data": [bars], "layout": {"title": {"text": "Sum"}}})


urlpatterns = [
    path("chart/", chart),
    path("chart/data/", chart_data),
    path("", include("procurement.urls")),
]
