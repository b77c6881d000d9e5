"""From a quoted line to its amount: as quoted, or stated on a common basis."""

from decimal import Decimal

from catalog.pricing.quoted import Basis, QuotedLine, QuotedOffer
from procurement.money import EXACT, Money, MoneyError, TaxBasis, convert_to, total


class MissingTaxRateError(MoneyError):
    """The tax basis must change but the quote states no tax rate."""

    code = "missing_tax_rate"

    def __init__(self) -> None:
        super().__init__("the quote states no tax rate")


def quoted_amount(line: QuotedLine, offer: QuotedOffer) -> Money | None:
    """Quantity × unit price × (1 − discount), unrounded; None where not offered."""
    if line.unit_price is None:
        return None
    share = EXACT.subtract(Decimal(1), line.discount)
    amount = EXACT.multiply(EXACT.multiply(line.quantity, line.unit_price), share)
    return Money(amount, offer.currency, offer.tax_basis)


def quoted_total(line: QuotedLine, offer: QuotedOffer) -> Money | None:
    """The line's total as the vendor's document prints it, rounded once."""
    amount = quoted_amount(line, offer)
    return None if amount is None else amount.rounded()


def stated_total(line: QuotedLine, offer: QuotedOffer, basis: Basis) -> Money | None:
    """The line's total on the common basis, rounded once and only here.

    >>> from catalog.pricing.quoted import Basis, QuotedLine, QuotedOffer
    >>> from datetime import date
    >>> from procurement.money import Rate
    >>> yuan = Rate("CNY", "USD", Decimal("0.14"), date(2026, 11, 16), "ECB")
    >>> basis = Basis(currency="USD", tax_basis=TaxBasis.NET, rates=(yuan,))
    >>> line = QuotedLine(
    ...     key="nic",
    ...     category="network",
    ...     label="Adapter",
    ...     quantity=Decimal(2),
    ...     unit_price=Decimal("113.00"),
    ...     discount=Decimal("0.05"),
    ... )
    >>> offer = QuotedOffer(
    ...     key="A",
    ...     currency="CNY",
    ...     tax_basis=TaxBasis.GROSS,
    ...     tax_rate=Decimal("0.13"),
    ...     nodes=1,
    ...     gpus=8,
    ...     memory_gb=None,
    ...     lines=(line,),
    ... )
    >>> stated_total(line, offer, basis).to_json()["amount"]
    '26.60'
    """
    amount = quoted_amount(line, offer)
    return None if amount is None else restated(amount, offer, basis).rounded()


def stated_unit_price(
    line: QuotedLine, offer: QuotedOffer, basis: Basis
) -> Money | None:
    """The unit price before discount on the common basis, unrounded."""
    if line.unit_price is None:
        return None
    price = Money(line.unit_price, offer.currency, offer.tax_basis)
    return restated(price, offer, basis)


def restated(money: Money, offer: QuotedOffer, basis: Basis) -> Money:
    """Convert by the frozen rate, then change the tax basis; unrounded.

    The division by 1 + tax rate comes last, so that a result with few digits is exact.
    A missing rate raises an error that names it.
    """
    converted = convert_to(money, basis.currency, basis.rates)
    if converted.tax_basis is basis.tax_basis:
        return converted
    if offer.tax_rate is None:
        raise MissingTaxRateError
    if basis.tax_basis is TaxBasis.NET:
        return converted.without_tax(offer.tax_rate)
    return converted.with_tax(offer.tax_rate)


def offer_total(offer: QuotedOffer, basis: Basis) -> Money | None:
    """The sum of the rounded line totals on the common basis; None without a price."""
    totals = [stated_total(line, offer, basis) for line in offer.lines]
    offered = [amount for amount in totals if amount is not None]
    return total(offered) if offered else None


def document_total(offer: QuotedOffer) -> Money | None:
    """The sum of the rounded line totals in the quote's own currency and tax basis."""
    totals = [quoted_total(line, offer) for line in offer.lines]
    offered = [amount for amount in totals if amount is not None]
    return total(offered) if offered else None


def gap(offer: QuotedOffer, basis: Basis) -> MoneyError | None:
    """What is missing to state the offer's amounts on the basis, if anything."""
    try:
        restated(Money(Decimal(1), offer.currency, offer.tax_basis), offer, basis)
    except MoneyError as error:
        return error
    return None
