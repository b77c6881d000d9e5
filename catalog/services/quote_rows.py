"""Write the rows of a quote: offers, lines, price breaks, payments."""

from collections.abc import Iterator
from decimal import Decimal

from catalog.models import LineBreak, Offer, PaymentStep, Quote, QuoteLine
from catalog.services.quote_rules import check_offer, check_payments, check_total
from catalog.services.quote_terms import LineTerms, OfferTerms, PaymentTerms
from procurement.cleaning import check_fields, check_row


def save_offers(quote: Quote, offers: tuple[OfferTerms, ...]) -> None:
    """Write the offers with their lines and price breaks."""
    for position, terms in enumerate(offers, start=1):
        offer = Offer(
            quote=quote,
            position=position,
            name=terms.name,
            sku=terms.sku,
            sku_name=terms.sku_name,
            nodes=terms.nodes,
            gpus_per_node=terms.gpus_per_node,
            gpu_name=terms.gpu_name or _gpu_name(terms),
            rack_units=_rack_units(terms),
            is_base=terms.is_base,
            discount_label=terms.discount_label,
            discount_share=terms.discount_share,
            discount_amount=terms.discount_amount,
        )
        check_offer(quote, terms)
        check_row(offer)
        offer.save()
        lines = QuoteLine.objects.bulk_create(_lines(offer, terms.lines))
        LineBreak.objects.bulk_create(_breaks(lines, terms.lines))
        check_total(offer)


def save_payments(quote: Quote, payments: tuple[PaymentTerms, ...]) -> None:
    """Write the schedule of payments; its shares are the whole price."""
    check_payments(payments)
    rows = [
        PaymentStep(
            quote=quote,
            position=position,
            share=step.share,
            milestone=step.milestone,
            days=step.days,
        )
        for position, step in enumerate(payments, start=1)
    ]
    for row in rows:
        check_fields(row, exclude=["quote"])
    PaymentStep.objects.bulk_create(rows)


def _gpu_name(terms: OfferTerms) -> str:
    if terms.sku is None:
        return ""
    return terms.sku.gpu.name if terms.sku.gpu else terms.sku.gpu_name


def _rack_units(terms: OfferTerms) -> Decimal | None:
    if terms.rack_units is not None or terms.sku is None:
        return terms.rack_units
    units: Decimal | None = terms.sku.rack_units
    return units


def _lines(offer: Offer, lines: tuple[LineTerms, ...]) -> list[QuoteLine]:
    return [
        _line(offer, position, terms) for position, terms in enumerate(lines, start=1)
    ]


def _line(offer: Offer, position: int, terms: LineTerms) -> QuoteLine:
    values = {name: getattr(terms, name) for name in terms.__slots__}
    del values["breaks"]
    row = QuoteLine(offer=offer, position=position, **values)
    check_fields(row, exclude=["offer"])
    return row


def _breaks(rows: list[QuoteLine], lines: tuple[LineTerms, ...]) -> Iterator[LineBreak]:
    for row, terms in zip(rows, lines, strict=True):
        for step in terms.breaks:
            found = LineBreak(
                line=row, from_quantity=step.from_quantity, unit_price=step.unit_price
            )
            check_fields(found, exclude=["line"])
            yield found
