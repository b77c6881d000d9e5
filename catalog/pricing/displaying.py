"""Amounts written in another currency: after every mark and sum, never before."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from catalog.pricing.quoted import Basis
from procurement.money import Money, Rate, convert


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """The currency that amounts of a basis are written in; no rate for its own.

    Marks, sums and ranking stay those of the basis; each amount is converted on its
    own and rounded only when written.
    """

    basis: Basis
    currency: str
    rate: Rate | None = None

    def shown(self, amount: Decimal | None) -> Decimal | None:
        """The amount in the currency of the display, unrounded.

        >>> from datetime import date
        >>> from procurement.money import TaxBasis
        >>> euro = Rate("EUR", "USD", Decimal("1.25"), date(2026, 11, 16), "ECB")
        >>> basis = Basis(currency="USD", tax_basis=TaxBasis.NET, rates=(euro,))
        >>> str(display_in(basis, "EUR").shown(Decimal(10)))
        '8'
        """
        if amount is None or self.rate is None:
            return amount
        money = Money(amount, self.basis.currency, self.basis.tax_basis)
        return convert(money, self.rate).amount


def display_in(basis: Basis, currency: str) -> Display:
    """The display in a currency; in that of the basis where no rate was frozen."""
    rate = next((row for row in _direct(basis) if _other(row, basis) == currency), None)
    return Display(
        basis=basis, currency=currency if rate else basis.currency, rate=rate
    )


def display_currencies(basis: Basis) -> tuple[str, ...]:
    """The currency of the basis, then each one that a frozen rate leads to."""
    others = sorted({_other(rate, basis) for rate in _direct(basis)})
    return (basis.currency, *others)


def _direct(basis: Basis) -> Iterable[Rate]:
    return (row for row in basis.rates if basis.currency in {row.base, row.quote})


def _other(rate: Rate, basis: Basis) -> str:
    return rate.base if rate.quote == basis.currency else rate.quote
