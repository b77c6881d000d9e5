"""Ranking: competition ranks on comparable totals, and the declared chain for ties."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from scoring.mcda.exact import comparable, rounded
from scoring.mcda.matrix import RoundingRule, Rules, TieBreak

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the rank of a candidate depends on."""

    key: str
    total: Fraction
    price: Decimal | None = None
    technical_share: Fraction | None = None
    submitted_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A rank, the candidates it was level with, and how the level was broken.

    `level_with` are those with equal points (or within the band) before the chain,
    `tied_with` those that the chain could not part, `decided_by` the steps that parted.
    """

    key: str
    rank: int
    level_with: tuple[str, ...] = ()
    decided_by: tuple[TieBreak, ...] = ()
    tied_with: tuple[str, ...] = ()


def ranking(standings: Iterable[Standing], rules: Rules) -> tuple[Place, ...]:
    """Rank candidates by their totals, highest first.

    Idea: totals equal to 1E-12 are ties. Ties, and with a band δ all candidates with
    total ≥ leader - δ, go through the declared chain; what the chain cannot part stays
    tied. Formula: rank = 1 + number of candidates placed strictly before (1, 2, 2, 4).
    A candidate without the value a step looks at comes after those with one. Source:
    standard competition ranking; the product's scoring rules, aggregation.

    >>> totals = {"A": 88, "B": 80, "C": 80, "D": 70}
    >>> standings = [Standing(key=k, total=Fraction(t)) for k, t in totals.items()]
    >>> [(place.key, place.rank) for place in ranking(standings, Rules())]
    [('A', 1), ('B', 2), ('C', 2), ('D', 4)]
    """
    places: list[Place] = []
    for level in _levels(standings, rules):
        for block, steps in _parted(level, rules.tie_breaks):
            rank = len(places) + 1
            places.extend(_place(s, rank, level, (block, steps)) for s in block)
    return tuple(places)


def leaders(standings: Iterable[Standing], rounding: RoundingRule) -> tuple[str, ...]:
    """Return who is first by points alone, before any band or chain.

    Formula: all candidates whose compared total is the maximum. Source: the product's
    scoring rules, aggregation ("first by points" is reported apart from the winner).

    >>> standings = [
    ...     Standing(key="A", total=Fraction(1)),
    ...     Standing(key="B", total=Fraction(2)),
    ... ]
    >>> leaders(standings, RoundingRule())
    ('B',)
    """
    totals = {s.key: compared_total(s.total, rounding) for s in standings}
    best = max(totals.values(), default=Decimal(0))
    return tuple(sorted(key for key, total in totals.items() if total == best))


def compared_total(total: Fraction, rounding: RoundingRule) -> Decimal:
    """Return the value that ranks look at: 1E-12, or the shown places if so decided.

    Source: the product's scoring rules, aggregation.

    >>> compared_total(Fraction(200, 3), RoundingRule(ranks_use_rounded=True))
    Decimal('66.67')
    """
    if rounding.ranks_use_rounded:
        return rounded(total, rounding.places, rounding.mode)
    return comparable(total)


def _levels(standings: Iterable[Standing], rules: Rules) -> Iterator[list[Standing]]:
    """Group by compared total from the highest; the band joins the first groups."""

    def compared(standing: Standing) -> Decimal:
        return compared_total(standing.total, rules.rounding)

    ordered = sorted(standings, key=lambda s: (-compared(s), s.key))
    if ordered:
        floor = Fraction(compared(ordered[0])) - Fraction(rules.band)
        banded = [s for s in ordered if Fraction(compared(s)) >= floor]
        yield banded
        for _total, level in groupby(ordered[len(banded) :], key=compared):
            yield list(level)


def _parted(
    level: Sequence[Standing],
    chain: Sequence[TieBreak],
    used: tuple[TieBreak, ...] = (),
) -> Iterator[tuple[list[Standing], tuple[TieBreak, ...]]]:
    """Split a level by the chain into blocks that stay tied, with the steps used."""
    if len(level) == 1 or not chain:
        yield sorted(level, key=lambda s: s.key), used
        return
    value = _STEPS[chain[0]]
    parts = [list(part) for _v, part in groupby(sorted(level, key=value), key=value)]
    steps = (*used, chain[0]) if len(parts) > 1 else used
    for part in parts:
        yield from _parted(part, chain[1:], steps)


def _place(
    standing: Standing,
    rank: int,
    level: Sequence[Standing],
    outcome: tuple[Sequence[Standing], tuple[TieBreak, ...]],
) -> Place:
    block, steps = outcome
    return Place(
        key=standing.key,
        rank=rank,
        level_with=_others(standing, level),
        decided_by=steps,
        tied_with=_others(standing, block),
    )


def _others(standing: Standing, group: Sequence[Standing]) -> tuple[str, ...]:
    return tuple(sorted(other.key for other in group if other.key != standing.key))


def _price(standing: Standing) -> tuple[bool, Decimal]:
    price = standing.price
    return price is None, Decimal(0) if price is None else price


def _technical(standing: Standing) -> tuple[bool, Decimal]:
    share = standing.technical_share
    return share is None, Decimal(0) if share is None else -comparable(share)


def _submission(standing: Standing) -> tuple[bool, Decimal]:
    at = standing.submitted_at
    ticks = 0 if at is None else (at - _EPOCH) // timedelta(microseconds=1)
    return at is None, Decimal(ticks)


_STEPS: dict[TieBreak, Callable[[Standing], tuple[bool, Decimal]]] = {
    TieBreak.LOWER_PRICE: _price,
    TieBreak.HIGHER_TECHNICAL: _technical,
    TieBreak.EARLIER_SUBMISSION: _submission,
}
