"""The words of a scorecard's workbook."""

from django.utils.translation import gettext as _, pgettext

from scoring.models import Criterion
from scoring.reports import schema, wording
from scoring.reports.formats import Formats
from scoring.reports.scorecards.documents import Scorecard


def ranking_headings() -> tuple[str, ...]:
    """The ranking, with what was stored and what parts ties; the dimensions follow."""
    return (
        _("No."),
        _("Rank"),
        _("Candidate"),
        _("Vendor"),
        _("Admission"),
        pgettext("points", "Total"),
        _("Total, unrounded"),
        _("Evaluated price"),
        _("Technical share"),
        _("Order of submission"),
        _("Rank as stored"),
        _("Total as stored"),
        _("Difference of totals"),
        _("Difference of ranks"),
        _("Reason"),
        *(_("Tie-break, step %(number)s") % {"number": number} for number in (1, 2, 3)),
    )


def criteria_headings() -> tuple[str, ...]:
    """The criteria with their weights; the points of the curves follow."""
    return (
        _("Dimension number"),
        _("Dimension"),
        _("Criterion"),
        pgettext("of a criterion", "Name"),
        _("Kind"),
        _("Perspective"),
        _("Weight"),
        _("Applies (1) or not (0)"),
        _("Weight before scaling"),
        _("Effective weight, unrounded"),
        _("Effective weight"),
        _("Effective weight as stored"),
        pgettext("of two numbers", "Difference"),
        _("Unit"),
        _("Scale"),
    )


def point_headings() -> tuple[str, ...]:
    """A point of a curve."""
    return _("Value of point %(number)s"), _("Score of point %(number)s")


def score_headings() -> tuple[str, ...]:
    """A row for each candidate and criterion; the single scores follow."""
    return (
        _("No."),
        _("Candidate"),
        _("Criterion"),
        pgettext("of a criterion", "Name"),
        _("Dimension number"),
        _("Perspective"),
        _("Effective weight, unrounded"),
        _("Consensus"),
        _("Score, datum or price"),
        _("Share, unrounded"),
        _("Points, unrounded"),
        _("Share"),
        _("Share as stored"),
        pgettext("of two numbers", "Difference"),
        _("Points"),
        _("Points as stored"),
        pgettext("of two numbers", "Difference"),
        _("Reason"),
    )


def mark_headings() -> tuple[str, ...]:
    """A single score of a cell, and what it weighs."""
    return _("Score %(number)s"), _("Weight of score %(number)s")


def price_headings(card: Scorecard) -> tuple[str, ...]:
    """The evaluated prices, and what the price formula reads besides."""
    words = {
        "currency": card["evaluation"]["currency"],
        "basis": wording.tax_basis(card["evaluation"]["tax_basis"]),
    }
    price = _("Evaluated price, %(currency)s, %(basis)s") % words
    return _("No."), _("Candidate"), price, "", _("Price formula"), _("Value")


def anchor(name: str) -> str:
    """Name a number of the price formula."""
    return {
        "lowest": _("Lowest price, Pmin"),
        "highest": _("Highest price, Pmax"),
        "low": _("Lower bound"),
        "high": _("Upper bound"),
        "A": "A",
        "benchmark": _("benchmark price"),
    }[name]


def kind(code: str) -> str:
    """Say how a criterion is scored."""
    return str(Criterion.Kind(code).label)


def scale(code: str) -> str:
    """Name the scale of a curve."""
    return {"linear": _("linear"), "log": _("logarithmic")}[code]


def perspective(code: str) -> str:
    """Name a perspective."""
    return str(Criterion.Perspective(code).label)


def state(card: Scorecard, formats: Formats) -> str:
    """Whether it is a version, and why it may still move."""
    ranking = card["ranking"]
    reasons = [formats.text(each) for each in ranking["provisional_reasons"]]
    said = _("Provisional.") if ranking["is_provisional"] else _("Complete.")
    if card["sha256"] is not None:
        whole = _("Version %(number)s, SHA-256 %(sha256)s.")
        number, sha256 = card["version"], card["sha256"]
        return wording.joined([whole % {"number": number, "sha256": sha256}, said])
    return wording.joined([said, *reasons])


def rules(criteria: schema.CriteriaVersion, formats: Formats) -> str:
    """Which rules of several are locked."""
    parts = [
        wording.share_rule(criteria["share_rule"]),
        wording.weight_scope(criteria["weight_scope"]),
    ]
    if price := criteria["price_rule"]:
        parts.append(wording.price_formula_in_words(price["formula"]))
        parts.append(formats.text(price["basis"]))
    parts.append(wording.in_turn(map(wording.tie_break, criteria["tie_breaks"])))
    return wording.clauses(parts)


def reckoning(card: Scorecard) -> str:
    """What the formulas do, and where a reader's workbook has numbers instead."""
    whole = _(
        "Numbers in blue can be changed; the rest is worked out from them. Totals, "
        "shares and points are rounded once, half to even, to four places. "
        "Spreadsheets reckon with 15 digits: the columns Difference say whether a "
        "number is not the stored one."
    )
    if not card["is_partial"]:
        return whole
    left_out = _(
        "You are recused from a candidate: it is left out, and ranks and shares of the "
        "price that depend on it stand as numbers."
    )
    return wording.joined([whole, left_out])
