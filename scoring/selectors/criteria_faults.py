"""What keeps a list of criteria from being used, in words for the officer."""

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from procurement.canonical import plain_text
from procurement.errors import RuleBrokenError
from scoring.mcda.curves import curve_faults
from scoring.mcda.reasons import Reason, ReasonCode
from scoring.mcda.weights import weight_faults
from scoring.models import Criterion
from scoring.selectors.rankings.matrices import curve_spec


def weights_refusal(criteria: Iterable[Criterion]) -> RuleBrokenError | None:
    """Say why the weights are not exactly 100 points, or nothing."""
    weights = {row.key: row.weight for row in criteria if row.has_weight}
    found = next(iter(weight_faults(weights)), None)
    if found is None:
        return None
    return RuleBrokenError(_WEIGHT_WORDS[found.code](found), found.code, "weight")


def criteria_refusals(criteria: Iterable[Criterion]) -> Iterator[RuleBrokenError]:
    """Say all that must be put right before the criteria can be locked."""
    rows = list(criteria)
    wrong_weights = weights_refusal(rows)
    if wrong_weights is not None:
        yield wrong_weights
    for row in rows:
        if row.kind == Criterion.Kind.CURVE:
            yield from curve_refusals(row)
        if row.kind == Criterion.Kind.RUBRIC and not all(
            text.strip() for text in row.anchors_en
        ):
            yield RuleBrokenError(
                _("Criterion %(key)s lacks a written anchor for each score of 1 to 5.")
                % {"key": row.key},
                "anchors_missing",
                "anchors_en",
            )


def curve_refusals(criterion: Criterion) -> Iterator[RuleBrokenError]:
    """Say why the curve of a criterion can't be used."""
    curve = curve_spec(criterion)
    if curve is None:
        yield RuleBrokenError(
            _("Criterion %(key)s needs the values for score 1 and for score 5.")
            % {"key": criterion.key},
            "curve_missing",
            "score_1_at",
        )
        return
    for found in curve_faults(criterion.key, curve):
        yield RuleBrokenError(_CURVE_WORDS[found.code](found), found.code, "score_5_at")


def _number(value: object) -> str:
    return plain_text(Decimal(str(value)))


def _not_hundred(found: Reason) -> str:
    difference = Decimal(str(found.values["difference"]))
    numbers = {
        "total": _number(found.values["total"]),
        "difference": _number(abs(difference)),
    }
    if difference < 0:
        words = _(
            "The weights give %(total)s, not exactly 100: %(difference)s is missing."
        )
    else:
        words = _(
            "The weights give %(total)s, not exactly 100: %(difference)s too much."
        )
    return words % numbers


def _negative(found: Reason) -> str:
    return _("The weight of %(criterion)s is below 0.") % found.values


def _too_precise(found: Reason) -> str:
    return (
        _("The weight of %(criterion)s has more than %(places)s decimal places.")
        % found.values
    )


def _no_number(found: Reason) -> str:
    return _("%(criterion)s holds a figure that is no usable number.") % found.values


def _not_monotone(found: Reason) -> str:
    return (
        _("The curve of %(criterion)s must rise or fall from score 1 to score 5.")
        % found.values
    )


def _score_outside(found: Reason) -> str:
    return (
        _("A middle point of the curve of %(criterion)s must score between 1 and 5.")
        % found.values
    )


def _log_not_positive(found: Reason) -> str:
    return (
        _("The logarithmic curve of %(criterion)s needs values above 0.") % found.values
    )


type Words = Callable[[Reason], str]

_WEIGHT_WORDS: Final[dict[ReasonCode, Words]] = {
    ReasonCode.WEIGHTS_NOT_HUNDRED: _not_hundred,
    ReasonCode.WEIGHT_NEGATIVE: _negative,
    ReasonCode.WEIGHT_TOO_PRECISE: _too_precise,
    ReasonCode.NUMBER_INVALID: _no_number,
}
_CURVE_WORDS: Final[dict[ReasonCode, Words]] = {
    ReasonCode.NUMBER_INVALID: _no_number,
    ReasonCode.CURVE_NOT_MONOTONE: _not_monotone,
    ReasonCode.CURVE_SCORE_OUTSIDE: _score_outside,
    ReasonCode.CURVE_LOG_NOT_POSITIVE: _log_not_positive,
}
