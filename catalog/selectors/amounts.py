"""What a quote line costs in the tender's currency and tax basis: rounded once."""

from collections.abc import Mapping
from decimal import Decimal

from django.utils.translation import gettext as _

from catalog.models import Quote, QuoteLine, Tender
from procurement.errors import RuleBrokenError
from procurement.money import MissingRateError, Money, Rate, TaxBasis, convert


class TaxRateMissingError(RuleBrokenError):
    """A quote does not say which tax its prices hold or lack."""


def frozen_rates(tender: Tender) -> dict[str, Rate]:
    """The tender's frozen rates by foreign currency."""
    return {
        row.currency: Rate(row.currency, tender.currency, row.rate, row.on, row.source)
        for row in tender.rates.all()
    }


def quoted_amount(quote: Quote, line: QuoteLine) -> Money | None:
    """The whole line as signed: quantity × unit price × (1 − discount), rounded once.

    None where the line is not offered: a missing price is never zero.
    """
    if line.unit_price is None:
        return None
    unit = Money(line.unit_price, quote.currency, TaxBasis(quote.tax_basis))
    return (unit * line.quantity * (Decimal(1) - line.discount)).rounded()


def tender_amount(
    quote: Quote, line: QuoteLine, tender: Tender, rates: Mapping[str, Rate]
) -> Money | None:
    """The line in the tender's currency and tax basis, from the exact quoted price.

    Raises:
        MissingRateError: the quote's currency has no frozen rate; it names the pair.
    """
    if line.unit_price is None:
        return None
    unit = Money(line.unit_price, quote.currency, TaxBasis(quote.tax_basis))
    exact = unit * line.quantity * (Decimal(1) - line.discount)
    return on_basis(_converted(exact, tender, rates), quote, tender).rounded()


def on_basis(amount: Money, quote: Quote, tender: Tender) -> Money:
    """Take the quote's tax off or put it on, to reach the tender's basis."""
    if amount.tax_basis == tender.tax_basis:
        return amount
    if quote.tax_rate is None:
        raise TaxRateMissingError(
            _("%(quote)s states no tax rate, so its prices can't be compared.")
            % {"quote": quote.vendor.name},
            "tax_rate_missing",
        )
    net = amount.tax_basis is TaxBasis.NET
    return (
        amount.with_tax(quote.tax_rate) if net else amount.without_tax(quote.tax_rate)
    )


def _converted(amount: Money, tender: Tender, rates: Mapping[str, Rate]) -> Money:
    if amount.currency == tender.currency:
        return amount
    rate = rates.get(amount.currency)
    if rate is None:
        raise MissingRateError(amount.currency, tender.currency)
    return convert(amount, rate)
