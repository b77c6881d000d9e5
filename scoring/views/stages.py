"""Move an evaluation on; cancel it, or reopen it, with a reason."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage
from procurement.permissions import STAGE_NAMES, Action, Stage, WrongStageError
from scoring.forms.evaluations import ReasonForm
from scoring.services.stages import cancel, move_stage, reopen
from scoring.views.frames import EvaluationPage


class StageMovePage(EvaluationPage):
    """Takes the step that the button names."""

    action = Action.MOVE_STAGE
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Move to the stage that was asked for."""
        asked = request.POST.get("to", "")
        if asked not in set(Stage):
            raise RuleBrokenError(_("There is no such stage."), "stage_unknown")
        to = Stage(asked)
        try:
            move_stage(by=self.user, evaluation=self.evaluation, to=to)
        except WrongStageError:
            raise
        except RuleBrokenError as error:
            messages.error(request, error.message)
        else:
            words = _("The evaluation is now in the stage %(stage)s.")
            messages.success(request, words % {"stage": STAGE_NAMES[to]})
        return redirect("scoring:evaluation-detail", reference=self.tender.reference)


class EvaluationCancelPage(EvaluationPage, FormPage):
    """Ends an evaluation without an award; a reason is due."""

    action = Action.MOVE_STAGE
    template_name = "scoring/evaluations/reason.html"
    form_class = ReasonForm
    tab = "scoring:evaluation-detail"

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "title": _("Cancel the evaluation"),
            "warning": _("It ends without an award and can't be taken up again."),
            "submit": _("Cancel the evaluation"),
        }

    @override
    def act(self, form: ReasonForm) -> HttpResponse:
        reason = form.cleaned_data["reason"]
        cancel(by=self.user, evaluation=self.evaluation, reason=reason)
        messages.success(self.request, _("The evaluation is cancelled."))
        return redirect("scoring:evaluation-detail", reference=self.tender.reference)


class EvaluationReopenPage(EvaluationCancelPage):
    """Takes a published evaluation back to the decision; a reason is due."""

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "title": _("Reopen the evaluation"),
            "warning": _(
                "The published version stays as it is; only a new version that names "
                "what changed can follow it."
            ),
            "submit": _("Reopen the evaluation"),
        }

    @override
    def act(self, form: ReasonForm) -> HttpResponse:
        reason = form.cleaned_data["reason"]
        reopen(by=self.user, evaluation=self.evaluation, reason=reason)
        messages.success(self.request, _("The evaluation is open for a new decision."))
        return redirect("scoring:evaluation-detail", reference=self.tender.reference)
