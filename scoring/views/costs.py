"""The TCO page: assumptions, stacked bars, yearly cash flows, three horizons."""

from decimal import Decimal
from typing import Any, ClassVar, override

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from catalog.services.quotes import note_price_reading
from procurement.downloads import download
from procurement.form_pages import FormPage
from procurement.money import round_decimal
from procurement.permissions import Action, can
from procurement.web import uuid_or_404
from scoring.figures.errors import InputError
from scoring.forms.assumptions import AssumptionForm, initial_of
from scoring.models import Candidate, CostAssumption
from scoring.reports.csv_exports import PLACES, csv_file
from scoring.selectors.costs.assumptions import (
    label_of,
    sections_of,
    settable,
    stored_assumption,
)
from scoring.selectors.costs.candidate_costs import (
    CandidateCost,
    candidate_costs,
    conventions_of,
    horizons_of,
)
from scoring.selectors.costs.tables import (
    COMPONENT_NAMES,
    component_rows,
    figures_of,
    flow_rows,
    refusal_of,
    stacked_bars,
    tiles,
)
from scoring.services.assumptions import remove_assumption, set_assumption
from scoring.tco.kinds import kind_of
from scoring.views.frames import EvaluationPage


class CostBase(EvaluationPage):
    """What every view of the cost model reads: all candidates over all horizons."""

    action = Action.VIEW_COST
    tab = "scoring:cost-detail"

    @cached_property
    def costs(self) -> list[CandidateCost]:
        """The costs of the candidates that the person may know of; reads are noted."""
        note_price_reading(by=self.user, tender=self.tender, path=self.request.path)
        visible = Candidate.objects.visible_to(self.user).filter(
            evaluation=self.evaluation
        )
        rows = visible.select_related(
            "vendor", "offer__quote__vendor", "offer__sku__gpu"
        ).prefetch_related("offer__lines")
        for row in rows:
            row.evaluation = self.evaluation
        return candidate_costs(self.evaluation, rows)

    @cached_property
    def years(self) -> int:
        """The horizon asked for, one of those shown; else the evaluation's own."""
        asked = self.request.GET.get("years", "")
        shown = horizons_of(self.evaluation)
        if asked.isdecimal() and int(asked) in shown:
            return int(asked)
        return self.evaluation.horizon_years


class CostDetailView(CostBase):
    """Assumptions beside the results of one horizon."""

    template_name = "scoring/costs/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        chosen = self._chosen()
        result = chosen.ownership(self.years) if chosen else None
        conventions = conventions_of(self.evaluation)
        return super().content() | {
            "years": self.years,
            "horizons": horizons_of(self.evaluation),
            "costs": self.costs,
            "chosen": chosen,
            "tiles": tiles(self.costs, self.years),
            "components": list(COMPONENT_NAMES.values()),
            "component_rows": component_rows(self.costs, self.years),
            "sections": self._sections(chosen),
            "result": result,
            "refusal": refusal_of(chosen, self.years) if chosen and not result else "",
            "flow_rows": flow_rows(chosen, conventions, result)
            if chosen and result
            else [],
            "figures": figures_of(chosen, conventions, result)
            if chosen and result
            else [],
            "unset": self._unset(chosen),
            "may_edit": bool(can(self.user, Action.EDIT_ASSUMPTIONS, self.tender)),
        }

    def _chosen(self) -> CandidateCost | None:
        asked = self.request.GET.get("candidate", "")
        named = [cost for cost in self.costs if str(cost.candidate.uuid) == asked]
        counting = [cost for cost in self.costs if cost.candidate.counts]
        return next(iter([*named, *counting, *self.costs]), None)

    def _unset(self, chosen: CandidateCost | None) -> list[tuple[str, str]]:
        held = set(chosen.costs.assumptions) if chosen and chosen.costs else set()
        family = chosen.costs.gpu_family if chosen and chosen.costs else ""
        return settable(held, family, horizons_of(self.evaluation))

    def _sections(self, chosen: CandidateCost | None) -> list[Any]:
        if chosen is None:
            return []
        day = timezone.localdate(timezone=self.tender.zone)
        return sections_of(self.evaluation, chosen, day)


class CostChartView(CostBase):
    """The data of the stacked bars over one horizon."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return JsonResponse(stacked_bars(self.costs, self.kwargs["years"]))


class CashFlowExportView(CostBase):
    """Yearly cash flows of every candidate and line as CSV."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        columns = ["evaluation", "candidate", "line", "currency", "tax_basis"]
        columns += [f"year_{year}" for year in range(self.years + 1)]
        body = csv_file([*columns, "sum"], self._rows(), has_byte_order_mark=True)
        name = f"{self.tender.reference}-cash-flows-{self.years}-years.csv"
        return download(body, name, "text/csv; charset=utf-8")

    def _rows(self) -> list[list[str | int | Decimal | None]]:
        tender = self.tender
        return [
            [
                tender.reference,
                cost.candidate.label,
                str(line),
                tender.currency,
                tender.tax_basis,
                *(round_decimal(amount, PLACES) for amount in amounts),
                round_decimal(sum(amounts, Decimal(0)), PLACES),
            ]
            for cost in self.costs
            if cost.candidate.counts and (result := cost.ownership(self.years))
            for line, amounts in result.cash_flows.lines.items()
        ]


class AssumptionEditView(EvaluationPage, FormPage):
    """Change one assumption, for all candidates or for one; or take it back."""

    tab = "scoring:cost-detail"
    template_name = "scoring/costs/assumption.html"
    form_class = AssumptionForm
    actions: ClassVar = {
        "get": Action.EDIT_ASSUMPTIONS,
        "post": Action.EDIT_ASSUMPTIONS,
    }

    @cached_property
    def key(self) -> str:
        """The assumption's key, if the cost model knows it."""
        try:
            kind_of(self.kwargs["key"])
        except InputError as error:
            raise Http404 from error
        return str(self.kwargs["key"])

    @cached_property
    def candidate(self) -> Candidate | None:
        """The candidate that it is for: as sent, or as asked for; none for all."""
        named = self.request.POST.get("candidate")
        asked = self.request.GET.get("candidate", "") if named is None else named
        if not asked:
            return None
        return get_object_or_404(self.evaluation.candidates, uuid=uuid_or_404(asked))

    @cached_property
    def stored(self) -> CostAssumption | None:
        """What is set for it."""
        return stored_assumption(self.evaluation, self.key, self.candidate)

    @override
    def form_arguments(self) -> dict[str, Any]:
        common = stored_assumption(self.evaluation, self.key, None)
        initial = initial_of(self.stored or common)
        return {"evaluation": self.evaluation, "key": self.key, "initial": initial}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "label": label_of(self.key),
            "stored": self.stored,
            "candidate": self.candidate,
        }

    @override
    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if "remove" in request.POST:
            return self._remove()
        return super().post(request, **kwargs)

    @override
    def act(self, form: AssumptionForm) -> HttpResponse:
        set_assumption(
            by=self.user,
            evaluation=self.evaluation,
            terms=form.terms(),
            candidate=form.cleaned_data.get("candidate"),
        )
        messages.success(self.request, _("The assumption is saved."))
        return self._back()

    def _remove(self) -> HttpResponse:
        if self.stored is not None:
            remove_assumption(
                by=self.user, evaluation=self.evaluation, assumption=self.stored
            )
        return self._back()

    def _back(self) -> HttpResponse:
        return redirect("scoring:cost-detail", reference=self.tender.reference)
