"""The documentation of the API, drawn from its description."""

from typing import Any, override

from django.urls import reverse

from procurement.permissions import Action
from procurement.web import Page


class DocumentationPage(Page):
    """Swagger UI from the sidecar, in our frame and under our policy."""

    action = Action.USE_OWN_ACCOUNT
    template_name = "accounts/documentation.html"

    @override
    def content(self) -> dict[str, Any]:
        return {"description_url": reverse("api-schema")}
