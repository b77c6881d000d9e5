"""The list of evaluations, a new one, the overview, and the steps between stages."""

from typing import Any, override

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from procurement.form_pages import FormPage
from procurement.permissions import ORGANISATION, STAGE_NAMES, Action, Stage, can
from procurement.tabs import address
from procurement.web import Page
from scoring.forms.evaluations import EvaluationForm
from scoring.models import Evaluation
from scoring.selectors.activities import activities
from scoring.selectors.boards import read_boards, with_panel
from scoring.selectors.criteria import weights_by_dimension
from scoring.selectors.evaluations import Filters, listed_evaluations
from scoring.selectors.outstanding.stages import open_items
from scoring.selectors.overviews import candidate_rows, tiles
from scoring.selectors.steps import next_step
from scoring.services.evaluations import create_evaluation
from scoring.views.frames import EvaluationPage

ROWS = 25


class EvaluationListPage(Page):
    """Every evaluation that the person may know of, the most urgent first."""

    action = Action.LIST_EVALUATIONS
    template_name = "scoring/evaluations/list.html"

    @override
    def content(self) -> dict[str, Any]:
        filters = Filters.of(self.request.GET)
        listing = listed_evaluations(self.user, filters)
        pages = Paginator(listing.rows, ROWS)
        return {
            "filters": filters,
            "listing": listing,
            "page_obj": pages.get_page(self.request.GET.get("page")),
            "stages": [(stage.value, STAGE_NAMES[stage]) for stage in Stage],
            "create_url": self._create_url(),
        }

    def _create_url(self) -> str:
        may = can(self.user, Action.CREATE_EVALUATION, ORGANISATION)
        return address("scoring:evaluation-create") if may else ""


class EvaluationCreatePage(FormPage):
    """A new evaluation: terms, and the template of its criteria."""

    action = Action.CREATE_EVALUATION
    template_name = "scoring/evaluations/create.html"
    form_class = EvaluationForm

    @override
    def act(self, form: EvaluationForm) -> HttpResponse:
        evaluation = create_evaluation(
            by=self.user,
            terms=form.terms,
            template=form.cleaned_data["template"],
        )
        words = _("%(reference)s is made. Complete its set-up.")
        reference = evaluation.tender.reference
        messages.success(self.request, words % {"reference": reference})
        return redirect("scoring:evaluation-detail", reference=reference)


class EvaluationDetailPage(EvaluationPage):
    """The overview: what is missing and who must act, then the figures."""

    action = Action.VIEW_EVALUATION
    template_name = "scoring/evaluations/detail.html"
    stepper_is_slim = False

    @override
    def content(self) -> dict[str, Any]:
        self.note_prices()
        found = with_panel(Evaluation.objects.filter(tender=self.tender))
        (board,) = read_boards(list(found), self.user)
        return super().content() | {
            "board": board,
            "items": open_items(board),
            "tiles": tiles(board),
            "candidates": candidate_rows(board),
            "weights": weights_by_dimension(board.criteria),
            "activities": activities(board),
            "next_step": next_step(self.user, self.evaluation),
            "may_see_audit": can(self.user, Action.VIEW_AUDIT, self.tender),
        }
