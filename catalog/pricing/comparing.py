"""Offers side by side: the same line in one row, one basis, the lowest marked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from catalog.pricing.amounts import (
    StatedOffer,
    document_basis,
    stated_offer,
    stated_unit_price,
)
from catalog.pricing.quoted import Basis, Group, Match, QuotedLine, QuotedOffer
from procurement.money import EXACT, Money, MoneyError


class Per(StrEnum):
    """What the amounts of lines and groups are shown for."""

    LINE = "line"
    NODE = "node"
    GPU = "gpu"


class State(StrEnum):
    """Why a cell shows a number, or none."""

    PRICED = "priced"
    INCLUDED = "included"
    BUNDLED = "bundled"
    OPTION = "option"
    NOT_OFFERED = "not_offered"
    ABSENT = "absent"
    UNSTATED = "unstated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One line of one offer.

    ``total`` is the line total on the common basis; ``amount`` the same, divided where
    asked per node or per GPU and then unrounded; ``unit_price`` is on the common basis,
    unrounded. The amount of an option that was not chosen is in no sum. ``bundle``
    names the line that holds this one.
    """

    state: State
    line: QuotedLine | None = None
    total: Decimal | None = None
    amount: Decimal | None = None
    unit_price: Decimal | None = None
    bundle: str = ""
    is_lowest: bool = False

    @property
    def counted(self) -> Decimal | None:
        """The amount that goes into the sums."""
        return None if self.state is State.OPTION else self.amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The same line of all offers; quantity, unit and tier only where all agree."""

    key: str
    label: str
    cells: tuple[Cell, ...]
    quantity: Decimal | None = None
    unit: str = ""
    tier: Decimal | None = None
    is_optional: bool = False

    @property
    def is_chosen(self) -> bool:
        """Tell whether the officers chose the option."""
        return any(cell.line.is_chosen for cell in self.cells if cell.line)

    @property
    def is_same(self) -> bool:
        """Tell whether all offers agree on the line."""
        return len({(cell.state, cell.amount) for cell in self.cells}) < 2  # noqa: PLR2004  # one value or none


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A group of lines with the subtotal of each offer."""

    group: Group
    subtotals: tuple[Decimal | None, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number of the foot; None where it can't be worked out."""

    value: Decimal | None
    is_lowest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One offer as a whole.

    ``total`` is the sum of the shown line totals on the common basis (``lines``) less
    the ``discount`` on the total, ``document`` the same in the quote's own currency and
    tax basis. ``gap`` says what is missing to state amounts. An offer without a line,
    without a chosen option, or without a whole group that a comparable one offers, is
    incomplete: its total is shown but never the lowest.
    """

    offer: QuotedOffer
    gap: MoneyError | None
    document: Money | None
    lines: Decimal | None
    discount: Decimal | None
    total: Figure
    per_node: Figure
    per_gpu: Figure
    per_gb: Figure
    per_tflop: Figure
    not_offered: tuple[str, ...]
    absent_groups: tuple[Group, ...]

    @property
    def reduction(self) -> Decimal | None:
        """The discount on the total as a number below zero."""
        return None if self.discount is None else -self.discount

    @property
    def is_complete(self) -> bool:
        """Tell whether the total covers what the others offer."""
        return not (self.not_offered or self.absent_groups or self.gap)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Offers side by side on one basis."""

    basis: Basis
    per: Per
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]

    @property
    def has_discounts(self) -> bool:
        """Tell whether an offer has a discount on its total."""
        return any(column.offer.discount for column in self.columns)


def compare(
    offers: Sequence[QuotedOffer],
    basis: Basis,
    *,
    comparable: Iterable[str],
    per: Per = Per.LINE,
) -> Comparison:
    """Lay offers side by side.

    Args:
        offers: in the order of the columns.
        basis: the currency, tax basis and frozen rates of the comparison.
        comparable: keys of the offers that may carry a lowest mark.
        per: what the amounts of lines and groups are divided by.
    """
    marked = frozenset(comparable)
    stated = {offer.key: stated_offer(offer, basis) for offer in offers}
    placed = {offer.key: _placed(offer, stated[offer.key]) for offer in offers}
    matrix = _Matrix(
        offers=offers,
        basis=basis,
        stated=stated,
        marked=marked,
        per=per,
        placed=placed,
        chosen={
            match: place.line.label
            for places in placed.values()
            for match, place in places.items()
            if place.line.is_chosen
        },
    )
    return Comparison(
        basis=basis,
        per=per,
        columns=_columns(matrix),
        sections=tuple(matrix.section(group) for group in matrix.groups()),
    )


class _Place(NamedTuple):
    """A line of an offer with its total on the basis, or what it lacks."""

    line: QuotedLine
    total: Money | None
    gap: MoneyError | None


