"""How far the panel is and who blocks; the officer answers what evaluators ask for."""

from http import HTTPStatus
from typing import Any, override

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action, PermissionRefusedError, WrongStageError, can
from scoring.forms.cell_requests import RequestAnswerForm
from scoring.selectors.worksheets.progress import panel_progress
from scoring.selectors.worksheets.requests import declined_cell, open_requests
from scoring.services.cell_requests import (
    Refusal,
    accept_decline,
    approve_not_applicable,
    refuse_decline,
    refuse_not_applicable,
)
from scoring.views.frames import EvaluationPage


class ProgressPage(EvaluationPage):
    """Counts by evaluator and candidate, never a score; the requests below."""

    action = Action.VIEW_PROGRESS
    template_name = "scoring/worksheets/progress.html"

    @override
    def content(self) -> dict[str, Any]:
        candidates = list(self.evaluation.candidates.counting().order_by("position"))
        progress = panel_progress([self.evaluation])[self.evaluation.pk]
        return super().content() | {
            "candidates": candidates,
            "sheets": [
                (sheet, [sheet.by_candidate.get(row.pk) for row in candidates])
                for sheet in progress.sheets
            ],
            "requests": open_requests(self.evaluation),
            "left_out": self.evaluation.not_applicable.select_related("approved_by"),
            "may_answer": bool(
                can(self.user, Action.ANSWER_CELL_REQUESTS, self.tender)
            ),
        }


class ProgressDetailView(ProgressPage):
    """The page itself."""


class AnswerView(ProgressPage):
    """The base of an answer: bind, call one service, go back to the page."""

    action = Action.ANSWER_CELL_REQUESTS
    http_method_names = ["post"]

    def act(self, form: RequestAnswerForm) -> str:
        """Call the service; say what was done."""
        raise NotImplementedError

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Answer; show the page again with what a rule forbids."""
        form = RequestAnswerForm(request.POST)
        if not form.is_valid():
            words = [str(line) for lines in form.errors.values() for line in lines]
            return self._again(" ".join(words))
        try:
            messages.success(request, self.act(form))
        except (PermissionRefusedError, WrongStageError, ConflictError):
            raise
        except RuleBrokenError as refusal:
            return self._again(refusal.message)
        return redirect("scoring:progress-detail", self.tender.reference)

    def _again(self, words: str) -> HttpResponse:
        return self.render(refusal=words, status=HTTPStatus.UNPROCESSABLE_ENTITY)


class ProposalAnswerView(AnswerView):
    """One answer to all cells that propose N/A for a criterion."""

    @override
    def act(self, form: RequestAnswerForm) -> str:
        key = self.kwargs["key"]
        service = approve_not_applicable if form.is_accepted else refuse_not_applicable
        service(
            by=self.user,
            evaluation=self.evaluation,
            criterion_key=key,
            reason=form.cleaned_data["reason"],
        )
        if form.is_accepted:
            return _("Criterion %(key)s is left out for all candidates.") % {"key": key}
        return _("The cells are given back to their evaluators.")


class DeclineAnswerView(AnswerView):
    """The answer to one declined cell."""

    @override
    def act(self, form: RequestAnswerForm) -> str:
        cell = declined_cell(self.evaluation, self.kwargs["token"])
        if cell is None:
            raise Http404
        seen = form.cleaned_data["version"] or 0
        if form.is_accepted:
            accept_decline(by=self.user, cell=cell, seen_version=seen)
            return _("Accepted: the cell is no longer required.")
        refusal = Refusal(reason=form.cleaned_data["reason"], seen_version=seen)
        refuse_decline(by=self.user, cell=cell, refusal=refusal)
        return _("The cell is given back to its evaluator.")
