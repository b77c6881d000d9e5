"""Who scores what: evaluators × criteria."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.form_pages import FormPage
from procurement.permissions import Action, Role, can
from scoring.forms.evidence import AssignmentForm
from scoring.models import Criterion
from scoring.selectors.worksheets.owing import assignments_of, rubric_criteria
from scoring.services.assignments import assign_panel
from scoring.views.frames import EvaluationPage


class AssignmentListPage(EvaluationPage, FormPage):
    """The matrix of boxes; only officers see it, for it goes with progress."""

    actions = {"get": Action.VIEW_PROGRESS, "post": Action.MANAGE_PANEL}
    template_name = "scoring/evidence/assignments.html"
    form_class = AssignmentForm
    tab = "scoring:evidence-list"

    @cached_property
    def evaluators(self) -> list[User]:
        """The evaluators of the panel, by name."""
        members = self.tender.members.filter(role=Role.EVALUATOR)
        people = [member.user for member in members.select_related("user")]
        return sorted(people, key=lambda person: (person.name, person.pk))

    @cached_property
    def criteria(self) -> list[Criterion]:
        """The criteria that people score."""
        return rubric_criteria(self.evaluation)

    @override
    def form_arguments(self) -> dict[str, Any]:
        held = assignments_of(self.evaluation)
        initial = {
            str(person.uuid): sorted(held.get(person.pk, ()))
            for person in self.evaluators
        }
        return {
            "evaluators": self.evaluators,
            "criteria": self.criteria,
            "initial": initial,
        }

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "evaluators": self.evaluators,
            "criteria": self.criteria,
            "may_assign": can(self.user, Action.MANAGE_PANEL, self.tender),
        }

    @override
    def act(self, form: AssignmentForm) -> HttpResponse:
        assign_panel(by=self.user, evaluation=self.evaluation, keys=form.keys)
        messages.success(self.request, _("The assignments are saved."))
        return redirect("scoring:assignment-list", reference=self.tender.reference)
