"""The reasons of the arithmetic in sentences that a person reads."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from scoring.mcda.reasons import Reason, ReasonCode
from scoring.selectors.matrices import Matrix

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
        "%(candidate)s, criterion %(criterion)s: %(scored)s scores, %(quorum)s needed."
    ),
    ReasonCode.NO_SCORE: gettext_lazy(
        "Criterion %(criterion)s has no score for this candidate."
    ),
    ReasonCode.DATUM_MISSING: gettext_lazy(
        "Criterion %(criterion)s has no datum for this candidate."
    ),
    ReasonCode.PRICE_MISSING: gettext_lazy("There is no evaluated price."),
    ReasonCode.PRICE_NOT_POSITIVE: gettext_lazy("The evaluated price is not above 0."),
}
OTHERWISE: Final = gettext_lazy("The inputs can't be used as they are: %(code)s.")


def reason_sentence(reason: Reason, matrix: Matrix) -> str:
    """Say a reason in the reader's language, with names for keys."""
    names = {str(row.pk): row.label for row in matrix.candidates}
    values: dict[str, object] = {"code": str(reason.code)}
    values |= {
        name: names.get(str(value), value) if name == "candidate" else value
        for name, value in reason.values.items()
    }
    sentence = str(SENTENCES.get(reason.code, OTHERWISE))
    try:
        return sentence % values
    except KeyError:
        return _("The result is not complete: %(code)s.") % values
