"""How criteria, cells, evidence and prices become the input of the arithmetic."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Exists, OuterRef, Q, QuerySet

from catalog.models import Recusal, TenderMember
from procurement.permissions import Role
from scoring.mcda.curves import CurvePoint, CurveScale, CurveSpec
from scoring.mcda.matrix import (
    Admission,
    CandidateInput,
    CellInput,
    CellState,
    Consensus as ConsensusInput,
    CriterionSpec,
    DatumInput,
    EvaluationInput,
    EvaluatorInput,
    Kind,
    Perspective,
    Rules,
    ShareRule,
    TieBreak,
    Waiver,
    WeightScope,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.models import (
    Candidate,
    Cell,
    Consensus,
    CriteriaVersion,
    Criterion,
    Evaluation,
    Worksheet,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """All rows of an evaluation that a ranking depends on, read once."""

    evaluation: Evaluation
    version: CriteriaVersion
    criteria: tuple[Criterion, ...]
    candidates: tuple[Candidate, ...]
    worksheets: tuple[Worksheet, ...]
    assignments: Mapping[int, frozenset[str]]
    cells: tuple[Cell, ...]
    consensus: tuple[Consensus, ...]
    not_applicable: frozenset[str]
    recusals: frozenset[tuple[int, int]]


def read_matrix(evaluation: Evaluation, version: CriteriaVersion) -> Matrix:
    """Read the rows with a number of queries that does not depend on their count."""
    assignments: dict[int, set[str]] = {}
    for evaluator, key in evaluation.assignments.values_list(
        "evaluator_id", "criterion_key"
    ):
        assignments.setdefault(evaluator, set()).add(key)
    candidates = (
        evaluation.candidates.select_related(
            "vendor", "offer__quote__vendor", "offer__sku__gpu", "cloud_offer"
        )
        .prefetch_related("evidence", "offer__lines")
        .order_by("position")
    )
    return Matrix(
        evaluation=evaluation,
        version=version,
        criteria=tuple(version.criteria.select_related("dimension")),
        candidates=tuple(candidates),
        worksheets=tuple(_counting_worksheets(evaluation)),
        assignments={key: frozenset(value) for key, value in assignments.items()},
        cells=tuple(Cell.objects.filter(worksheet__evaluation=evaluation)),
        consensus=tuple(Consensus.objects.filter(candidate__evaluation=evaluation)),
        not_applicable=frozenset(
            evaluation.not_applicable.values_list("criterion_key", flat=True)
        ),
        recusals=frozenset(
            Recusal.objects.filter(tender=evaluation.tender_id).values_list(
                "user_id", "vendor_id"
            )
        ),
    )


def _counting_worksheets(evaluation: Evaluation) -> QuerySet[Worksheet]:
    """Those of the panel, and what was submitted before somebody left it."""
    on_panel = TenderMember.objects.filter(
        tender=evaluation.tender_id, user=OuterRef("evaluator"), role=Role.EVALUATOR
    )
    return evaluation.worksheets.filter(
        Q(submitted_at__isnull=False) | Exists(on_panel)
    ).select_related("evaluator")


def evaluation_input(matrix: Matrix, prices: Mapping[int, Decimal]) -> EvaluationInput:
    """Turn rows into plain values; ``prices`` are evaluated prices by candidate key."""
    tender = matrix.evaluation.tender
    return EvaluationInput(
        criteria=tuple(
            criterion_spec(row, matrix.not_applicable)
            for row in matrix.criteria
            if row.kind != Criterion.Kind.KNOCK_OUT
        ),
        candidates=tuple(
            _candidate(row, prices.get(row.pk)) for row in matrix.candidates
        ),
        rules=rules(matrix.evaluation),
        are_prices_released=not tender.hides_prices
        or tender.prices_released_at is not None,
        evaluators=tuple(_evaluator(row, matrix) for row in matrix.worksheets),
        cells=_cells(matrix),
        consensus=tuple(
            ConsensusInput(
                candidate=str(row.candidate_id),
                criterion=row.criterion_key,
                score=row.value,
                reason=row.reason,
            )
            for row in matrix.consensus
            if row.value is not None
        ),
        waivers=tuple(
            Waiver(
                candidate=str(row.candidate_id),
                criterion=row.criterion_key,
                reason=row.reason,
            )
            for row in matrix.consensus
            if row.value is None
        ),
        data=_data(matrix),
    )


def criterion_spec(
    criterion: Criterion, not_applicable: frozenset[str] = frozenset()
) -> CriterionSpec:
    """A weighted criterion as the arithmetic takes it."""
    return CriterionSpec(
        key=criterion.key,
        dimension=criterion.dimension.key if criterion.dimension else "",
        perspective=Perspective(criterion.perspective),
        kind=Kind(criterion.kind),
        weight=criterion.weight,
        curve=curve_spec(criterion),
        is_applicable=criterion.key not in not_applicable,
    )


def curve_spec(criterion: Criterion) -> CurveSpec | None:
    """The curve of a criterion that has both its ends."""
    if criterion.score_1_at is None or criterion.score_5_at is None:
        return None
    return CurveSpec(
        score_1_at=criterion.score_1_at,
        score_5_at=criterion.score_5_at,
        middle=tuple(
            CurvePoint(value=value, score=score)
            for value, score in criterion.middle_points
        ),
        scale=CurveScale(criterion.scale),
        unit=criterion.unit,
    )


def rules(evaluation: Evaluation) -> Rules:
    """The choices of the evaluation as the arithmetic takes them."""
    return Rules(
        price=PriceRule(
            formula=PriceFormula(evaluation.price_formula),
            range_low=evaluation.price_low,
            range_high=evaluation.price_high,
            log_base=evaluation.price_log_base,
        ),
        share_rule=ShareRule(evaluation.share_rule),
        weight_scope=WeightScope(evaluation.renormalisation),
        tie_breaks=tuple(TieBreak(step) for step in evaluation.tie_breaks),
        quorum=evaluation.quorum,
        spread_limit=evaluation.spread_limit,
    )


def _candidate(row: Candidate, price: Decimal | None) -> CandidateInput:
    return CandidateInput(
        key=str(row.pk),
        admission=Admission(row.admission),
        admission_reason=row.admission_reason,
        price=price,
        submitted_at=row.offer.quote.received_at if row.offer else None,
    )


def _evaluator(row: Worksheet, matrix: Matrix) -> EvaluatorInput:
    return EvaluatorInput(
        key=str(row.evaluator_id),
        weight=row.weight,
        criteria=matrix.assignments.get(row.evaluator_id, frozenset()),
    )


def _cells(matrix: Matrix) -> tuple[CellInput, ...]:
    vendors = {row.pk: row.vendor_id for row in matrix.candidates}
    owners = {row.pk: row.evaluator_id for row in matrix.worksheets}
    said = [
        _said(cell, owners[cell.worksheet_id])
        for cell in matrix.cells
        if cell.worksheet_id in owners
        and (owners[cell.worksheet_id], vendors[cell.candidate_id])
        not in matrix.recusals
        and cell.criterion_key
        in matrix.assignments.get(owners[cell.worksheet_id], frozenset())
    ]
    recused = [
        CellInput(
            candidate=str(candidate.pk),
            criterion=key,
            evaluator=str(sheet.evaluator_id),
            state=CellState.RECUSED,
        )
        for sheet in matrix.worksheets
        for candidate in matrix.candidates
        if (sheet.evaluator_id, candidate.vendor_id) in matrix.recusals
        for key in sorted(matrix.assignments.get(sheet.evaluator_id, frozenset()))
    ]
    return tuple(said + recused)


def _said(cell: Cell, evaluator: int) -> CellInput:
    """What counts of a cell; nothing while a changed criterion waits for its answer."""
    if cell.awaits_confirmation:
        return CellInput(
            candidate=str(cell.candidate_id),
            criterion=cell.criterion_key,
            evaluator=str(evaluator),
            state=CellState.NOT_SCORED,
        )
    return CellInput(
        candidate=str(cell.candidate_id),
        criterion=cell.criterion_key,
        evaluator=str(evaluator),
        state=CellState(cell.state),
        score=None if cell.score is None else Decimal(cell.score),
        is_decline_accepted=cell.decline_accepted_at is not None,
    )


def _data(matrix: Matrix) -> tuple[DatumInput, ...]:
    curves = {row.key for row in matrix.criteria if row.kind == Criterion.Kind.CURVE}
    return tuple(
        DatumInput(
            candidate=str(candidate.pk),
            criterion=row.criterion_key,
            value=row.value,
            provenance=row.provenance,
            source=row.source,
        )
        for candidate in matrix.candidates
        for row in candidate.evidence.all()
        if row.criterion_key in curves
    )
