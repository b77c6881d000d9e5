"""Moderation: the cells to discuss, one cell with its effect, the decision on it."""

from http import HTTPStatus
from typing import Any, ClassVar, override

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.errors import ConflictError, RuleBrokenError
from procurement.form_pages import show_refusal
from procurement.permissions import Action, PermissionRefusedError, WrongStageError, can
from scoring.forms.moderation import VALUES, WAIVE, VerdictForm, value_of
from scoring.mcda.reasons import InvalidInputError
from scoring.selectors.moderation import (
    Effect,
    PanelCell,
    effect_of,
    find_cell,
    hidden_vendors,
    panel_cells,
)
from scoring.selectors.rankings.matrices import Matrix, read_matrix
from scoring.selectors.rankings.results import ranking_of_matrix
from scoring.selectors.versions import current_version
from scoring.services.moderation import set_consensus
from scoring.views.frames import EvaluationPage


class ModerationPage(EvaluationPage):
    """The list of cells beside the one that is discussed.

    Only who decides is shown the effect on total and rank: it tells of prices.
    """

    action = Action.VIEW_MODERATION
    tab = "scoring:moderation-list"
    template_name = "scoring/moderation/detail.html"

    @cached_property
    def matrix(self) -> Matrix:
        """All rows of the panel."""
        return read_matrix(self.evaluation, current_version(self.evaluation))

    @cached_property
    def cells(self) -> list[PanelCell]:
        """The cells that the reader may see."""
        hidden = hidden_vendors(self.matrix, self.user.pk)
        return panel_cells(self.matrix, hidden)

    @cached_property
    def may_decide(self) -> bool:
        """Whether the reader decides, now."""
        return bool(can(self.user, Action.MODERATE, self.tender))

    def chosen_cell(self) -> PanelCell | None:
        """The cell in discussion: the first open one, unless another is asked for."""
        to_discuss = [cell for cell in self.cells if cell.is_to_discuss]
        still_open = [cell for cell in to_discuss if cell.state == "open"]
        return next(iter([*still_open, *to_discuss]), None)

    @override
    def content(self) -> dict[str, Any]:
        to_discuss = [cell for cell in self.cells if cell.is_to_discuss]
        shows_all = "all" in self.request.GET
        cell = self.chosen_cell()
        return super().content() | {
            "cells": self.cells if shows_all else to_discuss,
            "shows_all": shows_all,
            "far_apart": sum(cell.rubric.exceeds_spread for cell in self.cells),
            "still_open": sum(cell.state == "open" for cell in self.cells),
            "cell": cell,
            "neighbours": self._neighbours(to_discuss, cell),
            "may_decide": self.may_decide,
            "form": self.form_of(cell) if cell and self.may_decide else None,
            "effect": self.effect_of(cell, self.request.GET.get("value", "")),
        }

    def _neighbours(
        self, cells: list[PanelCell], cell: PanelCell | None
    ) -> tuple[PanelCell | None, PanelCell | None]:
        if cell not in cells:
            return None, None
        place = cells.index(cell)
        before = cells[place - 1] if place else None
        return before, next(iter(cells[place + 1 :]), None)

    def form_of(self, cell: PanelCell, **more: Any) -> VerdictForm:
        """The form of a decision, with what is decided already."""
        decision = cell.decision
        value = decision.value if decision else None
        stored = "" if value is None else format(value.normalize(), "f")
        asked = self.request.GET.get("value", "")
        initial = {
            "value": asked if asked in VALUES else stored,
            "reason": decision.reason if decision else "",
            "version": decision.version if decision else 0,
        }
        return VerdictForm(initial=initial, **more)

    def effect_of(self, cell: PanelCell | None, choice: str) -> Effect | None:
        """What a choice would do; none without one, or where nothing can be ranked."""
        if cell is None or not self.may_decide or choice not in {*VALUES, WAIVE}:
            return None
        try:
            ranking = ranking_of_matrix(self.matrix)
        except InvalidInputError:
            return None
        return effect_of(ranking, cell, value_of(choice))


class ModerationListView(ModerationPage):
    """The cells to discuss, the first open one beside them."""


class ConsensusEditView(ModerationPage):
    """One cell: its originals, the effect of a choice, the decision."""

    actions: ClassVar = {"get": Action.VIEW_MODERATION, "post": Action.MODERATE}

    @override
    def chosen_cell(self) -> PanelCell:
        return self.cell

    @cached_property
    def cell(self) -> PanelCell:
        """The cell of the address."""
        found = find_cell(self.cells, self.kwargs["key"], self.kwargs["uuid"])
        if found is None:
            raise Http404
        return found

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """The page, or for htmx the effect alone."""
        if request.headers.get("HX-Request"):
            return render(request, f"{self.template_name}#effect", self.content())
        return self.render()

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Show the effect first; decide once it has been shown."""
        form = self.form_of(self.cell, data=request.POST)
        if not form.is_valid():
            return self._again(form)
        if not form.choice():
            form.add_error("value", _("Choose a score, or keep the mean."))
            return self._again(form)
        if (
            self._changes_total(form)
            and form.cleaned_data["previewed"] != form.choice()
        ):
            effect = self.effect_of(self.cell, form.choice())
            return self.render(form=form, effect=effect, must_confirm=True)
        return self._decide(form)

    def _changes_total(self, form: VerdictForm) -> bool:
        decision = self.cell.decision
        holds_value = decision is not None and decision.value is not None
        return form.choice() != WAIVE or holds_value

    def _decide(self, form: VerdictForm) -> HttpResponse:
        cell = self.cell
        try:
            set_consensus(
                by=self.user,
                candidate=cell.candidate,
                criterion_key=cell.criterion.key,
                verdict=form.verdict(),
            )
        except (PermissionRefusedError, WrongStageError):
            raise
        except ConflictError as conflict:
            return self._conflict(conflict)
        except RuleBrokenError as refusal:
            show_refusal(form, refusal)
            return self._again(form)
        messages.success(self.request, _("The decision is recorded."))
        return redirect(
            "scoring:consensus-edit",
            self.tender.reference,
            cell.criterion.key,
            cell.candidate.uuid,
        )

    def _conflict(self, conflict: ConflictError) -> HttpResponse:
        """Show what was decided first, and what was typed with the new version."""
        typed = self.request.POST.copy()
        typed["version"], typed["previewed"] = str(conflict.version), ""
        form = self.form_of(self.cell, data=typed)
        return self.render(form=form, conflict=conflict, status=HTTPStatus.CONFLICT)

    def _again(self, form: VerdictForm) -> HttpResponse:
        return self.render(form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
