"""Every address of the site."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(url="/evaluations/"), name="home"),
    path("", include("procurement.accounts.urls")),
    path("", include("catalog.urls")),
    path("", include("scoring.urls")),
    path("api/v1/", include("procurement.api_urls")),
]

handler400 = "procurement.faults.bad_request"
handler404 = "procurement.faults.not_found"
handler500 = "procurement.faults.server_error"
