"""The sizing page: a workload against the servers of the catalogue."""

from typing import Any, override

from catalog.views.setup import SetUpPage
from procurement.permissions import Action, can
from scoring.forms.workloads import WorkloadForm, known_of
from scoring.selectors.sizing.advice import advice_rows
from scoring.sizing.advisor.rules_of_thumb import rule_of_thumb
from scoring.views.frames import EvaluationPage


class SizingPage(EvaluationPage, SetUpPage):
    """Servers, memory and days for a workload that the address carries."""

    action = Action.VIEW_CRITERIA
    section = "scoring:sizing-detail"
    template_name = "scoring/sizing/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        content = super().content()
        if not can(self.user, Action.VIEW_SETUP, self.tender):
            content["sections"] = []
        return content | self._sized()

    def _sized(self) -> dict[str, Any]:
        if "task" not in self.request.GET:
            return {"form": WorkloadForm(initial=known_of(self.evaluation))}
        form = WorkloadForm(self.request.GET)
        if not form.is_valid():
            return {"form": form}
        workload = form.workload
        return {
            "form": form,
            "rows": advice_rows(workload),
            "rule": rule_of_thumb(workload.model.parameters),
            "is_service": workload.serving is not None,
        }
