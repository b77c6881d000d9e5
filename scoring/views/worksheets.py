"""My worksheet: the grid, one cell as a plain form, saving, submitting."""

from http import HTTPStatus
from typing import Any, ClassVar, override

import orjson
from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.errors import ConflictError, RuleBrokenError
from procurement.form_pages import show_refusal
from procurement.permissions import Action, PermissionRefusedError, WrongStageError, can
from scoring.forms.worksheets import AnswerForm, CellForm, choice_of
from scoring.models import Candidate
from scoring.selectors.worksheets.grids import Grid, GridCell
from scoring.selectors.worksheets.notes import guide, notes
from scoring.selectors.worksheets.reading import worksheet_grid
from scoring.services.worksheets import save_cell, submit_worksheet
from scoring.views.frames import EvaluationPage


class WorksheetPage(EvaluationPage):
    """A page of one's own worksheet."""

    action = Action.VIEW_OWN_WORKSHEET
    tab = "scoring:worksheet-detail"

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        return self.to_declarations() or super().get(request, **kwargs)

    def to_declarations(self) -> HttpResponse | None:
        """The way to the declarations, while one is due; nothing is shown before."""
        is_asked = can(self.user, Action.SCORE, self.tender)
        if not is_asked or not self.grid.awaits_declaration:
            return None
        return redirect("scoring:declaration-edit", self.tender.reference)

    @cached_property
    def grid(self) -> Grid:
        """One's own cells, and nothing of others."""
        return worksheet_grid(self.evaluation, self.user)

    @cached_property
    def shows_prices(self) -> bool:
        """Whether the evaluator may read prices now."""
        return bool(can(self.user, Action.VIEW_COST, self.tender))

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"grid": self.grid}

    def back(self, anchor: str = "") -> HttpResponse:
        """Go to the grid."""
        response = redirect("scoring:worksheet-detail", self.tender.reference)
        response["Location"] += anchor
        return response


class WorksheetDetailView(WorksheetPage):
    """The grid with its evidence panel."""

    template_name = "scoring/worksheets/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "guide": guide(self.grid, shows_prices=self.shows_prices)
        }


class CellSaveView(EvaluationPage):
    """Takes one cell from the grid's script, answers in JSON."""

    action = Action.SCORE
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Save the cell; say its new version."""
        form = CellForm(_json(request))
        if not form.is_valid():
            field, words = next(iter(form.errors.items()))
            raise RuleBrokenError(str(words[0]), "invalid", field)
        visible = Candidate.objects.visible_to(self.user)
        candidate = get_object_or_404(
            visible.filter(evaluation=self.evaluation),
            uuid=form.cleaned_data["candidate"],
        )
        cell = save_cell(
            by=self.user,
            candidate=candidate,
            criterion_key=form.cleaned_data["criterion"],
            answer=form.answer(),
        )
        return JsonResponse({"version": cell.version})


def _json(request: HttpRequest) -> dict[str, Any]:
    """The object in the body; refused when it is none."""
    try:
        sent = orjson.loads(request.body)
    except orjson.JSONDecodeError:
        sent = None
    if not isinstance(sent, dict):
        raise RuleBrokenError(_("This is no JSON object."), "invalid_json")
    return sent


class CellEditView(WorksheetPage):
    """One cell as a plain form, for those without the grid's script."""

    template_name = "scoring/worksheets/cell.html"
    actions: ClassVar = {"get": Action.VIEW_OWN_WORKSHEET, "post": Action.SCORE}

    @cached_property
    def cell(self) -> GridCell:
        """The cell of the address, if it is one's own."""
        cell = self.grid.cell(self.kwargs["key"], self.kwargs["uuid"])
        if cell is None:
            raise Http404
        return cell

    @override
    def content(self) -> dict[str, Any]:
        candidate = self.cell.column.candidate
        return super().content() | {
            "cell": self.cell,
            "form": self._form(),
            "notes": notes(
                self.cell.criterion,
                candidate,
                self.grid.evidence,
                shows_prices=self.shows_prices,
            )
            if candidate
            else [],
        }

    def _form(self, **more: Any) -> AnswerForm:
        cell = self.cell
        initial = {
            "choice": choice_of(cell.state, cell.score),
            "comment": cell.comment,
            "version": cell.version,
        }
        return AnswerForm(criterion=cell.criterion, initial=initial, **more)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Save and go back to the grid; show what is wrong, or what was saved first."""
        if away := self.to_declarations():
            return away
        form = self._form(data=request.POST)
        if form.is_valid():
            try:
                return self._save(form)
            except (PermissionRefusedError, WrongStageError):
                raise
            except ConflictError as conflict:
                return self._conflict(conflict)
            except RuleBrokenError as refusal:
                show_refusal(form, refusal)
        return self.render(form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)

    def _save(self, form: AnswerForm) -> HttpResponse:
        candidate = self.cell.column.candidate
        if candidate is None:
            raise Http404
        save_cell(
            by=self.user,
            candidate=candidate,
            criterion_key=self.cell.criterion.key,
            answer=form.answer(),
        )
        messages.success(self.request, _("Saved."))
        return self.back(f"#c-{self.cell.criterion.key}-{self.cell.column.number}")

    def _conflict(self, conflict: ConflictError) -> HttpResponse:
        """Show both: what is saved, and what was typed, to be sent once more."""
        if conflict.version is None:
            raise conflict
        typed = self.request.POST.copy()
        typed["version"] = str(conflict.version)
        return self.render(
            form=self._form(data=typed), conflict=conflict, status=HTTPStatus.CONFLICT
        )


class WorksheetSubmitView(WorksheetPage):
    """Lists every open cell as a link; locks the worksheet once there is none."""

    template_name = "scoring/worksheets/submit.html"
    actions: ClassVar = {"get": Action.VIEW_OWN_WORKSHEET, "post": Action.SCORE}

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Submit; what is still open is shown instead."""
        try:
            submit_worksheet(by=self.user, evaluation=self.evaluation)
        except RuleBrokenError as refusal:
            if refusal.code != "worksheet_incomplete":
                raise
            return self.render(status=HTTPStatus.UNPROCESSABLE_ENTITY)
        messages.success(request, _("Your worksheet is submitted and locked."))
        return self.back()
