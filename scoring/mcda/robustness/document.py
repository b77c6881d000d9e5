"""What is stored and frozen of the robustness of a result: plain, typed values."""

from fractions import Fraction
from typing import Any, TypedDict, cast

from scoring.mcda.evaluate import evaluate
from scoring.mcda.exact import decimal_string
from scoring.mcda.matrix import EvaluationInput
from scoring.mcda.price_formulas import PriceRule
from scoring.mcda.result import RankingResult, plain
from scoring.mcda.robustness.additive import additive_model
from scoring.mcda.robustness.leave_one_out import absences, other_formulas
from scoring.mcda.robustness.pareto import trade_off
from scoring.mcda.robustness.smallest_change import SmallestChange, smallest_changes
from scoring.mcda.robustness.weight_intervals import (
    WeightInterval,
    shown_interval,
    weight_intervals,
)
from scoring.mcda.second_opinions.opinions import second_opinions

ROBUSTNESS_VERSION = "1"


class IntervalPart(TypedDict):
    """Where a weight keeps the leader first, as parts of 1 and as shown per cents."""

    node: str
    is_dimension: bool
    weight: str
    low: str | None
    high: str | None
    shown_low: str | None
    shown_high: str | None
    first_below: list[str]
    first_above: list[str]


class WeightPart(TypedDict):
    """A leaf and its weight as a part of 1."""

    leaf: str
    weight: str


class ChangePart(TypedDict):
    """The least weight to move, as a part of 1; null where nothing helps the rival."""

    rival: str
    moved: str | None
    weights: list[WeightPart]


class StandingsPart(TypedDict):
    """A ranking: who wins, the order, the totals in that order."""

    winners: list[str]
    order: list[str]
    totals: list[str]


class AbsencePart(TypedDict):
    """The ranking without one candidate, evaluator or criterion."""

    kind: str
    key: str
    standings: StandingsPart
    change: str


class PriceRulePart(TypedDict):
    """A price formula with its anchors."""

    formula: str
    range_low: str | None
    range_high: str | None
    log_base: str | None
    benchmark: str | None


class FormulaPart(TypedDict):
    """The ranking with the same scores and another price formula."""

    rule: PriceRulePart
    is_locked: bool
    standings: StandingsPart
    change: str
    floor_binds: bool


class OpinionPart(TypedDict):
    """What another method says of the same matrix."""

    method: str
    candidates: list[str]
    scores: list[str]
    ranks: list[int]
    first: list[str]
    compromise: list[str]
    has_advantage: bool | None
    is_stable: bool | None


class TradePart(TypedDict):
    """Quality points without the price criterion, and the price."""

    candidate: str
    quality: str
    price: str
    is_on_front: bool


class TradeOffPart(TypedDict):
    """Quality against price, and the most quality there can be."""

    most: str
    trades: list[TradePart]


class ChancePart(TypedDict):
    """The chance of each rank, and its margin of 95 %."""

    candidate: str
    ranks: list[str]
    margins: list[str]


class SimulationPart(TypedDict):
    """The chances and all that replays them."""

    seed: int
    draws: int
    concentration: int
    numpy_version: str
    method_version: str
    chances: list[ChancePart]


class RobustnessDocument(TypedDict):
    """All checks of one result; ``leader`` is null where nothing is ranked.

    ``simulation`` is null where it was not drawn when the result was frozen.
    """

    version: str
    leader: str | None
    standings: StandingsPart
    intervals: list[IntervalPart]
    changes: list[ChangePart]
    absences: list[AbsencePart]
    formulas: list[FormulaPart]
    opinions: list[OpinionPart]
    trade_off: TradeOffPart
    simulation: SimulationPart | None


def robustness_document(
    inputs: EvaluationInput,
    rules: tuple[PriceRule, ...] = (),
    result: RankingResult | None = None,
) -> RobustnessDocument:
    """Work out all exact checks and the second opinions; the simulation is added later.

    Idea: one value that pages, files and the frozen version read, so that they cannot
    differ. Fractions get 28 significant digits. Source: the product's scoring rules,
    robustness.
    """
    result = result or evaluate(inputs)
    model = additive_model(result)
    own = {
        "winners": plain(tuple(sorted(result.winners))),
        "order": [item.key for item in result.ranked],
        "totals": [plain(item.total) for item in result.ranked],
    }
    return {
        "version": ROBUSTNESS_VERSION,
        "leader": model.leader if model else None,
        "standings": _typed(own),
        "intervals": [_interval(item) for item in weight_intervals(model)]
        if model
        else [],
        "changes": [_change(item) for item in smallest_changes(model)] if model else [],
        "absences": _typed(plain(absences(inputs, result))),
        "formulas": _typed(plain(other_formulas(inputs, result, rules))),
        "opinions": _typed(plain(second_opinions(result))),
        "trade_off": _typed(plain(trade_off(result))),
        "simulation": None,
    }


def _interval(item: WeightInterval) -> IntervalPart:
    shown = shown_interval(item)
    own = cast("dict[str, Any]", plain(item))
    ends = (None, None) if shown is None else shown[:2]
    part: IntervalPart = _typed(
        own | {"shown_low": _text(ends[0]), "shown_high": _text(ends[1])}
    )
    return part


def _text(value: Fraction | None) -> str | None:
    return None if value is None else decimal_string(value)


def _change(item: SmallestChange) -> ChangePart:
    return {
        "rival": item.rival,
        "moved": _text(item.moved),
        "weights": [
            {"leaf": leaf, "weight": decimal_string(weight)}
            for leaf, weight in item.weights.items()
        ],
    }


def _typed(value: object) -> Any:  # noqa: ANN401  # the plain form has the part's shape; the tests check it
    return value
