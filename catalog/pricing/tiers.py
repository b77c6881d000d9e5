"""Price breaks: which unit price holds at a quantity. The only place that decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceBreak:
    """A unit price that holds for the whole line from a quantity on."""

    from_quantity: Decimal
    unit_price: Decimal


def break_at(quantity: Decimal, breaks: Iterable[PriceBreak]) -> PriceBreak | None:
    """The highest break that the quantity reaches; None below the lowest.

    >>> breaks = [
    ...     PriceBreak(from_quantity=Decimal(n), unit_price=Decimal(price))
    ...     for n, price in ((8, 95), (16, 90))
    ... ]
    >>> [
    ...     reached and str(reached.from_quantity)
    ...     for reached in (break_at(Decimal(n), breaks) for n in (7, 8, 9, 15, 16))
    ... ]
    [None, '8', '8', '8', '16']
    """
    reached = [row for row in breaks if row.from_quantity <= quantity]
    return max(reached, key=lambda row: row.from_quantity, default=None)


def unit_price_at(
    quantity: Decimal, breaks: Iterable[PriceBreak], base_price: Decimal | None = None
) -> Decimal | None:
    """The unit price of the tier reached, for every unit of the line.

    ``base_price`` holds below the lowest break; None says that nothing is offered
    there.

    >>> breaks = [PriceBreak(from_quantity=Decimal(8), unit_price=Decimal(95))]
    >>> [str(unit_price_at(Decimal(n), breaks, Decimal(100))) for n in (7, 8)]
    ['100', '95']
    >>> unit_price_at(Decimal(7), breaks) is None
    True
    """
    reached = break_at(quantity, breaks)
    return base_price if reached is None else reached.unit_price
