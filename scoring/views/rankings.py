"""The ranking: the table, one candidate taken apart, the files."""

import json
from fractions import Fraction
from typing import Any, ClassVar, Final, override

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext

from catalog.services.quotes import note_price_reading
from procurement.downloads import WORKBOOK_TYPE, download
from procurement.languages import reader_language
from procurement.permissions import Action, can
from scoring.mcda.price_formulas import PriceFormula
from scoring.mcda.reasons import InvalidInputError
from scoring.mcda.robustness.leave_one_out import RELATIVE
from scoring.models import Criterion
from scoring.reports import wording
from scoring.reports.ranking_export import ranking_export
from scoring.reports.scorecards.documents import Scorecard, live_scorecard
from scoring.reports.scorecards.workbooks import scorecard_workbook
from scoring.selectors.moderation import hidden_vendors
from scoring.selectors.rankings.breakdowns import Breakdown, breakdown
from scoring.selectors.rankings.matrices import Matrix, read_matrix
from scoring.selectors.rankings.reasons import candidate_names, sentence
from scoring.selectors.rankings.results import Ranking, ranking_of_matrix
from scoring.selectors.rankings.tables import ranking_table
from scoring.selectors.rankings.workings import price_basis, price_head
from scoring.selectors.robustness.figures import chance_figure, trade_figure
from scoring.selectors.robustness.inputs import robustness_sha256
from scoring.selectors.robustness.names import names_of
from scoring.selectors.robustness.panels import Panels, panels
from scoring.selectors.robustness.stored import StoredChecks, stored_checks
from scoring.selectors.versions import current_version
from scoring.services.robustness.requests import request_checks
from scoring.views.frames import EvaluationPage

EMPTY: Final[dict[str, Any]] = {"data": [], "layout": {}}


class RankingPage(EvaluationPage):
    """What every view of the ranking reads; reading hidden prices is noted."""

    action = Action.VIEW_RANKING
    tab = "scoring:ranking-detail"

    @cached_property
    def matrix(self) -> Matrix:
        """All rows that the ranking depends on."""
        return read_matrix(self.evaluation, current_version(self.evaluation))

    @cached_property
    def ranking(self) -> Ranking:
        """The result, with the inputs and rows behind it."""
        return ranking_of_matrix(self.matrix)

    @cached_property
    def hidden(self) -> frozenset[int]:
        """The vendors that the reader is recused from."""
        return hidden_vendors(self.matrix, self.user.pk)

    @cached_property
    def faults(self) -> tuple[str, ...]:
        """Why nothing can be ranked; empty when the inputs agree."""
        try:
            _ = self.ranking
        except InvalidInputError as error:
            names = candidate_names(self.matrix, self.hidden)
            return tuple(sentence(item, names) for item in error.reasons)
        return ()

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        return self.render()


class CheckedPage(RankingPage):
    """What shows how firm the ranking is; nothing of it to who is recused."""

    @cached_property
    def checks(self) -> StoredChecks:
        """What the worker has stored, of these inputs or of earlier ones."""
        return stored_checks(self.evaluation, robustness_sha256(self.ranking))

    @cached_property
    def panels(self) -> Panels | None:
        """The panels of the stored document, if there is one for this reader."""
        if self.faults or self.hidden or self.checks.document is None:
            return None
        return panels(self.checks.document, names_of(self.ranking))

    @override
    def content(self) -> dict[str, Any]:
        common = super().content() | {"faults": self.faults}
        if self.faults:
            return common
        return common | {
            "checks": None if self.hidden else self.checks,
            "panels": self.panels,
            "price_head": price_head(self.evaluation),
            "price_formula": wording.price_formula(self.evaluation.price_formula),
            "is_relative": PriceFormula(self.evaluation.price_formula) in RELATIVE,
            "has_range": self.evaluation.price_high is not None,
            "dimension_head": gettext("Dimension"),
            "criterion_head": gettext("Criterion"),
            "left_out_head": gettext("Left out"),
            "yes_no": gettext("yes,no"),
        }


