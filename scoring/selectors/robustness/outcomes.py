"""The ranking worked out anew: without one bid, person or criterion; other formulas."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _, gettext_lazy

from procurement.templatetags.numbers import decimals
from scoring.selectors.robustness.names import Names

if TYPE_CHECKING:
    from scoring.mcda.robustness.document import (
        AbsencePart,
        PriceRulePart,
        RobustnessDocument,
        StandingsPart,
    )

CHANGES: Final = {
    "same": ("ok", "check", gettext_lazy("Same")),
    "changes": ("bad", "swap", gettext_lazy("Winner changes")),
    "winner_left_out": ("", "", gettext_lazy("Winner left out")),
    "incomplete": ("warn", "alert", gettext_lazy("Others lose their total")),
}
LOCKED: Final = ("ok", "lock", gettext_lazy("Locked rule"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeRow:
    """The first two of a ranking that was worked out anew, and the badge of it."""

    name: str
    first: str
    first_points: Decimal | None
    second: str
    second_points: Decimal | None
    tag: tuple[str, str, str]
    note: str = ""


def notice(item: "AbsencePart", names: Names) -> str:
    """Say who would be first without a losing bid."""
    own = item["standings"]
    first, second = own["order"][0], own["order"][1:2]
    common = {
        "bid": names.candidate(item["key"]),
        "first": names.listed(own["winners"]) or names.candidate(first),
        "points": decimals(Decimal(own["totals"][0])),
    }
    if not second:
        return _("Without %(bid)s first place moves to %(first)s.") % common
    return _(
        "Without %(bid)s first place moves to %(first)s: %(points)s against "
        "%(other_points)s of %(second)s."
    ) % (
        common
        | {
            "second": names.candidate(second[0]),
            "other_points": decimals(Decimal(own["totals"][1])),
        }
    )


def without_one(
    document: "RobustnessDocument", names: Names, kind: str
) -> tuple[OutcomeRow, ...]:
    """The ranking without each candidate, evaluator or criterion in turn."""
    return tuple(
        _outcome(
            _absent(item, names), item["standings"], CHANGES[item["change"]], names
        )
        for item in document["absences"]
        if item["kind"] == kind
    )


def _absent(item: "AbsencePart", names: Names) -> str:
    if item["kind"] == "candidate":
        return names.candidate(item["key"])
    if item["kind"] == "criterion":
        return names.node(item["key"], is_dimension=False)
    return _("Evaluator %(label)s") % {"label": item["key"]}


def _outcome(
    name: str, own: "StandingsPart", tag: tuple[str, str, object], names: Names
) -> OutcomeRow:
    order, totals = own["order"], [Decimal(total) for total in own["totals"]]
    winners = own["winners"]
    second = order[len(winners) : len(winners) + 1] or order[1:2]
    return OutcomeRow(
        name=name,
        first=names.listed(winners),
        first_points=totals[0] if totals else None,
        second=names.listed(second),
        second_points=totals[order.index(second[0])] if second else None,
        tag=(tag[0], tag[1], str(tag[2])),
    )


def with_other_formulas(
    document: "RobustnessDocument", names: Names
) -> Iterator[OutcomeRow]:
    """The ranking by the locked price formula and by each of the others."""
    for item in document["formulas"]:
        tag = LOCKED if item["is_locked"] else CHANGES[item["change"]]
        row = _outcome(_formula_words(item["rule"]), item["standings"], tag, names)
        if item["floor_binds"]:
            words = _("its floor of 0 binds, so other bids count here too")
            row = replace(row, note=words)
        yield row


def _formula_words(rule: "PriceRulePart") -> str:
    """A price formula with its anchors."""
    formula = rule["formula"]
    if formula == "fixed_range":
        return _("fixed range: %(low)s to %(high)s") % {
            "low": decimals(Decimal(rule["range_low"] or 0), 0),
            "high": decimals(Decimal(rule["range_high"] or 0), 0),
        }
    if formula == "log":
        base = Decimal(rule["log_base"] or 0).normalize()
        return _("log: A = %(base)s") % {"base": f"{base:f}"}
    return {
        "low_bid": _("low-bid: lowest ÷ own"),
        "min_max": _("min-max: from highest to lowest"),
        "benchmark": _("benchmark price ÷ own"),
    }[formula]
