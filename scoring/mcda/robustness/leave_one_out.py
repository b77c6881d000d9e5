"""Leave one out: whether an absence, or another price formula, moves first place."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from scoring.mcda.admission import counts
from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import EvaluationInput, Kind
from scoring.mcda.price_formulas import PriceFormula, PriceReading, PriceRule
from scoring.mcda.result import RankingResult
from scoring.mcda.validation import input_faults

RELATIVE = frozenset({PriceFormula.LOW_BID, PriceFormula.MIN_MAX, PriceFormula.LOG})


class Change(StrEnum):
    """What happened to first place."""

    SAME = "same"
    CHANGES = "changes"
    WINNER_LEFT_OUT = "winner_left_out"
    INCOMPLETE = "incomplete"


class Absent(StrEnum):
    """What was left out."""

    CANDIDATE = "candidate"
    EVALUATOR = "evaluator"
    CRITERION = "criterion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """Who wins a ranking, the whole order, and the totals in that order."""

    winners: tuple[str, ...]
    order: tuple[str, ...]
    totals: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """The ranking without one candidate, evaluator or criterion.

    It is incomplete where somebody else loses their total by the absence.
    """

    kind: Absent
    key: str
    standings: Standings
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherFormula:
    """The ranking with the same scores and another price formula.

    `floor_binds` tells that the logarithm gives somebody 0, so that it too may depend
    on the other bids.
    """

    rule: PriceRule
    is_locked: bool
    standings: Standings
    change: Change
    floor_binds: bool = False


def absences(inputs: EvaluationInput, result: RankingResult) -> tuple[Absence, ...]:
    """Recompute without each candidate, each evaluator and each criterion.

    Idea: a winner who depends on a losing bid, on one person or on one question is a
    finding that the committee must see. Everything is worked out anew: price minima,
    means, effective weights, ranks. Source: Belton and Gear, Omega 11(3), 1983 (rank
    reversal); the product's scoring rules, robustness.
    """
    return tuple(
        Absence(
            kind=kind,
            key=key,
            standings=standings(found),
            change=_change(kind, key, result, found),
        )
        for kind, key, changed in _without(inputs)
        if not input_faults(changed)
        for found in (evaluate(changed),)
    )


def reversals(found: tuple[Absence, ...]) -> tuple[Absence, ...]:
    """Keep the losing candidates whose absence changes the winner.

    Idea: these get the red notice. Source: the product's scoring rules, robustness.

    >>> reversals(())
    ()
    """
    return tuple(
        item
        for item in found
        if item.kind is Absent.CANDIDATE and item.change is Change.CHANGES
    )


def other_formulas(
    inputs: EvaluationInput, result: RankingResult, rules: tuple[PriceRule, ...]
) -> tuple[OtherFormula, ...]:
    """Recompute with the locked price formula and with each of the others.

    Idea: what the choice of formula alone does to first place; nothing where no price
    is scored. Source: the product's scoring rules, robustness.
    """
    locked = inputs.rules.price
    if locked is None or not any(c.kind is Kind.PRICE for c in inputs.criteria):
        return ()
    found = [(locked, result)]
    for rule in rules:
        changed = replace(inputs, rules=replace(inputs.rules, price=rule))
        if rule.formula is not locked.formula and not input_faults(changed):
            found.append((rule, evaluate(changed)))
    return tuple(
        OtherFormula(
            rule=rule,
            is_locked=rule is locked,
            standings=standings(other),
            change=_moved(result, other),
            floor_binds=_floor_binds(rule, other),
        )
        for rule, other in found
    )


def standings(result: RankingResult) -> Standings:
    """Return the winners and the order of a ranking.

    Idea: what a reader compares. Source: `scoring.mcda.ranking`.
    """
    return Standings(
        winners=tuple(sorted(result.winners)),
        order=tuple(item.key for item in result.ranked),
        totals=tuple(item.total or Fraction(0) for item in result.ranked),
    )


def _without(inputs: EvaluationInput) -> Iterator[tuple[Absent, str, EvaluationInput]]:
    for candidate in inputs.candidates:
        if counts(candidate):
            yield (
                Absent.CANDIDATE,
                candidate.key,
                without_candidate(inputs, candidate.key),
            )
    for evaluator in inputs.evaluators:
        yield Absent.EVALUATOR, evaluator.key, without_evaluator(inputs, evaluator.key)
    for criterion in inputs.criteria:
        if criterion.is_applicable:
            yield (
                Absent.CRITERION,
                criterion.key,
                without_criterion(inputs, criterion.key),
            )


def without_candidate(inputs: EvaluationInput, key: str) -> EvaluationInput:
    """Drop a candidate and all that was said about it.

    Idea: as if it had never bid. Source: as `absences`.
    """
    return replace(
        inputs,
        candidates=tuple(item for item in inputs.candidates if item.key != key),
        cells=tuple(item for item in inputs.cells if item.candidate != key),
        consensus=tuple(item for item in inputs.consensus if item.candidate != key),
        waivers=tuple(item for item in inputs.waivers if item.candidate != key),
        data=tuple(item for item in inputs.data if item.candidate != key),
    )


def without_evaluator(inputs: EvaluationInput, key: str) -> EvaluationInput:
    """Drop an evaluator and their cells; what the panel agreed on stays.

    Idea: as if they had not been on the panel. Source: as `absences`.
    """
    return replace(
        inputs,
        evaluators=tuple(item for item in inputs.evaluators if item.key != key),
        cells=tuple(item for item in inputs.cells if item.evaluator != key),
    )


def without_criterion(inputs: EvaluationInput, key: str) -> EvaluationInput:
    """Take a criterion out for all; its weight goes where N/A would send it.

    Idea: as if it had been found not applicable. Source: as `absences`.
    """
    return replace(
        inputs,
        criteria=tuple(
            replace(item, is_applicable=False) if item.key == key else item
            for item in inputs.criteria
        ),
    )


def _change(
    kind: Absent, key: str, before: RankingResult, after: RankingResult
) -> Change:
    gone = {key} if kind is Absent.CANDIDATE else set()
    lost = {item.key for item in before.ranked} - {item.key for item in after.ranked}
    if lost - gone:
        return Change.INCOMPLETE
    if kind is Absent.CANDIDATE and key in before.winners:
        return Change.WINNER_LEFT_OUT
    return _moved(before, after)


def _moved(before: RankingResult, after: RankingResult) -> Change:
    is_same = set(before.winners) == set(after.winners)
    return Change.SAME if is_same else Change.CHANGES


def _floor_binds(rule: PriceRule, result: RankingResult) -> bool:
    return rule.formula is PriceFormula.LOG and any(
        isinstance(own.working, PriceReading) and own.working.share == 0
        for item in result.ranked
        for own in item.criteria
    )
