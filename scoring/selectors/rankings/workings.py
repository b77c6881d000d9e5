"""How each number came about: from inputs by formula to points, in sentences."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from catalog.models import Provenance
from procurement.punctuation import strung
from procurement.templatetags.numbers import decimals, percent, plain
from scoring.mcda.aggregation import Mark, RubricCell
from scoring.mcda.curves import CurveReading, CurveScale
from scoring.mcda.exact import rounded
from scoring.mcda.matrix import ShareRule
from scoring.mcda.price_formulas import PriceFormula, PriceReading
from scoring.mcda.result import CriterionResult, CurveWorking
from scoring.models import Consensus, Evaluation, Evidence
from scoring.selectors.units import unit_words

PLACES: Final = 6
CENTS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The rows behind a number that the arithmetic does not keep.

    ``shows_marks`` is whether the reader may see single scores, ``shows_lowest``
    whether they may know the lowest price of all.
    """

    evaluation: Evaluation
    evidence: Evidence | None
    decision: Consensus | None
    shows_marks: bool
    shows_lowest: bool


def steps(own: CriterionResult, said: Said) -> tuple[str, ...]:
    """Explain a share and its points, one sentence a step."""
    if not own.is_applicable:
        return (_("Does not apply to any candidate; its weight went to the others."),)
    working = own.working
    if isinstance(working, RubricCell):
        found = [*_rubric(working, said)]
    elif isinstance(working, CurveWorking):
        found = [*_curve(own, said)]
    elif isinstance(working, PriceReading):
        found = [*_price(working, said)]
    else:
        found = [_("There is no evaluated price.")]
    if own.share is not None and own.points is not None:
        found.append(
            _("Points = 100 × weight %(weight)s × share %(share)s %(points)s")
            % {
                "weight": exact(own.effective_weight),
                "share": exact(own.share),
                "points": equals(own.points),
            }
        )
    return tuple(found)


def exact(value: Fraction, places: int = PLACES) -> str:
    """Write a fraction with all its decimals if they are few, else rounded."""
    return plain(rounded(value, places))


def equals(value: Fraction, places: int = PLACES) -> str:
    """Write "= 0.6875", or "≈ 0.39604" where decimals are left out."""
    written = rounded(value, places)
    sign = "=" if Fraction(written) == value else "≈"
    return f"{sign} {plain(written)}"


def _rubric(cell: RubricCell, said: Said) -> Iterator[str]:
    if cell.mean is None:
        yield _("Nobody has scored this cell.")
        return
    yield _mean(cell, said)
    if cell.consensus is not None:
        words = {
            "value": plain(cell.consensus.score),
            "reason": said.decision.reason if said.decision else "",
        }
        yield _("Consensus %(value)s stands in its place: %(reason)s") % words
    elif cell.is_waived and said.decision is not None:
        words = {"spread": percent(cell.spread), "reason": said.decision.reason}
        yield _("The spread of %(spread)s is accepted: %(reason)s") % words
    if cell.value is not None and cell.share is not None:
        yield _share_of(cell.value, cell.share, cell.rule)


def _mean(cell: RubricCell, said: Said) -> str:
    scored = [mark for mark in cell.marks if mark.score is not None]
    words = {"count": len(scored), "mean": equals(cell.mean or Fraction(0))}
    if not said.shows_marks:
        whole = ngettext(
            "Mean of %(count)s score %(mean)s",
            "Mean of %(count)s scores %(mean)s",
            len(scored),
        )
        return whole % words
    words["sum"] = _sum(scored)
    whole = ngettext(
        "Mean of %(count)s score: %(sum)s %(mean)s",
        "Mean of %(count)s scores: %(sum)s %(mean)s",
        len(scored),
    )
    return whole % words


def _sum(scored: list[Mark]) -> str:
    """The scores in rising order, so that no place in the row tells who gave which."""
    marks = sorted(scored, key=lambda mark: (mark.score or 0, mark.weight))
    weights = {mark.weight for mark in marks}
    if len(weights) == 1:
        terms = " + ".join(plain(mark.score) for mark in marks)
        return f"({terms}) ÷ {len(marks)}"
    terms = " + ".join(f"{plain(m.weight)} × {plain(m.score)}" for m in marks)
    return f"({terms}) ÷ {plain(sum((m.weight for m in marks), Decimal(0)))}"


def _share_of(value: Fraction, share: Fraction, rule: ShareRule) -> str:
    words = {"value": exact(value), "share": equals(share)}
    if rule is ShareRule.OF_MAXIMUM:
        return _("Share = %(value)s ÷ 5 %(share)s") % words
    return _("Share = (%(value)s − 1) ÷ 4 %(share)s") % words


