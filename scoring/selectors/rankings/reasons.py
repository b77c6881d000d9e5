"""The reasons of the arithmetic in sentences that a person reads."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy
from django_stubs_ext import StrOrPromise

from procurement.punctuation import strung
from scoring.mcda.reasons import Reason, ReasonCode
from scoring.selectors.rankings.matrices import Matrix

# A sentence names a criterion by its key, a candidate by its name, an evaluator never.
SENTENCES: Final[Mapping[ReasonCode, StrOrPromise]] = {
    ReasonCode.CELLS_OPEN: gettext_lazy(
        "%(open)s of %(required)s scores are still owed."
    ),
    ReasonCode.MODERATION_OPEN: gettext_lazy(
        "Moderation is open: %(open)s of %(total)s cells lie too far apart."
    ),
    ReasonCode.UNDER_REVIEW: gettext_lazy("%(candidate)s is under review."),
    ReasonCode.PRICES_NOT_RELEASED: gettext_lazy(
        "The prices are not yet released to the panel."
    ),
    ReasonCode.QUORUM_NOT_MET: gettext_lazy(
        "%(candidate)s, criterion %(criterion)s: scores given %(scored)s, "
        "needed %(quorum)s."
    ),
    ReasonCode.NO_SCORE: gettext_lazy(
        "Criterion %(criterion)s has no score for this candidate."
    ),
    ReasonCode.DATUM_MISSING: gettext_lazy(
        "Criterion %(criterion)s has no datum for this candidate."
    ),
    ReasonCode.PRICE_MISSING: gettext_lazy("There is no evaluated price."),
    ReasonCode.PRICE_NOT_POSITIVE: gettext_lazy("The evaluated price is not above 0."),
    ReasonCode.WEIGHT_NEGATIVE: gettext_lazy(
        "Criterion %(criterion)s has a weight below 0."
    ),
    ReasonCode.WEIGHT_TOO_PRECISE: gettext_lazy(
        "The weight of criterion %(criterion)s has more than %(places)s places."
    ),
    ReasonCode.WEIGHTS_NOT_HUNDRED: gettext_lazy(
        "The weights give %(total)s, not exactly 100 (%(difference)s off)."
    ),
    ReasonCode.NOTHING_WEIGHED: gettext_lazy("No criterion that applies has a weight."),
    ReasonCode.CURVE_MISSING: gettext_lazy("Criterion %(criterion)s has no curve."),
    ReasonCode.CURVE_SCORE_OUTSIDE: gettext_lazy(
        "The curve of criterion %(criterion)s has a point outside the scores 1 to 5."
    ),
    ReasonCode.CURVE_NOT_MONOTONE: gettext_lazy(
        "The curve of criterion %(criterion)s does not run in one direction."
    ),
    ReasonCode.CURVE_LOG_NOT_POSITIVE: gettext_lazy(
        "The logarithmic curve of criterion %(criterion)s needs values above 0."
    ),
    ReasonCode.PRICE_RULE_MISSING: gettext_lazy(
        "Criterion %(criterion)s has no price formula."
    ),
    ReasonCode.PRICE_CRITERIA_SEVERAL: ngettext_lazy(
        "There is %(count)s price criterion; one is allowed.",
        "There are %(count)s price criteria; one is allowed.",
        "count",
    ),
    ReasonCode.PRICE_RANGE_INVALID: gettext_lazy(
        "The fixed range needs a lower end of at least 0 and an upper end above it."
    ),
    ReasonCode.PRICE_LOG_BASE_INVALID: gettext_lazy(
        "The logarithmic price formula needs a base above 1."
    ),
    ReasonCode.PRICE_BENCHMARK_INVALID: gettext_lazy(
        "The benchmark price is not above 0."
    ),
    ReasonCode.NUMBER_INVALID: gettext_lazy(
        "A number is not finite, or of a size that means nothing (%(place)s)."
    ),
    ReasonCode.KEY_REPEATED: gettext_lazy("An input is given twice: %(kind)s."),
    ReasonCode.KEY_UNKNOWN: gettext_lazy(
        "An input belongs to something that is not in the evaluation: %(kind)s."
    ),
    ReasonCode.KIND_WRONG: gettext_lazy(
        "Criterion %(criterion)s has an input of another kind than %(expected)s."
    ),
    ReasonCode.SCORE_OUTSIDE: gettext_lazy(
        "%(candidate)s, criterion %(criterion)s: a score lies outside 1 to 5."
    ),
    ReasonCode.SCORE_WITHOUT_STATE: gettext_lazy(
        "%(candidate)s, criterion %(criterion)s: a score and its state contradict "
        "each other."
    ),
    ReasonCode.NOT_ASSIGNED: gettext_lazy(
        "%(candidate)s, criterion %(criterion)s: someone scored who is not assigned."
    ),
    ReasonCode.EVALUATOR_WEIGHT_INVALID: gettext_lazy(
        "The weight of an evaluator is not above 0."
    ),
    ReasonCode.SUBSTITUTE_REFUSED: gettext_lazy(
        "%(candidate)s, criterion %(criterion)s: this datum may not be assumed."
    ),
    ReasonCode.TIME_WITHOUT_ZONE: gettext_lazy(
        "%(candidate)s: the time of submission has no time zone."
    ),
    ReasonCode.RULE_INVALID: gettext_lazy("The rule “%(rule)s” can't be used."),
}


def sentence(reason: Reason, names: Mapping[str, str]) -> str:
    """Say a reason in the reader's language.

    ``names`` holds the candidates that the reader may know of, by key; another one is
    spoken of without its name. Keys of evaluators and unknown things are never shown.
    """
    values: dict[str, object] = dict(reason.values)
    place = str(values.get("criterion", ""))
    if "candidate" in values:
        unnamed = _("A candidate that is not shown to you")
        values["candidate"] = names.get(str(values["candidate"]), unnamed)
        place = strung([str(values["candidate"]), place])
    return str(SENTENCES[reason.code] % ({"place": place} | values))


def candidate_names(
    matrix: Matrix, hidden: frozenset[int] = frozenset()
) -> dict[str, str]:
    """The names of the candidates by key, less the vendors that are hidden."""
    return {
        str(row.pk): row.label
        for row in matrix.candidates
        if row.vendor_id not in hidden
    }
