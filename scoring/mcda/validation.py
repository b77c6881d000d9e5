"""Validation: whether inputs can be evaluated, and all that is wrong if not."""

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal

from scoring.mcda.aggregation import applicable_criteria
from scoring.mcda.curves import HIGHEST_SCORE, LOWEST_SCORE, curve_faults
from scoring.mcda.exact import is_usable
from scoring.mcda.matrix import (
    CellInput,
    CellState,
    Consensus,
    CriterionSpec,
    DatumInput,
    EvaluationInput,
    EvaluatorInput,
    Kind,
    Rules,
    Waiver,
)
from scoring.mcda.price_formulas import price_faults
from scoring.mcda.reasons import InvalidInputError, Reason, ReasonCode, reason
from scoring.mcda.weights import effective_weights, weight_faults


def require_valid(inputs: EvaluationInput) -> None:
    """Refuse inputs that contradict themselves, with all reasons at once.

    Idea: a number made from contradictory inputs is worse than none. Source: the
    product's scoring rules, throughout.

    Raises:
        InvalidInputError: when there is at least one fault.

    >>> inputs = EvaluationInput(
    ...     criteria=(), candidates=(), rules=Rules(), are_prices_released=True
    ... )
    >>> require_valid(inputs)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    scoring.mcda.reasons.InvalidInputError: weights_not_hundred (total=0.0000 ...)
    """
    faults = input_faults(inputs)
    if faults:
        raise InvalidInputError(faults)


def input_faults(inputs: EvaluationInput) -> tuple[Reason, ...]:
    """Return all that keeps the inputs from being evaluated.

    Idea: keys first, since the later checks look things up by key. Source: the
    product's scoring rules, throughout.

    >>> inputs = EvaluationInput(
    ...     criteria=(), candidates=(), rules=Rules(quorum=0), are_prices_released=True
    ... )
    >>> [str(fault.code) for fault in input_faults(inputs)]
    ['weights_not_hundred', 'rule_invalid']
    """
    return (
        tuple(_key_faults(inputs))
        or tuple(_requirement_faults(inputs))
        or tuple(_statement_faults(inputs))
    )


def _key_faults(inputs: EvaluationInput) -> Iterator[Reason]:
    yield from _repeated("criterion", (item.key for item in inputs.criteria))
    yield from _repeated("candidate", (item.key for item in inputs.candidates))
    yield from _repeated("evaluator", (item.key for item in inputs.evaluators))
    yield from _repeated(
        "cell", (f"{c.candidate}/{c.criterion}/{c.evaluator}" for c in inputs.cells)
    )
    for name, items in (
        ("consensus", inputs.consensus),
        ("waiver", inputs.waivers),
        ("datum", inputs.data),
    ):
        yield from _repeated(name, (f"{i.candidate}/{i.criterion}" for i in items))
    yield from _unknown_faults(inputs)


def _repeated(kind: str, keys: Iterable[str]) -> Iterator[Reason]:
    for key, count in Counter(keys).items():
        if count > 1:
            yield reason(ReasonCode.KEY_REPEATED, kind=kind, key=key)


def _unknown_faults(inputs: EvaluationInput) -> Iterator[Reason]:
    known = {
        "candidate": {item.key for item in inputs.candidates},
        "criterion": {item.key for item in inputs.criteria},
        "evaluator": {item.key for item in inputs.evaluators},
    }
    named: set[tuple[str, str]] = set()
    placed: tuple[CellInput | Consensus | Waiver | DatumInput, ...] = (
        *inputs.cells,
        *inputs.consensus,
        *inputs.waivers,
        *inputs.data,
    )
    for item in placed:
        named |= {("candidate", item.candidate), ("criterion", item.criterion)}
    named |= {("evaluator", cell.evaluator) for cell in inputs.cells}
    for evaluator in inputs.evaluators:
        named |= {("criterion", key) for key in evaluator.criteria or ()}
    for kind, key in sorted(named):
        if key not in known[kind]:
            yield reason(ReasonCode.KEY_UNKNOWN, kind=kind, key=key)


def _requirement_faults(inputs: EvaluationInput) -> Iterator[Reason]:
    """Check what is locked before quotes open: weights, curves and rules."""
    weights = {item.key: item.weight for item in inputs.criteria}
    wrong_weights = weight_faults(weights)
    yield from wrong_weights
    if not wrong_weights and not effective_weights(
        inputs.criteria, applicable_criteria(inputs)
    ):
        yield reason(ReasonCode.NOTHING_WEIGHED)
    for criterion in inputs.criteria:
        yield from _curve_faults(criterion)
    yield from _price_rule_faults(inputs)
    yield from _rule_faults(inputs.rules)


def _curve_faults(criterion: CriterionSpec) -> Iterator[Reason]:
    if criterion.kind is not Kind.CURVE:
        return
    if criterion.curve is None:
        yield reason(ReasonCode.CURVE_MISSING, criterion=criterion.key)
    else:
        yield from curve_faults(criterion.key, criterion.curve)