def _placed(offer: QuotedOffer, stated: StatedOffer) -> dict[Match, _Place]:
    lines = zip(offer.matches, stated.totals, stated.gaps, strict=True)
    return {match: _Place(line, amount, gap) for (match, line), amount, gap in lines}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matrix:
    offers: Sequence[QuotedOffer]
    basis: Basis
    stated: dict[str, StatedOffer]
    marked: frozenset[str]
    per: Per
    placed: dict[str, dict[Match, _Place]]
    chosen: dict[Match, str]

    def groups(self) -> list[Group]:
        used = {line.group for offer in self.offers for line in offer.lines}
        return [group for group in Group if group in used]

    def section(self, group: Group) -> Section:
        lines: dict[Match, dict[str, _Place]] = {}
        for key, places in self.placed.items():
            for match, place in places.items():
                if match[0] is group:
                    lines.setdefault(match, {})[key] = place
        rows = tuple(self.row(match, found) for match, found in lines.items())
        return Section(
            group=group,
            subtotals=tuple(
                _sum(row.cells[index].counted for row in rows)
                for index in range(len(self.offers))
            ),
            rows=rows,
        )

    def row(self, match: Match, places: dict[str, _Place]) -> Row:
        cells = [self.cell(offer, places.get(offer.key)) for offer in self.offers]
        amounts = [cell.counted for cell in cells]
        found = [place.line for place in places.values()]
        return Row(
            key=match[1],
            label=found[0].label,
            cells=tuple(
                replace(cell, is_lowest=True) if is_lowest else cell
                for cell, is_lowest in zip(cells, self.lowest(amounts), strict=True)
            ),
            quantity=_common(found, lambda line: line.quantity, None),
            unit=_common(found, lambda line: line.unit, ""),
            tier=_common(found, lambda line: line.tier, None),
            is_optional=any(line.is_optional for line in found),
        )

    def cell(self, offer: QuotedOffer, place: _Place | None) -> Cell:
        if place is None:
            return Cell(state=State.ABSENT)
        line, total, gap = place
        if line.is_bundled:
            bundle = offer.label_of(line.included_in)
            return Cell(state=State.BUNDLED, line=line, bundle=bundle)
        if line.unit_price is None:
            return Cell(state=State.NOT_OFFERED, line=line)
        if gap:
            return Cell(state=State.UNSTATED, line=line)
        price = stated_unit_price(line, offer, self.basis)
        return Cell(
            state=_state(line),
            line=line,
            total=total.amount if total else None,
            amount=self.divided(offer, total),
            unit_price=price.amount if price else None,
        )

    def divided(self, offer: QuotedOffer, total: Money | None) -> Decimal | None:
        if total is None:
            return None
        divisors = {Per.LINE: 1, Per.NODE: offer.nodes, Per.GPU: offer.gpus}
        divisor = divisors[self.per]
        return total.amount if divisor == 1 else (total / divisor).amount

    def lowest(self, amounts: Sequence[Decimal | None]) -> list[bool]:
        """Mark the lowest of at least two comparable amounts that differ."""
        keys = [offer.key for offer in self.offers]
        return _lowest(amounts, [key in self.marked for key in keys])


def _columns(matrix: _Matrix) -> tuple[Column, ...]:
    plain = [_plain_column(offer, matrix) for offer in matrix.offers]
    open_ = [c.is_complete and c.offer.key in matrix.marked for c in plain]
    figures = {
        name: _lowest([getattr(column, name).value for column in plain], open_)
        for name in ("total", "per_node", "per_gpu", "per_gb", "per_tflop")
    }
    return tuple(
        replace(
            column,
            **{
                name: replace(getattr(column, name), is_lowest=marks[i])
                for name, marks in figures.items()
            },
        )
        for i, column in enumerate(plain)
    )


def _state(line: QuotedLine) -> State:
    if not line.counts:
        return State.OPTION
    return State.INCLUDED if line.is_included else State.PRICED


def _plain_column(offer: QuotedOffer, matrix: _Matrix) -> Column:
    stated, own = matrix.stated[offer.key], document_basis(offer)
    is_own = own == replace(matrix.basis, rates=())
    document = stated if is_own else stated_offer(offer, own)
    amount = stated.total.amount if stated.total else None
    return Column(
        offer=offer,
        gap=stated.gap,
        document=document.total,
        lines=stated.lines.amount if stated.lines else None,
        discount=stated.discount.amount if stated.discount else None,
        total=Figure(value=amount),
        per_node=_quotient(amount, Decimal(offer.nodes)),
        per_gpu=_quotient(amount, Decimal(offer.gpus)),
        per_gb=_quotient(amount, offer.memory_gb),
        per_tflop=_quotient(amount, offer.tflops),
        not_offered=_not_offered(offer, matrix),
        absent_groups=_absent_groups(offer, matrix),
    )


def _not_offered(offer: QuotedOffer, matrix: _Matrix) -> tuple[str, ...]:
    """Lines of the totals without a price, and chosen options that are not there."""
    unpriced = [line.label for line in offer.counted if not line.is_offered]
    held = matrix.placed[offer.key]
    absent = [label for match, label in matrix.chosen.items() if match not in held]
    return (*unpriced, *absent)


def _absent_groups(offer: QuotedOffer, matrix: _Matrix) -> tuple[Group, ...]:
    held = {line.group for line in offer.counted}
    asked = {
        line.group
        for other in matrix.offers
        if other.key in matrix.marked
        for line in other.counted
        if line.unit_price
    }
    return tuple(group for group in Group if group in asked - held)


def _quotient(amount: Decimal | None, divisor: Decimal | None) -> Figure:
    if amount is None or not divisor:
        return Figure(value=None)
    return Figure(value=EXACT.divide(amount, divisor))


def _lowest(amounts: Sequence[Decimal | None], open_: Sequence[bool]) -> list[bool]:
    field = {
        amount
        for amount, is_open in zip(amounts, open_, strict=True)
        if is_open and amount
    }
    if len(field) < 2:  # noqa: PLR2004  # one amount, or all the same: nothing to mark
        return [False] * len(amounts)
    return [
        is_open and amount == min(field)
        for amount, is_open in zip(amounts, open_, strict=True)
    ]


def _sum(amounts: Iterable[Decimal | None]) -> Decimal | None:
    offered = [amount for amount in amounts if amount is not None]
    result = Decimal(0)
    for amount in offered:
        result = EXACT.add(result, amount)
    return result if offered else None


def _common[Value](
    found: Iterable[QuotedLine], read: Callable[[QuotedLine], Value], other: Value
) -> Value:
    values = {read(line) for line in found}
    return values.pop() if len(values) == 1 else other
