"""Reads one's own worksheet as a grid, in five queries whatever its size."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, cast

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Now

from catalog.models import Declaration, Recusal, Tender
from procurement.accounts.models import User
from procurement.permissions import Stage
from scoring.mcda.curves import curve_share
from scoring.models import (
    Assignment,
    Candidate,
    Cell,
    CriteriaVersion,
    Criterion,
    Evaluation,
    Evidence,
    NotApplicable,
    Worksheet,
)
from scoring.selectors.rankings.matrices import criterion_spec
from scoring.selectors.worksheets.grids import Column, Grid, GridCell, Group, Row

PRICE_METRICS: Final = ("tco.", "quote.price")


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionUse:
    """Whether the evaluator scores a criterion, and whether it applies at all."""

    is_assigned: bool
    is_left_out: bool


def worksheet_grid(evaluation: Evaluation, evaluator: User) -> Grid:
    """Lay out an evaluator's own worksheet, in five queries whatever its size."""
    tender = evaluation.tender
    worksheet, now = _worksheet(evaluation, evaluator)
    candidates = _candidates(evaluation, evaluator)
    known = [row for row, is_recused in candidates if not is_recused]
    columns = _columns(candidates)
    evidence = _evidence(row for row in known if row.counts)
    layout = _Layout(
        columns=columns,
        cells=_cells(worksheet),
        evidence=evidence,
        are_prices_open=not tender.hides_prices
        or tender.prices_released_at is not None,
    )
    return Grid(
        worksheet=worksheet,
        is_open=worksheet is not None
        and tender.stage == Stage.SCORING
        and not worksheet.is_locked
        and not _is_late(tender, now),
        columns=columns,
        groups=tuple(layout.groups(_criteria(evaluation, evaluator))),
        left_out=tuple(row for row in known if not row.counts),
        evidence=evidence,
        awaits_declaration=any(
            row.counts and cast("Any", row).is_undeclared for row in known
        ),
    )


def _is_late(tender: Tender, now: datetime | None) -> bool:
    deadline = tender.scores_deadline
    return deadline is not None and now is not None and deadline < now


def _worksheet(
    evaluation: Evaluation, evaluator: User
) -> tuple[Worksheet | None, datetime | None]:
    """One's own worksheet, with the database's time at which it was read."""
    row = (
        Worksheet.objects.filter(evaluation=evaluation, evaluator=evaluator)
        .annotate(read_at=Now())
        .first()
    )
    return row, (row.read_at if row else None)


def _candidates(
    evaluation: Evaluation, evaluator: User
) -> list[tuple[Candidate, bool]]:
    """Each candidate, and whether the evaluator is recused from it."""
    recused = Recusal.objects.filter(
        tender=evaluation.tender_id, user=evaluator, vendor=OuterRef("vendor")
    )
    declared = Declaration.objects.filter(
        tender=evaluation.tender_id, user=evaluator, vendor=OuterRef("vendor")
    )
    rows = (
        Candidate.objects.filter(evaluation=evaluation)
        .annotate(
            is_recused=Exists(recused),
            is_undeclared=Q(vendor__isnull=False) & ~Exists(declared),
        )
        .select_related(
            "vendor", "offer__quote__service_level", "offer__sku__gpu", "cloud_offer"
        )
        .order_by("position")
    )
    return [(row, cast("Any", row).is_recused) for row in rows]


def _columns(candidates: Iterable[tuple[Candidate, bool]]) -> tuple[Column, ...]:
    counting = [(row, is_recused) for row, is_recused in candidates if row.counts]
    return tuple(
        Column(number=number, candidate=None if is_recused else row)
        for number, (row, is_recused) in enumerate(counting, start=1)
    )


def _cells(worksheet: Worksheet | None) -> dict[tuple[int, str], Cell]:
    rows = Cell.objects.filter(worksheet=worksheet) if worksheet else ()
    return {(row.candidate_id, row.criterion_key): row for row in rows}


def _evidence(candidates: Iterable[Candidate]) -> dict[tuple[int, str], Evidence]:
    rows = Evidence.objects.filter(candidate__in=list(candidates))
    return {
        (row.candidate_id, row.criterion_key): row
        for row in rows.select_related("run_set").order_by("id")
    }


def _criteria(
    evaluation: Evaluation, evaluator: User
) -> list[tuple[Criterion, CriterionUse]]:
    """The weighted criteria of the version that holds, in order."""
    versions = CriteriaVersion.objects.filter(evaluation=evaluation)
    holding = versions.order_by(F("locked_at").desc(nulls_last=True), "-number")
    same = {"evaluation": evaluation, "criterion_key": OuterRef("key")}
    assigned = Assignment.objects.filter(evaluator=evaluator, **same)
    rows = (
        Criterion.objects.filter(version=Subquery(holding.values("pk")[:1]))
        .exclude(kind=Criterion.Kind.KNOCK_OUT)
        .annotate(
            is_assigned=Exists(assigned),
            is_left_out=Exists(NotApplicable.objects.filter(**same)),
        )
        .select_related("dimension")
        .order_by("dimension__position", "position")
    )
    return [
        (row, CriterionUse(is_assigned=row.is_assigned, is_left_out=row.is_left_out))
        for row in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    columns: tuple[Column, ...]
    cells: Mapping[tuple[int, str], Cell]
    evidence: Mapping[tuple[int, str], Evidence]
    are_prices_open: bool

    def groups(
        self, criteria: Iterable[tuple[Criterion, CriterionUse]]
    ) -> Iterator[Group]:
        for dimension, members in groupby(criteria, key=lambda pair: pair[0].dimension):
            whole = list(members)
            shown = [
                self._row(row, use)
                for row, use in whole
                if use.is_assigned or row.kind != Criterion.Kind.RUBRIC
            ]
            if dimension is not None and shown:
                yield Group(
                    dimension=dimension,
                    weight=sum((row.weight for row, _use in whole), Decimal(0)),
                    rows=tuple(shown),
                )

    def _row(self, criterion: Criterion, use: CriterionUse) -> Row:
        return Row(
            criterion=criterion,
            cells=tuple(self._cell(criterion, use, column) for column in self.columns),
        )

    def _cell(
        self, criterion: Criterion, use: CriterionUse, column: Column
    ) -> GridCell:
        stored, auto = None, None
        state = self._fixed_state(criterion, use, column)
        if column.candidate is not None and state == "auto":
            auto = self._auto(criterion, column.candidate)
        elif column.candidate is not None and not state:
            stored = self.cells.get((column.candidate.pk, criterion.key))
            state = stored.state if stored else Cell.State.NOT_SCORED
        return GridCell(
            column=column, criterion=criterion, state=state, stored=stored, auto=auto
        )

    def _fixed_state(
        self, criterion: Criterion, use: CriterionUse, column: Column
    ) -> str:
        """The state that no evaluator sets; empty for one's own cell."""
        if column.is_recused:
            return "recused"
        if use.is_left_out:
            return "na"
        if criterion.kind == Criterion.Kind.RUBRIC:
            return ""
        is_sealed = is_price(criterion) and not self.are_prices_open
        return "sealed" if is_sealed else "auto"

    def _auto(self, criterion: Criterion, candidate: Candidate) -> Fraction | None:
        datum = self.evidence.get((candidate.pk, criterion.key))
        curve = criterion_spec(criterion).curve
        if datum is None or curve is None:
            return None
        return 1 + 4 * curve_share(datum.value, curve)


def is_price(criterion: Criterion) -> bool:
    """Whether a criterion tells something of the prices."""
    return criterion.kind == Criterion.Kind.PRICE or criterion.metric.startswith(
        PRICE_METRICS
    )
