"""Line totals of a vendor's sheet: to a unit price, or against one."""

from decimal import Decimal

from catalog.imports.errors import ImportRefusedError
from catalog.imports.kinds import shown
from catalog.imports.messages import Fault
from procurement.money import EXACT, UNIT_PRICE_PLACES, round_decimal


def unit_price_from(total: Decimal, quantity: Decimal, places: int) -> Decimal:
    """Divide a line total, so that quantity × unit price gives it back to the cent.

    The unit price has six decimals at most. Where none of them gives the total back,
    the line is refused: a quote must cost what its sheet says.

    >>> unit_price_from(Decimal(100), Decimal(16), 2)
    Decimal('6.25')
    >>> unit_price_from(Decimal(1000), Decimal(3), 2)
    Decimal('333.333333')
    >>> unit_price_from(Decimal("0.01"), Decimal(40000), 2)
    Traceback (most recent call last):
    catalog.imports.errors.ImportRefusedError: 0.01 ÷ 40000 is no unit price of six ...
    """
    exact = EXACT.divide(total, quantity)
    price = round_decimal(exact, UNIT_PRICE_PLACES)
    if price == exact:
        return exact
    if _is_shown_as(total, EXACT.multiply(price, quantity), places):
        return price
    raise ImportRefusedError(
        Fault.TOTAL_INEXACT, total=shown(total), quantity=shown(quantity)
    )


def check_total(
    total: Decimal, priced: tuple[Decimal, Decimal, Decimal], places: int
) -> None:
    """Refuse a line total that quantity × unit price, less the discount, is not.

    Either way of rounding a half is right.
    """
    quantity, price, discount = priced
    left = EXACT.subtract(Decimal(1), discount)
    own = EXACT.multiply(EXACT.multiply(quantity, price), left)
    if abs(own - total) > Decimal(5).scaleb(-places - 1):
        raise ImportRefusedError(
            Fault.TOTAL_DIFFERS,
            total=shown(total),
            own=shown(round_decimal(own, places)),
        )


def _is_shown_as(total: Decimal, again: Decimal, places: int) -> bool:
    return round_decimal(total, places) == total == round_decimal(again, places)
