"""Numbers as people read them: exact rounding, the locale's marks, a true minus."""

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache

from django import template
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext as _

from procurement.canonical import plain_text
from procurement.money import UNIT_PRICE_PLACES, Money, exponent, round_decimal

register = template.Library()

type Number = Decimal | Fraction | float

UNDEFINED = "–"
UNSHORTENED = 10_000
SPACE = "\N{NO-BREAK SPACE}"


@register.filter
def decimals(value: Number | None, places: int = 2) -> str:
    """Write a number with so many places; an undefined one is an en dash.

    >>> decimals(Decimal("-1234.565"), 2)
    '−1,234.56'
    """
    if value is None:
        return UNDEFINED
    text = f"{_rounded(value, places):,.{places}f}"
    return text.translate(_marks(get_language()))


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
    return UNDEFINED if value is None else _plain(value, get_language())


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


@register.filter
def machine(value: Decimal | None) -> str:
    """Write a number for a script: no grouping, a point; nothing where undefined."""
    return "" if value is None else plain_text(value)


@register.filter
def percent_exact(share: Decimal | None) -> str:
    r"""Write a fraction in per cent with all its decimals.

    >>> percent_exact(Decimal("0.031250"))
    '3.125\xa0%'
    """
    return UNDEFINED if share is None else f"{plain(share * 100)}{SPACE}%"


@register.filter
def money_bare(amount: Decimal | None, currency: str) -> str:
    """Write an amount to the places of its currency where the head names the code."""
    return decimals(amount, exponent(currency))


@register.filter
def unit_price(value: Decimal | None) -> str:
    """Write a unit price: as quoted; a converted one to cents, a tiny one to six.

    >>> unit_price(Decimal("228400.00")), unit_price(Decimal("0.002850"))
    ('228,400', '0.00285')
    >>> unit_price(Decimal("13742.8518721")), unit_price(Decimal("0.00285491"))
    ('13,742.85', '0.002855')
    """
    if value is None:
        return UNDEFINED
    if len(plain_text(value).partition(".")[2]) <= UNIT_PRICE_PLACES:
        return plain(value)
    return plain(round_decimal(value, UNIT_PRICE_PLACES if abs(value) < 1 else 2))


@register.filter
def price_short(value: Decimal | None) -> str:
    """Write a price where the full one stands in the tooltip: no cents from 10,000.

    >>> price_short(Decimal("1188966.986155")), price_short(Decimal("1392.731968"))
    ('1,188,967', '1,392.73')
    """
    if value is None or abs(value) < UNSHORTENED:
        return unit_price(None if value is None else _cents(value))
    return decimals(value, 0)


def _cents(value: Decimal) -> Decimal:
    return value if abs(value) < 1 else round_decimal(value, 2)


@register.filter
def signed(value: Number | None, places: int = 2) -> str:
    """Write a difference with its sign.

    >>> signed(Decimal("0.5")), signed(Decimal("-0.75")), signed(Decimal(0))
    ('+0.50', '−0.75', '0.00')
    """
    text = decimals(value, places)
    return f"+{text}" if value is not None and value > 0 else text


@register.filter
def signed_percent(share: Number | None, places: int = 1) -> str:
    r"""Write a difference in per cent with its sign.

    >>> signed_percent(Decimal("0.025")), signed_percent(Decimal("-0.377"))
    ('+2.5\xa0%', '−37.7\xa0%')
    """
    text = percent(share, places)
    return f"+{text}" if share is not None and share > 0 else text


@register.filter
def duration(span: timedelta | None) -> str:
    """Write a length of time in its two largest units.

    >>> duration(timedelta(hours=2, minutes=14)), duration(timedelta(days=3, hours=1))
    ('2 h 14 min', '3 d 1 h')
    """
    if span is None:
        return UNDEFINED
    minutes = int(span.total_seconds()) // 60
    hours, minutes = divmod(minutes, 60)
    days, rest = divmod(hours, 24)
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": rest}
    if hours:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)s min") % {"minutes": minutes}


@lru_cache(maxsize=4_096)
def _plain(value: Number, _language: str | None) -> str:
    """Equal numbers are written alike, and pages repeat quantities and prices."""
    exact = Decimal(str(value)).normalize()
    places = max(0, -int(exact.as_tuple().exponent))
    return decimals(exact, places)


def _coded(amount: Money | Decimal | None, currency: str, *, whole: bool) -> str:
    if amount is None:
        return UNDEFINED
    if isinstance(amount, Money):
        currency, amount = amount.currency, amount.amount
    places = 0 if whole else exponent(currency)
    return f"{currency}{SPACE}{decimals(amount, places)}"


@cache
def _marks(language: str | None) -> dict[int, str]:
    """The locale's marks in place of those of Python; all our locales group by three.

    ``number_format`` looks them up for every number: a page has thousands.
    """
    thousand = get_format("THOUSAND_SEPARATOR", language, use_l10n=True)
    point = get_format("DECIMAL_SEPARATOR", language, use_l10n=True)
    return str.maketrans({",": thousand, ".": point, "-": "−"})


def _rounded(value: Number, places: int) -> Decimal:
    if isinstance(value, Fraction):
        scaled = round(value * 10**places)
        return Decimal(scaled).scaleb(-places)
    if isinstance(value, float):
        value = Decimal(repr(value))
    return round_decimal(Decimal(value), places)