def _curve(own: CriterionResult, said: Said) -> Iterator[str]:
    working, curve = own.working, own.criterion.curve
    if not isinstance(working, CurveWorking) or curve is None:
        return
    if working.reading is None:
        yield _("The datum is missing.")
        return
    yield _("Datum: %(value)s (%(source)s)") % {
        "value": f"{plain(working.reading.value)} {unit_words(curve.unit)}".strip(),
        "source": _source(said.evidence),
    }
    yield _reading(working.reading, curve.scale)


def _source(row: Evidence | None) -> str:
    if row is None:
        return _("source not stated")
    day = date_format(row.on, "DATE_FORMAT") if row.on else ""
    label = str(Provenance(row.provenance).label)
    return strung([label, row.source, day])


def _reading(reading: CurveReading, scale: CurveScale) -> str:
    words = {
        "share": equals(reading.share),
        "score": equals(reading.shown_score),
        "from": plain(reading.lower.value),
        "to": plain(reading.upper.value),
        "low": plain(reading.lower.score),
        "high": plain(reading.upper.score),
        "value": plain(reading.value),
    }
    if reading.lower == reading.upper:
        end = _("The curve gives %(low)s at %(from)s and does not go further: share")
        return f"{end % words} {words['share']}"
    if scale is CurveScale.LOG:
        line = _(
            "Score = %(low)s + (%(high)s − %(low)s) × ln(%(value)s ÷ %(from)s) ÷ "
            "ln(%(to)s ÷ %(from)s) %(score)s; share = (score − 1) ÷ 4 %(share)s"
        )
    else:
        line = _(
            "Score = %(low)s + (%(high)s − %(low)s) × (%(value)s − %(from)s) ÷ "
            "(%(to)s − %(from)s) %(score)s; share = (score − 1) ÷ 4 %(share)s"
        )
    return line % words


def _price(reading: PriceReading, said: Said) -> Iterator[str]:
    currency = said.evaluation.tender.currency
    yield _("Evaluated price: %(price)s, %(basis)s") % {
        "price": f"{currency} {decimals(reading.price, CENTS)}",
        "basis": price_basis(said.evaluation),
    }
    hidden = _("the lowest price, of a candidate that is not shown to you")
    words = {
        "own": decimals(reading.price, CENTS),
        "lowest": decimals(reading.field.lowest, CENTS)
        if said.shows_lowest
        else hidden,
        "from": _anchor(reading.rule.range_low),
        "to": _anchor(reading.rule.range_high),
        "base": _anchor(reading.rule.log_base),
        "share": equals(reading.share),
    }
    yield _FORMULAS[reading.rule.formula]() % words


def _anchor(value: Decimal | None) -> str:
    return plain(value)


# The formulas that an evaluation can choose; each in the language in force.
_FORMULAS: Final[Mapping[PriceFormula, Callable[[], str]]] = {
    PriceFormula.LOW_BID: lambda: _(
        "Low-bid: share = lowest price ÷ own price = %(lowest)s ÷ %(own)s %(share)s"
    ),
    PriceFormula.FIXED_RANGE: lambda: _(
        "Fixed range: share = (%(to)s − %(own)s) ÷ (%(to)s − %(from)s), "
        "not below 0 nor above 1, %(share)s"
    ),
    PriceFormula.LOG: lambda: _(
        "Log: share = 1 − ln(%(own)s ÷ %(lowest)s) ÷ ln(%(base)s), "
        "not below 0, %(share)s"
    ),
}


def price_basis(evaluation: Evaluation) -> str:
    """What the evaluated price is, with its horizon."""
    years = evaluation.horizon_years
    basis = Evaluation.PriceBasis(evaluation.price_basis)
    if basis is Evaluation.PriceBasis.QUOTED_NET:
        return _("quoted price")
    words = ngettext(
        "%(basis)s over %(years)s year", "%(basis)s over %(years)s years", years
    )
    return words % {"basis": basis.label, "years": years}


def price_head(evaluation: Evaluation) -> str:
    """The evaluated price in a few words, for the head of a column."""
    return {
        Evaluation.PriceBasis.NPV_PER_GPU: _("TCO per GPU"),
        Evaluation.PriceBasis.NPV_TOTAL: _("TCO"),
        Evaluation.PriceBasis.QUOTED_NET: _("Quoted price"),
    }[Evaluation.PriceBasis(evaluation.price_basis)]
