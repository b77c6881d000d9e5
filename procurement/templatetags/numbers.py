"""Numbers as people read them: exact rounding, the locale's marks, a true minus."""

from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils.formats import number_format

from procurement.money import Money, exponent, round_decimal

register = template.Library()

type Number = Decimal | Fraction | float

UNDEFINED = "–"
SPACE = "\N{NO-BREAK SPACE}"


@register.filter
def decimals(value: Number | None, places: int = 2) -> str:
    """Write a number with so many places; an undefined one is an en dash.

    >>> decimals(Decimal("-1234.565"), 2)
    '−1,234.56'
    """
    if value is None:
        return UNDEFINED
    rounded = _rounded(value, places)
    text = number_format(rounded, places, use_l10n=True, force_grouping=True)
    return text.replace("-", "−")


@register.filter
def thousands(value: Number | None) -> str:
    """Write a number in thousands, without places.

    >>> thousands(Decimal("5616397.55"))
    '5,616'
    """
    return UNDEFINED if value is None else decimals(value / 1000, 0)


@register.filter
def plain(value: Number | None) -> str:
    """Write a number with all its places and no closing zeros.

    >>> plain(Decimal("8760.000")), plain(Decimal("0.0920"))
    ('8,760', '0.092')
    """
    if value is None:
        return UNDEFINED
    exact = Decimal(str(value)).normalize()
    places = max(0, -int(exact.as_tuple().exponent))
    return decimals(exact, places)


@register.filter
def percent(share: Number | None, places: int = 0) -> str:
    r"""Write a fraction in per cent.

    >>> percent(Decimal("0.335"), 1)
    '33.5\xa0%'
    """
    if share is None:
        return UNDEFINED
    hundredfold = share * 100
    return f"{decimals(hundredfold, places)}{SPACE}%"


@register.filter
def money(amount: Money | Decimal | None, currency: str = "") -> str:
    r"""Write an amount with its code, to the places of its currency.

    >>> money(Decimal("5026440"), "USD")
    'USD\xa05,026,440.00'
    """
    return _coded(amount, currency, whole=False)


@register.filter
def money_whole(amount: Money | Decimal | None, currency: str = "") -> str:
    """Write an amount with its code, without cents: for tiles and totals."""
    return _coded(amount, currency, whole=True)


def _coded(amount: Money | Decimal | None, currency: str, *, whole: bool) -> str:
    if amount is None:
        return UNDEFINED
    if isinstance(amount, Money):
        currency, amount = amount.currency, amount.amount
    places = 0 if whole else exponent(currency)
    return f"{currency}{SPACE}{decimals(amount, places)}"


def _rounded(value: Number, places: int) -> Decimal:
    if isinstance(value, Fraction):
        scaled = round(value * 10**places)
        return Decimal(scaled).scaleb(-places)
    if isinstance(value, float):
        value = Decimal(repr(value))
    return round_decimal(Decimal(value), places)
