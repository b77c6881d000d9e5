"""The rules of the judgement: edited during set-up, read for good afterwards."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from catalog.views.setup import SetUpPage
from procurement.form_pages import FormPage
from procurement.permissions import Action, can
from scoring.forms.policies import PolicyForm
from scoring.selectors.policies import may_change_rules, policy_lines
from scoring.services.evaluations import edit_policy
from scoring.views.frames import EvaluationPage


class PolicyEditPage(EvaluationPage, SetUpPage, FormPage):
    """Workload, facility, price formula and panel rules; locked with the criteria."""

    actions = {"get": Action.VIEW_CRITERIA, "post": Action.EDIT_POLICY}
    section = "scoring:policy-edit"
    template_name = "scoring/evaluations/policy.html"
    form_class = PolicyForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"evaluation": self.evaluation}

    @override
    def content(self) -> dict[str, Any]:
        content = super().content()
        if not can(self.user, Action.VIEW_SETUP, self.tender):
            content["sections"] = []
        return content | {
            "may_edit": may_change_rules(self.user, self.evaluation),
            "lines": policy_lines(self.evaluation),
        }

    @override
    def act(self, form: PolicyForm) -> HttpResponse:
        edit_policy(by=self.user, evaluation=self.evaluation, changes=form.changes)
        messages.success(self.request, _("The rules are saved."))
        return redirect("scoring:policy-edit", reference=self.tender.reference)
