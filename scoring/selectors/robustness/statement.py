"""One plain paragraph: how safe first place is, and what would change it."""

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from procurement.punctuation import sentences
from procurement.templatetags.numbers import decimals, percent
from scoring.selectors.robustness.names import Names

if TYPE_CHECKING:
    from scoring.mcda.robustness.document import AbsencePart, RobustnessDocument

SAFE_MOVE: Final = Decimal("0.10")
FRAGILE_MOVE: Final = Decimal("0.02")
SAFE_CHANCE: Final = Decimal("0.90")
FRAGILE_CHANCE: Final = Decimal("0.60")


class Firmness(StrEnum):
    """How firmly first place is held."""

    SAFE = "safe"
    FAIR = "fair"
    FRAGILE = "fragile"
    NONE = "none"


def firmness_of(document: "RobustnessDocument") -> Firmness:
    """Judge by the worst of the checks.

    Fragile: no single winner, a losing bid decides, under 2 % of the weight need move,
    or under 60 % of the draws. Safe: nobody's absence and no other formula changes
    the winner, 10 % of the weight or more, and 90 % of the draws where drawn.
    """
    if len(document["standings"]["order"]) < 2:  # noqa: PLR2004 # two to compare
        return Firmness.NONE
    moved, chance = least_move(document), chance_of_first(document)
    if (
        len(document["standings"]["winners"]) != 1
        or reversals_of(document)
        or (moved is not None and moved[1] < FRAGILE_MOVE)
        or (chance is not None and chance < FRAGILE_CHANCE)
    ):
        return Firmness.FRAGILE
    changed = [*document["absences"], *document["formulas"]]
    is_firm = (
        all(item["change"] != "changes" for item in changed)
        and (moved is None or moved[1] >= SAFE_MOVE)
        and (chance is None or chance >= SAFE_CHANCE)
    )
    return Firmness.SAFE if is_firm else Firmness.FAIR


def reversals_of(document: "RobustnessDocument") -> "list[AbsencePart]":
    """The losing bids whose absence changes the winner."""
    return [
        item
        for item in document["absences"]
        if item["kind"] == "candidate" and item["change"] == "changes"
    ]


def least_move(document: "RobustnessDocument") -> tuple[str, Decimal] | None:
    """The rival that needs the least weight to move, and how much of 1."""
    found = [
        (item["rival"], Decimal(item["moved"]))
        for item in document["changes"]
        if item["moved"] is not None
    ]
    return min(found, key=lambda pair: (pair[1], pair[0]), default=None)


def chance_of_first(document: "RobustnessDocument") -> Decimal | None:
    """In which part of the draws the first by rank is first; None if not drawn."""
    simulation, order = document["simulation"], document["standings"]["order"]
    if simulation is None or not order:
        return None
    return next(
        Decimal(item["ranks"][0])
        for item in simulation["chances"]
        if item["candidate"] == order[0]
    )


def statement(document: "RobustnessDocument", names: Names) -> str:
    """Say it for someone who will not read the tables."""
    return sentences(_sentences(document, names))


def _sentences(document: "RobustnessDocument", names: Names) -> Iterator[str]:
    firmness = firmness_of(document)
    if firmness is Firmness.NONE:
        yield _("There are no two ranked candidates to compare.")
        return
    yield _first(document, names)
    yield {
        Firmness.SAFE: _("First place is safe: no check changes it."),
        Firmness.FAIR: _("First place is fairly safe, but some changes would move it."),
        Firmness.FRAGILE: _("First place is fragile: little is needed to move it."),
    }[firmness]
    yield _weights(document, names)
    yield _bids(document, names)
    yield _formulas(document, names)
    yield _opinions(document, names)
    yield _draws(document, names)
    yield _oftener(document, names)


def _first(document: "RobustnessDocument", names: Names) -> str:
    own = document["standings"]
    if len(own["winners"]) != 1:
        return _("%(names)s are tied for first place.") % {
            "names": names.listed(own["winners"])
        }
    first, second = (Decimal(total) for total in own["totals"][:2])
    return _("%(first)s is first, %(lead)s points of 100 before %(second)s.") % {
        "first": names.candidate(own["order"][0]),
        "second": names.candidate(own["order"][1]),
        "lead": decimals(first - second),
    }


def _weights(document: "RobustnessDocument", names: Names) -> str:
    found = least_move(document)
    if found is None:
        return _("No weights whatever would put another candidate first.")
    rival, moved = found
    return _(
        "Of all the weight, %(share)s would have to move between criteria before "
        "%(rival)s is first."
    ) % {"share": percent(moved, 2), "rival": names.candidate(rival)}


def _bids(document: "RobustnessDocument", names: Names) -> str:
    found = reversals_of(document)
    if not found:
        return _("No losing bid decides who wins.")
    return sentences(
        _("Without %(bid)s, which does not win, first place goes to %(names)s.")
        % {
            "bid": names.candidate(item["key"]),
            "names": names.listed(item["standings"]["winners"]),
        }
        for item in found
    )


def _formulas(document: "RobustnessDocument", names: Names) -> str:
    others = [item for item in document["formulas"] if not item["is_locked"]]
    changed = [item for item in others if item["change"] == "changes"]
    if not others:
        return ""
    if not changed:
        return _("Another price formula would give the same winner.")
    winners = sorted({key for item in changed for key in item["standings"]["winners"]})
    return _("With another price formula first place would go to %(names)s.") % {
        "names": names.listed(winners)
    }


def _opinions(document: "RobustnessDocument", names: Names) -> str:
    opinions = document["opinions"]
    winners = document["standings"]["winners"]
    agreeing = [item for item in opinions if item["first"] == winners]
    if len(agreeing) == len(opinions):
        return _("TOPSIS, weighted product and VIKOR name the same winner.")
    others = sorted(
        {key for item in opinions for key in item["first"] if key not in winners}
    )
    if not agreeing:
        return _("TOPSIS, weighted product and VIKOR name %(names)s instead.") % {
            "names": names.listed(others)
        }
    return _(
        "Of three other methods, some agree (%(count)s); the others name %(names)s."
    ) % {"count": len(agreeing), "names": names.listed(others)}


def _draws(document: "RobustnessDocument", names: Names) -> str:
    simulation, chance = document["simulation"], chance_of_first(document)
    if simulation is None or chance is None:
        return ""
    return _(
        "When weights and scores vary, %(name)s is first in %(share)s of %(count)s "
        "draws."
    ) % {
        "name": names.candidate(document["standings"]["order"][0]),
        "share": percent(chance),
        "count": decimals(Decimal(simulation["draws"]), 0),
    }


def _oftener(document: "RobustnessDocument", names: Names) -> str:
    """Another one that the draws prefer: the reader must not learn it from a table."""
    simulation, chance = document["simulation"], chance_of_first(document)
    if simulation is None or chance is None:
        return ""
    most = max(simulation["chances"], key=lambda item: Decimal(item["ranks"][0]))
    if Decimal(most["ranks"][0]) <= chance:
        return ""
    return _("%(name)s is first more often, in %(share)s of them.") % {
        "name": names.candidate(most["candidate"]),
        "share": percent(Decimal(most["ranks"][0])),
    }
