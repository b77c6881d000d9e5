"""The panels of the ranking page: rows with names and numbers, best first."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _, gettext_lazy

from scoring.selectors.robustness.names import Names
from scoring.selectors.robustness.outcomes import (
    OutcomeRow,
    notice,
    with_other_formulas,
    without_one,
)
from scoring.selectors.robustness.statement import (
    Firmness,
    firmness_of,
    reversals_of,
    statement,
)

if TYPE_CHECKING:
    from scoring.mcda.robustness.document import IntervalPart, RobustnessDocument

METHODS: Final = {
    "topsis": gettext_lazy("TOPSIS"),
    "weighted_product": gettext_lazy("Weighted product"),
    "vikor": gettext_lazy("VIKOR"),
}
MOST_PLACES: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalRow:
    """How far one weight may move; per cents as shown, rounded inwards."""

    name: str
    weight: Decimal
    low: Decimal | None
    high: Decimal | None
    places: int
    below: str
    above: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """What it takes for a rival to be first, and the leaves that move most."""

    rival: str
    moved: Decimal | None
    moves: tuple[tuple[str, Decimal], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionRow:
    """What a method says: whom it puts first, and the rank it gives to each."""

    method: str
    first: str
    ranks: tuple[int, ...]
    note: str
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeRow:
    """Quality and price of a candidate."""

    name: str
    price: Decimal
    quality: Decimal
    is_on_front: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceRow:
    """The chance of each rank with its margin."""

    name: str
    chances: tuple[tuple[Decimal, Decimal], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """The chances of all candidates and what replays them."""

    rows: tuple[ChanceRow, ...]
    seed: int
    draws: int
    concentration: int
    numpy_version: str
    method_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Panels:
    """Everything that the page shows of one document."""

    firmness: Firmness
    statement: str
    leader: str
    notices: tuple[str, ...]
    dimensions: tuple[IntervalRow, ...]
    criteria: tuple[IntervalRow, ...]
    tightest: IntervalRow | None
    changes: tuple[ChangeRow, ...]
    bids: tuple[OutcomeRow, ...]
    evaluators: tuple[OutcomeRow, ...]
    without_criteria: tuple[OutcomeRow, ...]
    formulas: tuple[OutcomeRow, ...]
    opinions: tuple[OpinionRow, ...]
    candidates: tuple[str, ...]
    most_quality: Decimal
    trades: tuple[TradeRow, ...]
    draws: Draws | None

    @property
    def flips(self) -> int:
        """How many losing bids decide the winner."""
        return len(self.notices)


def panels(document: "RobustnessDocument", names: Names) -> Panels:
    """Lay a document out for its page."""
    rows = [(item, _interval(item, names)) for item in document["intervals"]]
    dimensions = tuple(row for item, row in rows if item["is_dimension"])
    leader = document["leader"]
    return Panels(
        firmness=firmness_of(document),
        statement=statement(document, names),
        leader=names.candidate(leader) if leader else "",
        notices=tuple(notice(item, names) for item in reversals_of(document)),
        dimensions=dimensions,
        criteria=tuple(row for item, row in rows if not item["is_dimension"]),
        tightest=_tightest(dimensions),
        changes=tuple(_changes(document, names)),
        bids=without_one(document, names, "candidate"),
        evaluators=without_one(document, names, "evaluator"),
        without_criteria=without_one(document, names, "criterion"),
        formulas=tuple(with_other_formulas(document, names)),
        opinions=tuple(_opinions(document, names)),
        candidates=tuple(
            names.candidate(key) for key in document["standings"]["order"]
        ),
        most_quality=Decimal(document["trade_off"]["most"]),
        trades=tuple(
            TradeRow(
                name=names.candidate(item["candidate"]),
                price=Decimal(item["price"]),
                quality=Decimal(item["quality"]),
                is_on_front=item["is_on_front"],
            )
            for item in document["trade_off"]["trades"]
        ),
        draws=_draws(document, names),
    )


def _interval(item: "IntervalPart", names: Names) -> IntervalRow:
    low, high = item["shown_low"], item["shown_high"]
    ends = [Decimal(end) for end in (low, high) if end is not None]
    return IntervalRow(
        name=names.node(item["node"], is_dimension=item["is_dimension"]),
        weight=100 * Decimal(item["weight"]),
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        places=min(MOST_PLACES, max([2, *map(_places, ends)])),
        below=names.listed(item["first_below"]),
        above=names.listed(item["first_above"]),
    )


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _tightest(rows: Iterable[IntervalRow]) -> IntervalRow | None:
    defined = [row for row in rows if row.low is not None and row.high is not None]
    return min(defined, key=lambda row: (row.high or 0) - (row.low or 0), default=None)


def _changes(document: "RobustnessDocument", names: Names) -> Iterable[ChangeRow]:
    before = {
        item["node"]: Decimal(item["weight"])
        for item in document["intervals"]
        if not item["is_dimension"]
    }
    for item in document["changes"]:
        moves = [
            (names.node(part["leaf"], is_dimension=False), 100 * moved)
            for part in item["weights"]
            if (moved := Decimal(part["weight"]) - before[part["leaf"]])
            and abs(moved) > Decimal("1E-20")
        ]
        yield ChangeRow(
            rival=names.candidate(item["rival"]),
            moved=None if item["moved"] is None else Decimal(item["moved"]),
            moves=tuple(sorted(moves, key=lambda move: -abs(move[1]))),
        )


def _opinions(document: "RobustnessDocument", names: Names) -> Iterable[OpinionRow]:
    order = document["standings"]["order"]
    for item in document["opinions"]:
        by_key = dict(zip(item["candidates"], item["ranks"], strict=True))
        yield OpinionRow(
            method=str(METHODS[item["method"]]),
            first=names.listed(item["first"]),
            ranks=tuple(by_key[key] for key in order),
            note=_compromise(item["compromise"], names),
            agrees=sorted(item["first"]) == document["standings"]["winners"],
        )


def _compromise(keys: list[str], names: Names) -> str:
    if len(keys) < 2:  # noqa: PLR2004 # one alone needs no compromise
        return ""
    return _("compromise of %(names)s") % {"names": names.listed(keys)}


def _draws(document: "RobustnessDocument", names: Names) -> Draws | None:
    found = document["simulation"]
    if found is None:
        return None
    return Draws(
        rows=tuple(
            ChanceRow(
                name=names.candidate(item["candidate"]),
                chances=tuple(
                    (Decimal(p), Decimal(margin))
                    for p, margin in zip(item["ranks"], item["margins"], strict=True)
                ),
            )
            for item in found["chances"]
        ),
        seed=found["seed"],
        draws=found["draws"],
        concentration=found["concentration"],
        numpy_version=found["numpy_version"],
        method_version=found["method_version"],
    )