class RobustnessView(CheckedPage):
    """The panels alone, for the page to ask for the job and to follow it."""

    tab = "scoring:ranking-detail"
    template_name = "scoring/rankings/robustness.html"
    actions: ClassVar = {"get": Action.VIEW_RANKING, "post": Action.VIEW_RANKING}

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Ask the worker for the checks; the page does so when it is opened."""
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        if not self.faults:
            request_checks(by=self.user, ranking=self.ranking)
        if request.headers.get("HX-Request"):
            return self.render()
        return redirect("scoring:ranking-detail", reference=self.tender.reference)

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"is_swapped": True}


class RobustnessFigureView(CheckedPage):
    """The data of a figure: quality against price, or the chance of each rank."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        figures = {"quality": self._quality, "chances": self._chances}
        draw = figures.get(self.kwargs["figure"])
        if draw is None:
            raise Http404
        return JsonResponse(draw())

    def _quality(self) -> dict[str, Any]:
        shown = self.panels
        return trade_figure(shown, price_head(self.evaluation)) if shown else EMPTY

    def _chances(self) -> dict[str, Any]:
        draws = self.panels.draws if self.panels else None
        return chance_figure(draws) if draws else EMPTY


class RankingDetailView(CheckedPage):
    """The table, what is left out of it, the perspectives, and how firm it all is."""

    template_name = "scoring/rankings/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        common = super().content()
        if self.faults:
            return common
        evaluation = self.evaluation
        return common | {
            "table": ranking_table(self.ranking, self.user.pk),
            "lead": self._lead(),
            "result": self.ranking.result,
            "price_basis": price_basis(evaluation),
            "price_words": wording.price_formula_in_words(evaluation.price_formula),
            "share_words": wording.share_rule(evaluation.share_rule),
            "scope_words": capfirst(wording.weight_scope(evaluation.renormalisation)),
            "tie_words": wording.in_turn(
                wording.tie_break(step) for step in evaluation.tie_breaks
            ),
            "axes": Criterion.Perspective.labels,
            "may_freeze": bool(can(self.user, Action.FREEZE, self.tender)),
        }

    def _lead(self) -> Fraction | None:
        """The lead of the first; not shown when one of the two is hidden."""
        keys = [item.key for item in self.ranking.result.ranked[:2]]
        known = candidate_names(self.matrix, self.hidden)
        is_known = all(key in known for key in keys)
        return self.ranking.result.lead if is_known else None


class RankingBreakdownView(RankingPage):
    """One candidate: every number down to its inputs."""

    template_name = "scoring/rankings/breakdown.html"

    @cached_property
    def breakdown(self) -> Breakdown:
        """The candidate of the address, taken apart."""
        found = (
            None
            if self.faults
            else breakdown(
                self.ranking,
                self.kwargs["uuid"],
                reader=self.user.pk,
                shows_marks=self.shows_marks,
            )
        )
        if found is None:
            raise Http404
        return found

    @cached_property
    def shows_marks(self) -> bool:
        """Whether the reader may see single scores, under their labels."""
        return bool(can(self.user, Action.VIEW_MODERATION, self.tender))

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "breakdown": self.breakdown,
            "axes": zip(Criterion.Perspective.labels, self.breakdown.axes, strict=True),
            "shows_marks": self.shows_marks,
            "result": self.ranking.result,
        }


class RankingFileView(RankingPage):
    """What every file of the ranking does: nothing where nothing can be ranked."""

    ending: ClassVar[str]
    kind: ClassVar[str]

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if self.faults:
            raise Http404
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        name = f"{self.tender.reference}-ranking.{self.ending}"
        return download(self.body(), name, self.kind)

    def body(self) -> bytes | str:
        """What stands in the file."""
        raise NotImplementedError

    @cached_property
    def scorecard(self) -> Scorecard:
        """The ranking down to its cells; single scores for who may see them."""
        may_see = can(self.user, Action.VIEW_MODERATION, self.tender)
        return live_scorecard(self.ranking, self.hidden, shows_marks=bool(may_see))


class RankingExportView(RankingFileView):
    """The ranking as CSV: a row for each candidate and criterion, four places."""

    ending = "csv"
    kind = "text/csv; charset=utf-8"

    @override
    def body(self) -> bytes:
        return ranking_export(self.ranking, self.hidden)


class RankingWorkbookView(RankingFileView):
    """The scorecard as a workbook with live formulas."""

    ending = "xlsx"
    kind = WORKBOOK_TYPE

    @override
    def body(self) -> bytes:
        return scorecard_workbook(self.scorecard, reader_language())


class RankingDocumentView(RankingFileView):
    """The scorecard as JSON, with the digits that a snapshot has."""

    ending = "json"
    kind = "application/json"

    @override
    def body(self) -> str:
        return json.dumps(self.scorecard, ensure_ascii=False, indent=2)
