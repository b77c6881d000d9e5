"""Money: exact, one currency, one tax basis, rounded when shown (pure).

Amounts are ``Decimal`` with 40 significant digits and stay unrounded until
``Money.rounded`` is called for a page, a file or a report.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_EVEN, Context, Decimal
from enum import StrEnum
from functools import cache
from typing import Final, Self

EXACT: Final = Context(prec=40, rounding=ROUND_HALF_EVEN)
"""The context of money arithmetic: 40 digits, far beyond any price times rate."""

UNIT_PRICE_PLACES: Final = 6
"""Decimal places of unit prices: 0.00285 a piece must not become 0.00."""

_TWO_PLACES = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD
CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP
LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD
XCG YER ZAR ZMW ZWG
"""
_NO_PLACES = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
_THREE_PLACES = "BHD IQD JOD KWD LYD OMR TND"

CURRENCIES: Final[Mapping[str, int]] = {
    **dict.fromkeys(_TWO_PLACES.split(), 2),
    **dict.fromkeys(_NO_PLACES.split(), 0),
    **dict.fromkeys(_THREE_PLACES.split(), 3),
}
"""Decimal places by ISO 4217 code: the money in circulation, no fund codes."""


class TaxBasis(StrEnum):
    """Whether an amount holds the value added tax."""

    NET = "net"
    GROSS = "gross"


@dataclass(frozen=True, slots=True)
class Money:
    """Hold an exact amount in one currency on one tax basis.

    Adding, subtracting and comparing refuse another currency or basis. Nothing but
    ``rounded`` rounds.

    >>> price = Money(Decimal("222800.00"), "USD", TaxBasis.NET)
    >>> (price * 16).to_json()
    {'amount': '3564800.00', 'currency': 'USD', 'tax_basis': 'net'}
    >>> price + Money(Decimal(1), "EUR", TaxBasis.NET)
    Traceback (most recent call last):
    procurement.money.CurrencyMismatchError: USD net and EUR net do not mix
    """

    amount: Decimal
    currency: str
    tax_basis: TaxBasis

    def __post_init__(self) -> None:
        _require_amount(self.amount)
        exponent(self.currency)
        if not self.amount:
            object.__setattr__(self, "amount", self.amount.copy_abs())
        if type(self.tax_basis) is not TaxBasis:
            object.__setattr__(self, "tax_basis", TaxBasis(self.tax_basis))

    def __add__(self, other: Self) -> Self:
        self._require_same(other)
        return self._with(EXACT.add(self.amount, other.amount))

    def __sub__(self, other: Self) -> Self:
        self._require_same(other)
        return self._with(EXACT.subtract(self.amount, other.amount))

    def __neg__(self) -> Self:
        return self._with(self.amount.copy_negate())

    def __mul__(self, factor: Decimal | int) -> Self:
        return self._with(EXACT.multiply(self.amount, _number(factor)))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Decimal | int) -> Self:
        return self._with(EXACT.divide(self.amount, _number(divisor)))

    def __lt__(self, other: Self) -> bool:
        self._require_same(other)
        return self.amount < other.amount

    def __le__(self, other: Self) -> bool:
        self._require_same(other)
        return self.amount <= other.amount

    def __gt__(self, other: Self) -> bool:
        return other < self

    def __ge__(self, other: Self) -> bool:
        return other <= self

    def ratio_to(self, other: Self) -> Decimal:
        """Divide by another amount of the same currency and basis.

        >>> Money(Decimal(3), "USD", TaxBasis.NET).ratio_to(
        ...     Money(Decimal(4), "USD", TaxBasis.NET)
        ... )
        Decimal('0.75')
        """
        self._require_same(other)
        return EXACT.divide(self.amount, other.amount)

    def rounded(self, places: int | None = None) -> Self:
        """Round half to even, to the places of the currency unless told otherwise.

        >>> Money(Decimal("1234.5"), "JPY", TaxBasis.NET).rounded().amount
        Decimal('1234')
        >>> Money(Decimal("1.0005"), "KWD", TaxBasis.NET).rounded().amount
        Decimal('1.000')
        >>> Money(Decimal("0.0028549"), "USD", TaxBasis.NET).rounded(6).amount
        Decimal('0.002855')
        """
        if places is None:
            places = exponent(self.currency)
        return self._with(round_decimal(self.amount, places))

    def with_tax(self, rate: Decimal) -> Self:
        """Make a net amount gross: amount × (1 + rate), rate a fraction.

        >>> Money(Decimal(100), "CNY", TaxBasis.NET).with_tax(Decimal("0.13")).amount
        Decimal('113.00')
        """
        self._require_basis(TaxBasis.NET)
        amount = EXACT.multiply(self.amount, EXACT.add(Decimal(1), _number(rate)))
        return type(self)(amount, self.currency, TaxBasis.GROSS)

    def without_tax(self, rate: Decimal) -> Self:
        """Make a gross amount net: amount ÷ (1 + rate), rate a fraction.

        >>> gross = Money(Decimal("113.50"), "CNY", TaxBasis.GROSS)
        >>> gross.without_tax(Decimal("0.135")).to_json()["amount"]
        '100'
        """
        self._require_basis(TaxBasis.GROSS)
        amount = EXACT.divide(self.amount, EXACT.add(Decimal(1), _number(rate)))
        return type(self)(amount, self.currency, TaxBasis.NET)

    def to_json(self) -> dict[str, str]:
        """Return the three strings of the API, the amount as exact as it is held."""
        return {
            "amount": format(self.amount, "f"),
            "currency": self.currency,
            "tax_basis": str(self.tax_basis),
        }

    def _with(self, amount: Decimal) -> Self:
        return type(self)(amount, self.currency, self.tax_basis)

    def _require_same(self, other: object) -> None:
        if not isinstance(other, Money):
            message = f"money does not mix with {type(other).__name__}"
            raise TypeError(message)
        if (self.currency, self.tax_basis) != (other.currency, other.tax_basis):
            raise CurrencyMismatchError(self, other)

    def _require_basis(self, basis: TaxBasis) -> None:
        if self.tax_basis is not basis:
            message = f"the amount is {self.tax_basis} already"
            raise MoneyError(message)


