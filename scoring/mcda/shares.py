"""Shares: what a candidate earns in each criterion, and how each number came about."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.mcda.admission import price_field
from scoring.mcda.aggregation import RubricCell, applicable_criteria, rubric_cells
from scoring.mcda.curves import curve_reading
from scoring.mcda.matrix import (
    CandidateInput,
    CellState,
    CriterionSpec,
    DatumInput,
    EvaluationInput,
    Kind,
)
from scoring.mcda.price_formulas import PriceField, PriceReading, PriceRule, price_share
from scoring.mcda.reasons import Reason, ReasonCode, reason
from scoring.mcda.result import (
    CandidateResult,
    Completeness,
    CriterionResult,
    CurveWorking,
    Working,
)
from scoring.mcda.weighted_sum import POINTS, group_points, weighted_sum
from scoring.mcda.weights import effective_weights

type Place = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The inputs of an evaluation, found by candidate and criterion."""

    criteria: tuple[CriterionSpec, ...]
    weights: Mapping[str, Fraction]
    cells: Mapping[Place, RubricCell]
    data: Mapping[Place, DatumInput]
    field: PriceField | None
    price_rule: PriceRule | None


def sheet(inputs: EvaluationInput) -> Sheet:
    """Lay the inputs out by place, with effective weights and the price field.

    Idea: what all candidates share is worked out once. Formulas: `effective_weights`,
    `rubric_cells`, `price_field`. Source: the product's scoring rules, aggregation.

    >>> from scoring.mcda.matrix import Rules
    >>> empty = EvaluationInput(
    ...     criteria=(), candidates=(), rules=Rules(), are_prices_released=True
    ... )
    >>> sheet(empty).weights
    {}
    """
    return Sheet(
        criteria=inputs.criteria,
        weights=effective_weights(
            inputs.criteria, applicable_criteria(inputs), inputs.rules.weight_scope
        ),
        cells=rubric_cells(inputs),
        data={(datum.candidate, datum.criterion): datum for datum in inputs.data},
        field=price_field(inputs.candidates),
        price_rule=inputs.rules.price,
    )


def candidate_result(candidate: CandidateInput, on: Sheet) -> CandidateResult:
    """Work out shares, points and total of one candidate, not yet its place.

    Idea: every criterion gives a share or a reason why not; one reason and there is
    no total. Formula: `weighted_sum`, for the whole and by dimension and perspective.
    Source: the product's scoring rules, aggregation.

    >>> from scoring.mcda.matrix import Rules
    >>> empty = EvaluationInput(
    ...     criteria=(), candidates=(), rules=Rules(), are_prices_released=True
    ... )
    >>> candidate_result(CandidateInput(key="A"), sheet(empty)).total
    Fraction(0, 1)
    """
    criteria = tuple(_criterion_result(candidate, spec, on) for spec in on.criteria)
    shares = {item.criterion.key: item.share for item in criteria}
    return CandidateResult(
        key=candidate.key,
        admission=candidate.admission,
        price=candidate.price,
        total=weighted_sum(shares, on.weights),
        place=None,
        criteria=criteria,
        dimensions=group_points(
            [(spec.key, spec.dimension) for spec in on.criteria], shares, on.weights
        ),
        perspectives=group_points(
            [(spec.key, spec.perspective) for spec in on.criteria], shares, on.weights
        ),
        completeness=_completeness(criteria),
        reasons=tuple(fault for item in criteria for fault in item.reasons),
    )


def _criterion_result(
    candidate: CandidateInput, spec: CriterionSpec, on: Sheet
) -> CriterionResult:
    if spec.key not in on.weights:
        return CriterionResult(
            criterion=spec,
            is_applicable=False,
            effective_weight=Fraction(0),
            share=None,
            points=None,
            working=None,
        )
    working = _working(candidate, spec, on)
    share = None if working is None else working.share
    weight = on.weights[spec.key]
    return CriterionResult(
        criterion=spec,
        is_applicable=True,
        effective_weight=weight,
        share=share,
        points=None if share is None else POINTS * weight * share,
        working=working,
        reasons=() if share is not None else (_why_missing(candidate, spec),),
    )


def _working(candidate: CandidateInput, spec: CriterionSpec, on: Sheet) -> Working:
    if spec.kind is Kind.RUBRIC:
        return on.cells[candidate.key, spec.key]
    if spec.kind is Kind.PRICE:
        return _price_reading(candidate, on)
    return _curve_working(on.data.get((candidate.key, spec.key)), spec)


def _curve_working(datum: DatumInput | None, spec: CriterionSpec) -> CurveWorking:
    if datum is None or datum.value is None or spec.curve is None:
        return CurveWorking(datum=datum, reading=None)
    return CurveWorking(datum=datum, reading=curve_reading(datum.value, spec.curve))


def _price_reading(candidate: CandidateInput, on: Sheet) -> PriceReading | None:
    price, rule, field = candidate.price, on.price_rule, on.field
    if price is None or price <= 0 or rule is None or field is None:
        return None
    return PriceReading(
        share=price_share(price, rule, field),
        price=price,
        rule=rule,
        field=field,
        assumptions=candidate.price_assumptions,
    )


def _why_missing(candidate: CandidateInput, spec: CriterionSpec) -> Reason:
    code = {
        Kind.RUBRIC: ReasonCode.NO_SCORE,
        Kind.CURVE: ReasonCode.DATUM_MISSING,
        Kind.PRICE: (
            ReasonCode.PRICE_MISSING
            if candidate.price is None
            else ReasonCode.PRICE_NOT_POSITIVE
        ),
    }[spec.kind]
    return reason(code, candidate=candidate.key, criterion=spec.key)


def _completeness(criteria: tuple[CriterionResult, ...]) -> Completeness:
    live = [item for item in criteria if item.is_applicable]
    cells = [item.working for item in live if isinstance(item.working, RubricCell)]
    states = [mark.state for cell in cells for mark in cell.marks]
    return Completeness(
        required=sum(cell.required for cell in cells),
        scored=sum(cell.scored for cell in cells),
        declined=states.count(CellState.DECLINED),
        recused=states.count(CellState.RECUSED),
        criteria_required=len(live),
        criteria_done=sum(_is_done(item) for item in live),
    )


def _is_done(item: CriterionResult) -> bool:
    is_open = isinstance(item.working, RubricCell) and item.working.open > 0
    return item.share is not None and not is_open
