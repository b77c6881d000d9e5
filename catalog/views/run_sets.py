"""The run sets: the list, one of them with its runs, findings and samples."""

from typing import Any, override

from django.core.paginator import Paginator
from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property

from catalog.forms.uploads import RunSetFilterForm
from catalog.models import RunSet
from catalog.selectors.run_charts import runs_chart
from catalog.selectors.run_sets import (
    benchmark_name,
    finding_rows,
    level_counts,
    listed_run_sets,
    open_uploads,
    reason_of,
    reported_throughput,
    result_of,
    run_days,
    run_rows,
    spread,
    system_facts,
    telemetry_tables,
)
from procurement.permissions import ORGANISATION, Action, can
from procurement.web import Page

ROWS = 50
OPEN_UPLOADS = 10


class RunSetListPage(Page):
    """Every run set that the person may see, and what was not read yet."""

    action = Action.VIEW_BENCHMARKS
    template_name = "catalog/run_sets/list.html"

    @override
    def content(self) -> dict[str, Any]:
        # First what is not read yet: what a worker finishes meanwhile is then in the
        # list, not in neither.
        unread = list(open_uploads(self.user)[:OPEN_UPLOADS])
        filters = RunSetFilterForm(self.request.GET, rows=listed_run_sets(self.user))
        pages = Paginator(filters.found, ROWS)
        return {
            "filters": filters,
            "page_obj": pages.get_page(self.request.GET.get("page")),
            "open_uploads": unread,
            "may_add": bool(can(self.user, Action.ADD_BENCHMARKS, ORGANISATION)),
        }


class RunSetBase(Page):
    """One run set that the person may see."""

    action = Action.VIEW_BENCHMARKS

    @cached_property
    def run_set(self) -> RunSet:
        """The run set; what one may not see is not there."""
        rows = RunSet.objects.visible_to(self.user).select_related(
            "sku__manufacturer",
            "upload__tender",
            "upload__token",
            "upload__uploaded_by",
        )
        return get_object_or_404(rows, uuid=self.kwargs["uuid"])


class RunSetPage(RunSetBase):
    """Score, runs, findings and samples of one run set."""

    template_name = "catalog/run_sets/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        rows = run_rows(self.run_set)
        findings = finding_rows(self.run_set.result.get("findings", []))
        return {
            "run_set": self.run_set,
            "result": result_of(self.run_set),
            "name": benchmark_name(self.run_set.benchmark),
            "reason": reason_of(self.run_set),
            "runs": rows,
            "has_reports": any(row.reported_throughput is not None for row in rows),
            "counted": sum(row.counts for row in rows),
            "failed": sum(row.outcome == "failed" for row in rows),
            "spread": spread(rows),
            "facts": system_facts(self.run_set),
            "days": run_days(self.run_set),
            "reported_throughput": reported_throughput(rows),
            "findings": findings,
            "levels": level_counts(findings),
            "telemetry": telemetry_tables(self.run_set.upload),
        }


class RunSetChart(RunSetBase):
    """The minutes of the runs, for the chart."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> JsonResponse:
        return JsonResponse(runs_chart(self.run_set))