@dataclass(frozen=True, slots=True)
class Rate:
    """Hold a frozen exchange rate: one unit of ``base`` is ``quote_per_base`` quote.

    >>> Rate("EUR", "USD", Decimal("1.0842"), date(2026, 11, 16), "ECB").quote_per_base
    Decimal('1.0842')
    """

    base: str
    quote: str
    quote_per_base: Decimal
    on: date
    source: str

    def __post_init__(self) -> None:
        exponent(self.base)
        exponent(self.quote)
        rate = _number(self.quote_per_base)
        if not rate.is_finite() or rate <= 0:
            message = f"an exchange rate must be above zero, not {rate}"
            raise MoneyError(message)


def convert(money: Money, rate: Rate) -> Money:
    """Convert from the rate's base to its quote, or back.

    Money in ``rate.base`` is multiplied by ``quote_per_base`` and becomes
    ``rate.quote``; money in ``rate.quote`` is divided by it and becomes
    ``rate.base``. Unrounded; the tax basis stays.

    >>> rate = Rate("EUR", "USD", Decimal("1.25"), date(2026, 11, 16), "ECB")
    >>> convert(Money(Decimal(8), "EUR", TaxBasis.NET), rate).to_json()["amount"]
    '10.00'
    >>> convert(Money(Decimal(10), "USD", TaxBasis.NET), rate).to_json()["amount"]
    '8'
    """
    if money.currency == rate.base:
        amount = EXACT.multiply(money.amount, rate.quote_per_base)
        return Money(amount, rate.quote, money.tax_basis)
    if money.currency == rate.quote:
        amount = EXACT.divide(money.amount, rate.quote_per_base)
        return Money(amount, rate.base, money.tax_basis)
    raise MissingRateError(money.currency, rate.quote)


