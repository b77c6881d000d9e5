"""The one entry point: from rules, cells and data to an explained ranking."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.mcda.admission import counts
from scoring.mcda.aggregation import RubricCell
from scoring.mcda.matrix import Admission, CandidateInput, EvaluationInput, Perspective
from scoring.mcda.ranking import Standing, leaders, ranking
from scoring.mcda.reasons import Reason, ReasonCode, reason
from scoring.mcda.result import (
    METHOD,
    METHOD_VERSION,
    CandidateResult,
    Completeness,
    ExcludedCandidate,
    RankingResult,
)
from scoring.mcda.shares import candidate_result, sheet
from scoring.mcda.validation import require_valid


def evaluate(inputs: EvaluationInput) -> RankingResult:
    """Evaluate the candidates and explain every number.

    Idea: shares between 0 and 1 by criterion, weighed and added up to a total of 100,
    in exact fractions. Formula: Total = 100 · Σ effective weight · share. Source: the
    product's scoring rules; Keeney and Raiffa (1976) for the additive model.

    Raises:
        InvalidInputError: when the inputs contradict themselves.

    >>> from decimal import Decimal
    >>> from scoring.mcda.matrix import CriterionSpec, Kind, Rules
    >>> from scoring.mcda.price_formulas import PriceFormula, PriceRule
    >>> price = CriterionSpec(
    ...     key="price",
    ...     dimension="3",
    ...     perspective=Perspective.COMMERCIAL,
    ...     kind=Kind.PRICE,
    ...     weight=Decimal(100),
    ... )
    >>> result = evaluate(
    ...     EvaluationInput(
    ...         criteria=(price,),
    ...         candidates=(
    ...             CandidateInput(key="X", price=Decimal(120)),
    ...             CandidateInput(key="Y", price=Decimal(100)),
    ...         ),
    ...         rules=Rules(price=PriceRule(formula=PriceFormula.LOW_BID)),
    ...         are_prices_released=True,
    ...     )
    ... )
    >>> [(c.rank, c.key, result.rules.rounding.shown(c.total)) for c in result.ranked]
    [(1, 'Y', Decimal('100.00')), (2, 'X', Decimal('83.33'))]
    """
    require_valid(inputs)
    on = sheet(inputs)
    results = [candidate_result(item, on) for item in inputs.candidates if counts(item)]
    standings = _standings(inputs, results)
    ranked = _ranked(inputs, results, standings)
    return RankingResult(
        method=METHOD,
        method_version=METHOD_VERSION,
        rules=inputs.rules,
        effective_weights=on.weights,
        price_field=on.field,
        ranked=ranked,
        not_rankable=_not_rankable(results),
        excluded=_excluded(inputs.candidates),
        first_by_points=leaders(standings, inputs.rules.rounding),
        winners=tuple(item.key for item in ranked if item.rank == 1),
        lead=_lead(ranked),
        completeness=sum((item.completeness for item in results), Completeness()),
        provisional=tuple(_provisional(inputs, results)),
        quorum_gaps=tuple(_quorum_gaps(results)),
    )


def _standings(
    inputs: EvaluationInput, results: Sequence[CandidateResult]
) -> list[Standing]:
    submitted = {item.key: item.submitted_at for item in inputs.candidates}
    return [
        Standing(
            key=item.key,
            total=item.total,
            price=item.price if item.price is not None and item.price > 0 else None,
            technical_share=_technical_share(item),
            submitted_at=submitted[item.key],
        )
        for item in results
        if item.total is not None
    ]


def _technical_share(item: CandidateResult) -> Fraction | None:
    axes = {axis.key: axis.share for axis in item.perspectives}
    return axes.get(Perspective.TECHNICAL)


def _ranked(
    inputs: EvaluationInput,
    results: Sequence[CandidateResult],
    standings: Sequence[Standing],
) -> tuple[CandidateResult, ...]:
    by_key = {item.key: item for item in results}
    return tuple(
        replace(by_key[place.key], place=place)
        for place in ranking(standings, inputs.rules)
    )


def _not_rankable(results: Sequence[CandidateResult]) -> tuple[CandidateResult, ...]:
    missing = (item for item in results if item.total is None)
    return tuple(sorted(missing, key=lambda item: item.key))


def _excluded(candidates: Sequence[CandidateInput]) -> tuple[ExcludedCandidate, ...]:
    return tuple(
        ExcludedCandidate(
            key=item.key,
            admission=item.admission,
            admission_reason=item.admission_reason,
        )
        for item in sorted(candidates, key=lambda item: item.key)
        if not counts(item)
    )


def _lead(ranked: Sequence[CandidateResult]) -> Fraction | None:
    totals = [item.total for item in ranked if item.total is not None]
    first, second = totals[:1], totals[1:2]
    return first[0] - second[0] if second else None


def _provisional(
    inputs: EvaluationInput, results: Sequence[CandidateResult]
) -> Iterator[Reason]:
    required = sum(item.completeness.required for item in results)
    owed = sum(item.completeness.open for item in results)
    if owed:
        yield reason(ReasonCode.CELLS_OPEN, open=owed, required=required)
    far_apart = [cell for *_, cell in _cells(results) if cell.exceeds_spread]
    unsettled = sum(cell.is_moderation_open for cell in far_apart)
    if unsettled:
        yield reason(ReasonCode.MODERATION_OPEN, open=unsettled, total=len(far_apart))
    for item in sorted(results, key=lambda item: item.key):
        if item.admission is Admission.UNDER_REVIEW:
            yield reason(ReasonCode.UNDER_REVIEW, candidate=item.key)
    if not inputs.are_prices_released:
        yield reason(ReasonCode.PRICES_NOT_RELEASED)


def _quorum_gaps(results: Sequence[CandidateResult]) -> Iterator[Reason]:
    for candidate, criterion, cell in sorted(_cells(results), key=lambda c: c[:2]):
        if not cell.meets_quorum:
            yield reason(
                ReasonCode.QUORUM_NOT_MET,
                candidate=candidate,
                criterion=criterion,
                scored=cell.scored,
                quorum=cell.quorum,
            )


def _cells(
    results: Sequence[CandidateResult],
) -> Iterator[tuple[str, str, RubricCell]]:
    for item in results:
        for own in item.criteria:
            if isinstance(own.working, RubricCell):
                yield item.key, own.criterion.key, own.working
