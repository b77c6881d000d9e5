"""The order of dimensions and criteria: by buttons, by keys, or by dragging."""

from typing import Any, override
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _

from procurement.form_pages import FormPage
from procurement.permissions import Action
from scoring.forms.arrangements import ArrangementForm
from scoring.selectors.arrangements import arrangement_of
from scoring.services.arrangements import arrange_criteria
from scoring.views.criteria import CriteriaBase


class CriteriaArrangePage(CriteriaBase, FormPage):
    """All keys in order; each button moves one thing a place up or down."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/arrange.html"
    form_class = ArrangementForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"order": arrangement_of(self.version).text}}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"moved": self.request.GET.get("moved", "")}

    @override
    def act(self, form: ArrangementForm) -> HttpResponse:
        arrange_criteria(
            by=self.user, version=self.version, arrangement=form.arrangement
        )
        move = self.request.POST.get("move", "")
        if not move:
            messages.success(self.request, _("The order is saved."))
            return self.back()
        answer = self.back("criteria-arrange")
        answer["Location"] += "?" + urlencode({"moved": move})
        return answer
