"""From a quoted line to its amount: as quoted, or stated on a common basis."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from catalog.pricing.quoted import Basis, QuotedLine, QuotedOffer
from procurement.money import EXACT, Money, MoneyError, TaxBasis, convert_to, total


class MissingTaxRateError(MoneyError):
    """The tax basis must change but neither line nor quote states a tax rate."""

    code = "missing_tax_rate"

    def __init__(self, line: str = "") -> None:
        super().__init__(f"{line or 'the quote'} states no tax rate")
        self.line = line


def tax_of(line: QuotedLine, offer: QuotedOffer) -> tuple[TaxBasis, Decimal | None]:
    """The tax basis and rate of a line: its own, else the quote's."""
    rate = offer.tax_rate if line.tax_rate is None else line.tax_rate
    return line.tax_basis or offer.tax_basis, rate


def quoted_amount(line: QuotedLine, offer: QuotedOffer) -> Money | None:
    """Quantity × unit price of the tier × (1 − discount), unrounded, as quoted.

    None where the line has no price of its own: not offered, or inside another.
    """
    if line.unit_price is None or line.is_bundled:
        return None
    share = EXACT.subtract(Decimal(1), line.discount)
    amount = EXACT.multiply(EXACT.multiply(line.quantity, line.unit_price), share)
    return Money(amount, offer.currency, tax_of(line, offer)[0])


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
    ...     base_price=Decimal("113.00"),
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
    return None if amount is None else _stated(amount, line, offer, basis).rounded()


def stated_unit_price(
    line: QuotedLine, offer: QuotedOffer, basis: Basis
) -> Money | None:
    """The unit price of the tier, before discount, on the common basis, unrounded."""
    if line.unit_price is None or line.is_bundled:
        return None
    price = Money(line.unit_price, offer.currency, tax_of(line, offer)[0])
    return _stated(price, line, offer, basis)


def restated(money: Money, tax_rate: Decimal | None, basis: Basis) -> Money:
    """Convert by the frozen rate, then change the tax basis; unrounded.

    The division by 1 + tax rate comes last, so that a result with few digits is exact.
    A missing rate raises an error that names it.
    """
    converted = convert_to(money, basis.currency, basis.rates)
    if converted.tax_basis is basis.tax_basis:
        return converted
    if tax_rate is None:
        raise MissingTaxRateError
    if basis.tax_basis is TaxBasis.NET:
        return converted.without_tax(tax_rate)
    return converted.with_tax(tax_rate)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedOffer:
    """An offer on a basis, each line worked out once.

    ``totals`` and ``gaps`` stand beside the offer's lines: the rounded line total (None
    without a price of its own, or with a gap) and what is missing to state it.
    """

    totals: tuple[Money | None, ...]
    gaps: tuple[MoneyError | None, ...]
    gap: MoneyError | None
    lines: Money | None
    discount: Money | None

    @property
    def total(self) -> Money | None:
        """The lines that count less the discount; None without a price."""
        if self.lines is None or self.discount is None:
            return self.lines
        return self.lines - self.discount


def stated_offer(offer: QuotedOffer, basis: Basis) -> StatedOffer:
    """State an offer on a basis; a gap is told, not raised."""
    gaps = _line_gaps(offer, basis)
    totals = tuple(
        None if missing else stated_total(line, offer, basis)
        for line, missing in zip(offer.lines, gaps, strict=True)
    )
    missing = _offer_gap(offer, basis, gaps)
    whole = None if missing else _counted_total(offer, totals)
    return StatedOffer(
        totals=totals,
        gaps=gaps,
        gap=missing,
        lines=whole,
        discount=None if missing else _taken_off(whole, offer, basis),
    )


def lines_total(offer: QuotedOffer, basis: Basis) -> Money | None:
    """The sum of the rounded line totals that count; None without a price."""
    return _counted_total(
        offer,
        [
            stated_total(line, offer, basis) if line.counts else None
            for line in offer.lines
        ],
    )


def discount_total(offer: QuotedOffer, basis: Basis) -> Money | None:
    """What the discount on the total takes off on the basis, rounded once.

    A share is taken of the lines that count; an amount is restated with the quote's
    own tax rate. None without such a discount, or without a price.
    """
    if offer.discount is None:
        return None
    return _taken_off(lines_total(offer, basis), offer, basis)


def offer_total(offer: QuotedOffer, basis: Basis) -> Money | None:
    """The lines that count less the discount on their total; None without a price."""
    whole = lines_total(offer, basis)
    taken = _taken_off(whole, offer, basis)
    return whole if whole is None or taken is None else whole - taken


def _counted_total(offer: QuotedOffer, totals: Iterable[Money | None]) -> Money | None:
    counted = [
        amount
        for line, amount in zip(offer.lines, totals, strict=True)
        if amount is not None and line.counts
    ]
    return total(counted) if counted else None


def _taken_off(whole: Money | None, offer: QuotedOffer, basis: Basis) -> Money | None:
    discount = offer.discount
    if whole is None or discount is None:
        return None
    if discount.amount is None:
        return (whole * (discount.share or Decimal(0))).rounded()
    money = Money(discount.amount, offer.currency, offer.tax_basis)
    return restated(money, offer.tax_rate, basis).rounded()


def document_basis(offer: QuotedOffer) -> Basis:
    """The quote's own currency and tax basis."""
    return Basis(currency=offer.currency, tax_basis=offer.tax_basis)


def document_total(offer: QuotedOffer) -> Money | None:
    """The total in the quote's own currency and tax basis.

    None too where a line on another tax basis states no rate.
    """
    return stated_offer(offer, document_basis(offer)).total


def gap(offer: QuotedOffer, basis: Basis) -> MoneyError | None:
    """What is missing to state the offer's total on the basis, if anything."""
    return _offer_gap(offer, basis, _line_gaps(offer, basis))


def _offer_gap(
    offer: QuotedOffer, basis: Basis, gaps: Iterable[MoneyError | None]
) -> MoneyError | None:
    own = Money(Decimal(1), offer.currency, offer.tax_basis)
    try:
        if not offer.counted or (offer.discount and offer.discount.amount):
            restated(own, offer.tax_rate, basis)
    except MoneyError as error:
        return error
    found = zip(offer.lines, gaps, strict=True)
    return next((missing for line, missing in found if missing and line.counts), None)


def _line_gaps(offer: QuotedOffer, basis: Basis) -> tuple[MoneyError | None, ...]:
    """What each line lacks; lines of one tax basis and rate lack nothing together."""
    sound: set[tuple[TaxBasis, Decimal | None]] = set()
    found = []
    for line in offer.lines:
        tax = tax_of(line, offer)
        missing = None if tax in sound else line_gap(line, offer, basis)
        if missing is None:
            sound.add(tax)
        found.append(missing)
    return tuple(found)


def line_gap(line: QuotedLine, offer: QuotedOffer, basis: Basis) -> MoneyError | None:
    """What is missing to state the line's amount on the basis, if anything."""
    unit = Money(Decimal(1), offer.currency, tax_of(line, offer)[0])
    try:
        _stated(unit, line, offer, basis)
    except MoneyError as error:
        return error
    return None


def _stated(money: Money, line: QuotedLine, offer: QuotedOffer, basis: Basis) -> Money:
    try:
        return restated(money, tax_of(line, offer)[1], basis)
    except MissingTaxRateError as error:
        is_own = line.tax_basis is not None
        raise MissingTaxRateError(line.label if is_own else "") from error
