"""Why a result is what it is: codes with parameters, put into words elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

type Param = str | int | Decimal


class ReasonCode(StrEnum):
    """Everything the scoring can object to or has to explain."""

    # The result is provisional.
    CELLS_OPEN = "cells_open"
    MODERATION_OPEN = "moderation_open"
    UNDER_REVIEW = "under_review"
    PRICES_NOT_RELEASED = "prices_not_released"

    # A cell has too few scores to be published.
    QUORUM_NOT_MET = "quorum_not_met"

    # A candidate that counts cannot be ranked.
    NO_SCORE = "no_score"
    DATUM_MISSING = "datum_missing"
    PRICE_MISSING = "price_missing"
    PRICE_NOT_POSITIVE = "price_not_positive"

    # The weights do not work.
    WEIGHT_NEGATIVE = "weight_negative"
    WEIGHT_TOO_PRECISE = "weight_too_precise"
    WEIGHTS_NOT_HUNDRED = "weights_not_hundred"
    NOTHING_WEIGHED = "nothing_weighed"

    # A curve does not work.
    CURVE_MISSING = "curve_missing"
    CURVE_SCORE_OUTSIDE = "curve_score_outside"
    CURVE_NOT_MONOTONE = "curve_not_monotone"
    CURVE_LOG_NOT_POSITIVE = "curve_log_not_positive"

    # The price rule does not work.
    PRICE_RULE_MISSING = "price_rule_missing"
    PRICE_CRITERIA_SEVERAL = "price_criteria_several"
    PRICE_RANGE_INVALID = "price_range_invalid"
    PRICE_LOG_BASE_INVALID = "price_log_base_invalid"
    PRICE_BENCHMARK_INVALID = "price_benchmark_invalid"

    # The other inputs contradict themselves.
    NUMBER_INVALID = "number_invalid"
    KEY_REPEATED = "key_repeated"
    KEY_UNKNOWN = "key_unknown"
    KIND_WRONG = "kind_wrong"
    SCORE_OUTSIDE = "score_outside"
    SCORE_WITHOUT_STATE = "score_without_state"
    NOT_ASSIGNED = "not_assigned"
    EVALUATOR_WEIGHT_INVALID = "evaluator_weight_invalid"
    SUBSTITUTE_REFUSED = "substitute_refused"
    TIME_WITHOUT_ZONE = "time_without_zone"
    RULE_INVALID = "rule_invalid"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a code and the parameters its sentence needs."""

    code: ReasonCode
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def values(self) -> dict[str, Param]:
        """Return the parameters by name."""
        return dict(self.params)


def reason(code: ReasonCode, **params: Param) -> Reason:
    """Build a reason from keywords.

    >>> reason(ReasonCode.NO_SCORE, criterion="1.2").values
    {'criterion': '1.2'}
    """
    return Reason(code, tuple(params.items()))


class InvalidInputError(ValueError):
    """The inputs cannot be evaluated; `reasons` says all that is wrong with them."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(", ".join(_sentence(item) for item in self.reasons))


def _sentence(item: Reason) -> str:
    params = " ".join(f"{name}={value}" for name, value in item.params)
    return f"{item.code} ({params})" if params else str(item.code)
