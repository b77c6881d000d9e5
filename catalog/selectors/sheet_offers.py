"""Offers of a quote file as values of the pricing, so that one place reckons."""

from catalog.imports.quote_sheet import QuoteLine, QuoteOffer, QuoteSheet
from catalog.pricing.quoted import QuotedLine, QuotedOffer, TotalDiscount
from catalog.pricing.tiers import PriceBreak


def sheet_offer(sheet: QuoteSheet, offer: QuoteOffer) -> QuotedOffer:
    """An offer of a file with its lines; no option is chosen yet."""
    header = sheet.header
    return QuotedOffer(
        key=offer.name,
        currency=header.currency,
        tax_basis=header.tax_basis,
        tax_rate=header.tax_rate,
        nodes=offer.nodes,
        gpus=offer.gpus,
        memory_gb=None,
        lines=tuple(_line(line) for line in sheet.lines_of(offer.name)),
        discount=_discount(offer),
    )


def _line(line: QuoteLine) -> QuotedLine:
    return QuotedLine(
        key=line.key,
        category=line.category.value,
        label=line.label,
        unit=line.unit,
        quantity=line.quantity,
        base_price=line.unit_price,
        breaks=tuple(
            PriceBreak(from_quantity=tier.from_quantity, unit_price=tier.unit_price)
            for tier in line.tiers
        ),
        discount=line.discount,
        tax_basis=line.tax_basis,
        tax_rate=line.tax_rate,
        first_year=line.first_year,
        last_year=line.last_year,
        included_in=line.included_in,
        is_optional=line.is_optional,
    )


def _discount(offer: QuoteOffer) -> TotalDiscount | None:
    if offer.discount_share is None and offer.discount_amount is None:
        return None
    return TotalDiscount(
        label=offer.discount_label,
        share=offer.discount_share,
        amount=offer.discount_amount,
    )
