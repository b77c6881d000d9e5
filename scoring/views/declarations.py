"""The gate before one's worksheet: conflicts of interest, vendor by vendor."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from catalog.services.declarations import declare
from procurement.form_pages import FormPage
from procurement.permissions import Action
from scoring.forms.declarations import DeclarationsForm
from scoring.selectors.worksheets.declarations import asked_vendors, cleared_ids
from scoring.views.frames import EvaluationPage


class DeclarationEditView(EvaluationPage, FormPage):
    """Asks about each vendor, and takes a conflict that comes up later."""

    action = Action.SCORE
    tab = "scoring:worksheet-detail"
    form_class = DeclarationsForm
    template_name = "scoring/worksheets/declarations.html"

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {
            "vendors": asked_vendors(self.evaluation, self.user),
            "cleared": cleared_ids(self.evaluation, self.user),
        }

    @override
    def act(self, form: DeclarationsForm) -> HttpResponse:
        declare(by=self.user, tender=self.tender, said=form.statements)
        messages.success(self.request, _("Your declarations are recorded."))
        return redirect("scoring:worksheet-detail", self.tender.reference)