def convert_to(money: Money, currency: str, rates: Iterable[Rate]) -> Money:
    """Convert into a currency by the one frozen rate of the pair.

    A rate is never derived from two others: a missing pair is an error that names it.

    >>> convert_to(Money(Decimal(8), "EUR", TaxBasis.NET), "USD", [])
    Traceback (most recent call last):
    procurement.money.MissingRateError: no exchange rate from EUR to USD
    """
    exponent(currency)
    if money.currency == currency:
        return money
    pair = {money.currency, currency}
    for rate in rates:
        if {rate.base, rate.quote} == pair:
            return convert(money, rate)
    raise MissingRateError(money.currency, currency)


def total(amounts: Iterable[Money]) -> Money:
    """Add amounts of one currency and basis; at least one.

    >>> total([Money(Decimal(n), "USD", TaxBasis.NET) for n in (1, 2)]).amount
    Decimal('3')
    """
    amounts = iter(amounts)
    try:
        result = next(amounts)
    except StopIteration:
        message = "nothing to add: the currency is not known"
        raise MoneyError(message) from None
    for amount in amounts:
        result += amount
    return result


def exponent(currency: str) -> int:
    """Return the decimal places of an ISO 4217 currency.

    >>> exponent("USD"), exponent("JPY"), exponent("KWD")
    (2, 0, 3)
    """
    try:
        return CURRENCIES[currency]
    except KeyError:
        raise UnknownCurrencyError(currency) from None


def round_decimal(value: Decimal, places: int) -> Decimal:
    """Round half to even: the one rounding function of shown numbers.

    >>> round_decimal(Decimal("2.665"), 2), round_decimal(Decimal("-0.004"), 2)
    (Decimal('2.66'), Decimal('0.00'))
    """
    return _positive_zero(value.quantize(_unit(places), context=_ROUNDING))


@cache
def _unit(places: int) -> Decimal:
    return Decimal(1).scaleb(-places)


class MoneyError(ValueError):
    """Money that cannot be made or reckoned with; ``code`` is stable."""

    code = "money"


class UnknownCurrencyError(MoneyError):
    """The code is not in the closed list of ISO 4217 currencies."""

    code = "unknown_currency"

    def __init__(self, currency: str) -> None:
        super().__init__(f"{currency!r} is not an ISO 4217 currency")
        self.currency = currency


class CurrencyMismatchError(MoneyError):
    """Two amounts differ in currency or tax basis; names both."""

    code = "currency_mismatch"

    def __init__(self, left: Money, right: Money) -> None:
        super().__init__(
            f"{left.currency} {left.tax_basis} and {right.currency} {right.tax_basis} "
            "do not mix"
        )
        self.left = left
        self.right = right


class MissingRateError(MoneyError):
    """No exchange rate was frozen for the pair; names it."""

    code = "missing_rate"

    def __init__(self, base: str, quote: str) -> None:
        super().__init__(f"no exchange rate from {base} to {quote}")
        self.base = base
        self.quote = quote


_ROUNDING = Context(prec=200, rounding=ROUND_HALF_EVEN)


def _require_amount(value: object) -> None:
    if not isinstance(value, Decimal):
        message = f"an amount is a Decimal, not {type(value).__name__}"
        raise TypeError(message)
    if not value.is_finite():
        message = f"an amount is a finite number, not {value}"
        raise MoneyError(message)


def _number(value: Decimal | int) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, Decimal | int):
        message = f"money is multiplied by exact numbers, not {type(value).__name__}"
        raise TypeError(message)
    return Decimal(value)


def _positive_zero(value: Decimal) -> Decimal:
    return value or value.copy_abs()
