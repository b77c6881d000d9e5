"""Rows of quotes as values of the pricing, and what a line costs: rounded once."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal

from django.utils.translation import gettext as _

from catalog.models import Offer, Quote, QuoteLine, Tender
from catalog.pricing import amounts
from catalog.pricing.quoted import Basis, QuotedLine, QuotedOffer, TotalDiscount
from catalog.pricing.tiers import PriceBreak
from procurement.errors import RuleBrokenError
from procurement.money import Money, MoneyError, Rate, TaxBasis


class TaxRateMissingError(RuleBrokenError):
    """A quote does not say which tax its prices hold or lack."""


def frozen_rates(tender: Tender) -> dict[str, Rate]:
    """The tender's frozen rates by foreign currency."""
    return {
        row.currency: Rate(row.currency, tender.currency, row.rate, row.on, row.source)
        for row in tender.rates.all()
    }


def basis_of(tender: Tender, rates: Mapping[str, Rate] | None = None) -> Basis:
    """The tender's currency and tax basis with its frozen rates."""
    found = frozen_rates(tender) if rates is None else rates
    return Basis(
        currency=tender.currency,
        tax_basis=TaxBasis(tender.tax_basis),
        rates=tuple(found.values()),
    )


def quoted_line(line: QuoteLine) -> QuotedLine:
    """A line as it was quoted."""
    return QuotedLine(
        key=line.key,
        category=line.category,
        label=line.label,
        unit=line.unit,
        quantity=line.quantity,
        base_price=line.unit_price,
        breaks=price_breaks(line),
        discount=line.discount,
        tax_basis=TaxBasis(line.tax_basis) if line.tax_basis else None,
        tax_rate=line.tax_rate,
        first_year=line.first_year,
        last_year=line.last_year,
        included_in=line.included_in,
        is_optional=line.is_optional,
        is_chosen=line.is_chosen,
    )


def price_breaks(line: QuoteLine) -> tuple[PriceBreak, ...]:
    """The price breaks of a line, the lowest first."""
    pairs = zip(line.break_starts, line.break_prices, strict=True)
    return tuple(
        PriceBreak(from_quantity=start, unit_price=price) for start, price in pairs
    )


def quoted_offer(offer: Offer, lines: Iterable[QuoteLine] | None = None) -> QuotedOffer:
    """An offer as it was quoted, with its lines unless others are given."""
    quote = offer.quote
    return QuotedOffer(
        key=str(offer.uuid),
        currency=quote.currency,
        tax_basis=TaxBasis(quote.tax_basis),
        tax_rate=quote.tax_rate,
        nodes=offer.nodes,
        gpus=offer.gpus,
        memory_gb=_memory_gb(offer),
        lines=tuple(
            quoted_line(line)
            for line in (offer.lines.all() if lines is None else lines)
        ),
        discount=_discount(offer),
        tflops=_tflops(offer),
    )


def _discount(offer: Offer) -> TotalDiscount | None:
    if offer.discount_share is None and offer.discount_amount is None:
        return None
    return TotalDiscount(
        label=offer.discount_label,
        share=offer.discount_share,
        amount=offer.discount_amount,
    )


def _memory_gb(offer: Offer) -> Decimal | None:
    gpu = offer.sku.gpu if offer.sku else None
    if gpu is None or gpu.memory_gb is None:
        return None
    return Decimal(gpu.memory_gb) * offer.gpus


def _tflops(offer: Offer) -> Decimal | None:
    """Dense BF16 TFLOPS of all GPUs; a figure without a source is none."""
    gpu = offer.sku.gpu if offer.sku else None
    if gpu is None or gpu.bf16_dense_tflops is None or not gpu.source:
        return None
    return Decimal(gpu.bf16_dense_tflops) * offer.gpus


def tender_amount(
    quote: Quote, line: QuoteLine, tender: Tender, rates: Mapping[str, Rate]
) -> Money | None:
    """The line in the tender's currency and tax basis, from the exact quoted price.

    Raises:
        MissingRateError: the quote's currency has no frozen rate; it names the pair.
        TaxRateMissingError: the basis must change and no tax rate is stated.
    """
    with _gaps_in_words(quote):
        return amounts.stated_total(
            quoted_line(line), _terms(quote), basis_of(tender, rates)
        )


def tender_discount(
    offer: Offer, tender: Tender, rates: Mapping[str, Rate]
) -> Money | None:
    """What the discount on an offer's total takes off; raises as a line does."""
    with _gaps_in_words(offer.quote):
        return amounts.discount_total(quoted_offer(offer), basis_of(tender, rates))


def tender_total(
    offer: Offer, tender: Tender, rates: Mapping[str, Rate]
) -> Money | None:
    """The lines that count less the discount on their total; raises as a line does."""
    with _gaps_in_words(offer.quote):
        return amounts.offer_total(quoted_offer(offer), basis_of(tender, rates))


@contextmanager
def _gaps_in_words(quote: Quote) -> Iterator[None]:
    try:
        yield
    except amounts.MissingTaxRateError as error:
        raise TaxRateMissingError(
            gap_words(error, vendor=quote.vendor.name), "tax_rate_missing"
        ) from error


def gap_words(error: MoneyError, *, vendor: str) -> str:
    """Why an amount can't be stated, for a person."""
    if isinstance(error, amounts.MissingTaxRateError) and error.line:
        return _(
            "%(vendor)s states no tax rate for “%(line)s”, so its prices can't be "
            "compared."
        ) % {"vendor": vendor, "line": error.line}
    if isinstance(error, amounts.MissingTaxRateError):
        return _("%(vendor)s states no tax rate, so its prices can't be compared.") % {
            "vendor": vendor
        }
    pair = {"base": getattr(error, "base", ""), "quote": getattr(error, "quote", "")}
    return _("The exchange rate from %(base)s to %(quote)s is missing.") % pair


def _terms(quote: Quote) -> QuotedOffer:
    """The quote's currency and tax, as an offer without lines."""
    return QuotedOffer(
        key="",
        currency=quote.currency,
        tax_basis=TaxBasis(quote.tax_basis),
        tax_rate=quote.tax_rate,
        nodes=1,
        gpus=1,
        memory_gb=None,
        lines=(),
    )