def _price_rule_faults(inputs: EvaluationInput) -> Iterator[Reason]:
    priced = [item.key for item in inputs.criteria if item.kind is Kind.PRICE]
    if len(priced) > 1:
        yield reason(ReasonCode.PRICE_CRITERIA_SEVERAL, count=len(priced))
    if inputs.rules.price is not None:
        yield from price_faults(inputs.rules.price)
    elif priced:
        yield reason(ReasonCode.PRICE_RULE_MISSING, criterion=priced[0])


def _rule_faults(rules: Rules) -> Iterator[Reason]:
    if not is_usable(rules.band) or rules.band < 0:
        yield reason(ReasonCode.RULE_INVALID, rule="band")
    if not is_usable(rules.spread_limit) or not 0 <= rules.spread_limit <= 1:
        yield reason(ReasonCode.RULE_INVALID, rule="spread_limit")
    if rules.quorum < 1:
        yield reason(ReasonCode.RULE_INVALID, rule="quorum")
    if len(set(rules.tie_breaks)) != len(rules.tie_breaks):
        yield reason(ReasonCode.RULE_INVALID, rule="tie_breaks")
    if min(rules.rounding.places, rules.rounding.export_places) < 0:
        yield reason(ReasonCode.RULE_INVALID, rule="rounding")


def _statement_faults(inputs: EvaluationInput) -> Iterator[Reason]:
    """Check what came in later: candidates, the panel, its scores and the data."""
    criteria = {item.key: item for item in inputs.criteria}
    evaluators = {item.key: item for item in inputs.evaluators}
    yield from _candidate_faults(inputs)
    for evaluator in inputs.evaluators:
        if not is_usable(evaluator.weight) or evaluator.weight <= 0:
            yield reason(ReasonCode.EVALUATOR_WEIGHT_INVALID, evaluator=evaluator.key)
    for cell in inputs.cells:
        yield from _cell_faults(
            cell, criteria[cell.criterion], evaluators[cell.evaluator]
        )
    for consensus in inputs.consensus:
        yield from _consensus_faults(consensus, criteria[consensus.criterion])
    for waiver in inputs.waivers:
        yield from _kind_faults(criteria[waiver.criterion], Kind.RUBRIC)
    for datum in inputs.data:
        yield from _datum_faults(datum, criteria[datum.criterion])


def _candidate_faults(inputs: EvaluationInput) -> Iterator[Reason]:
    for candidate in inputs.candidates:
        if candidate.price is not None and not is_usable(candidate.price):
            yield reason(ReasonCode.NUMBER_INVALID, candidate=candidate.key)
        if candidate.submitted_at is not None and candidate.submitted_at.tzinfo is None:
            yield reason(ReasonCode.TIME_WITHOUT_ZONE, candidate=candidate.key)


def _cell_faults(
    cell: CellInput, criterion: CriterionSpec, evaluator: EvaluatorInput
) -> Iterator[Reason]:
    place = {
        "candidate": cell.candidate,
        "criterion": cell.criterion,
        "evaluator": cell.evaluator,
    }
    yield from _kind_faults(criterion, Kind.RUBRIC)
    if (cell.state is CellState.SCORED) is (cell.score is None):
        yield reason(ReasonCode.SCORE_WITHOUT_STATE, **place)
    elif cell.score is not None and not _is_score(cell.score):
        yield reason(ReasonCode.SCORE_OUTSIDE, **place)
    elif cell.score is not None and not evaluator.is_assigned(criterion.key):
        yield reason(ReasonCode.NOT_ASSIGNED, **place)


def _consensus_faults(
    consensus: Consensus, criterion: CriterionSpec
) -> Iterator[Reason]:
    yield from _kind_faults(criterion, Kind.RUBRIC)
    if not _is_score(consensus.score):
        yield reason(
            ReasonCode.SCORE_OUTSIDE,
            candidate=consensus.candidate,
            criterion=consensus.criterion,
        )


def _datum_faults(datum: DatumInput, criterion: CriterionSpec) -> Iterator[Reason]:
    place = {"candidate": datum.candidate, "criterion": datum.criterion}
    yield from _kind_faults(criterion, Kind.CURVE)
    if datum.value is not None and not is_usable(datum.value):
        yield reason(ReasonCode.NUMBER_INVALID, **place)
    if datum.assumed_by and not criterion.may_be_assumed:
        yield reason(ReasonCode.SUBSTITUTE_REFUSED, **place)


def _kind_faults(criterion: CriterionSpec, expected: Kind) -> Iterator[Reason]:
    if criterion.kind is not expected:
        yield reason(ReasonCode.KIND_WRONG, criterion=criterion.key, expected=expected)


def _is_score(score: Decimal) -> bool:
    return is_usable(score) and LOWEST_SCORE <= score <= HIGHEST_SCORE
