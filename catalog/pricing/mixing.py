"""The best mix: the lowest comparable price of each line, or of each group."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from catalog.pricing.comparing import Cell, Comparison, Row, State
from procurement.money import EXACT


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """What is taken from which offer; the first one where several are lowest."""

    offer: str
    label: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """The sum of the lowest parts; ``missing`` names what no offer sells apart.

    Discounts on a total are not in it: they hold for the whole offer only.
    """

    picks: tuple[Pick, ...]
    missing: tuple[str, ...]

    @property
    def total(self) -> Decimal | None:
        """The sum of the parts; None where nothing can be taken."""
        result = Decimal(0)
        for pick in self.picks:
            result = EXACT.add(result, pick.amount)
        return result if self.picks else None

    @property
    def offers(self) -> tuple[str, ...]:
        """The offers that something is taken from, each once."""
        return tuple(dict.fromkeys(pick.offer for pick in self.picks))


def mix_by_line(table: Comparison, comparable: Collection[str]) -> Mix:
    """Take each line where it costs least among the comparable offers.

    A line that is included in another one's price can't be bought apart.
    """
    return _mix(
        (row.label, _line_prices(row, table, comparable))
        for section in table.sections
        for row in section.rows
        if _asked(row, table, comparable)
    )


def mix_by_group(table: Comparison, comparable: Collection[str]) -> Mix:
    """Take each group where it costs least among the offers that have it whole."""
    return _mix(
        (section.group.value, _group_prices(rows, table, comparable))
        for section in table.sections
        if (rows := [row for row in section.rows if _asked(row, table, comparable)])
    )


def _mix(parts: Iterable[tuple[str, dict[str, Decimal]]]) -> Mix:
    picks, missing = [], []
    for label, prices in parts:
        if prices:
            offer = min(prices, key=lambda key: prices[key])
            picks.append(Pick(offer=offer, label=label, amount=prices[offer]))
        else:
            missing.append(label)
    return Mix(picks=tuple(picks), missing=tuple(missing))


def _asked(row: Row, table: Comparison, comparable: Collection[str]) -> bool:
    """Tell whether a comparable offer has the line in its totals."""
    return any(
        cell.line is not None and cell.line.counts
        for _key, cell in _cells(row, table, comparable)
    )


def _line_prices(
    row: Row, table: Comparison, comparable: Collection[str]
) -> dict[str, Decimal]:
    return {
        key: cell.total
        for key, cell in _cells(row, table, comparable)
        if cell.state is State.PRICED and cell.total
    }


def _group_prices(
    rows: list[Row], table: Comparison, comparable: Collection[str]
) -> dict[str, Decimal]:
    prices = {}
    for at, column in enumerate(table.columns):
        cells = [row.cells[at] for row in rows]
        inside = {cell.line.key for cell in cells if cell.line}
        if column.offer.key not in comparable:
            continue
        if all(_is_sold(cell, inside) for cell in cells):
            prices[column.offer.key] = _sum(cell.total for cell in cells)
    return prices


def _is_sold(cell: Cell, inside: set[str]) -> bool:
    """Tell whether the group holds the price of the line."""
    if cell.state is State.BUNDLED and cell.line is not None:
        return cell.line.included_in in inside
    return cell.state is State.PRICED and bool(cell.total)


def _cells(
    row: Row, table: Comparison, comparable: Collection[str]
) -> Iterator[tuple[str, Cell]]:
    for column, cell in zip(table.columns, row.cells, strict=True):
        if column.offer.key in comparable:
            yield column.offer.key, cell


def _sum(amounts: Iterable[Decimal | None]) -> Decimal:
    result = Decimal(0)
    for amount in amounts:
        result = EXACT.add(result, amount or Decimal(0))
    return result
