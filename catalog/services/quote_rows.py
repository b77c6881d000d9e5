"""Write the rows of a quote: offers, lines, price breaks, payments."""

from decimal import Decimal
from typing import Final

from catalog.models import LineBreak, Offer, PaymentStep, Quote, QuoteLine
from catalog.services.quote_rules import check_offer, check_payments, check_total
from catalog.services.quote_terms import LineTerms, OfferTerms, PaymentTerms
from procurement.bulk import check_columns, copy_rows
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
        _save_lines(offer, terms.lines)
        if terms.discount_amount is not None:
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


def _save_lines(offer: Offer, lines: tuple[LineTerms, ...]) -> None:
    names = ("position", *_LINE_COLUMNS)
    rows = [
        (position, *(getattr(line, name) for name in _LINE_COLUMNS))
        for position, line in enumerate(lines, start=1)
    ]
    check_columns(QuoteLine, names, rows)
    copy_rows(QuoteLine, ("offer_id", *names), ((offer.pk, *row) for row in rows))
    if any(line.breaks for line in lines):
        _save_breaks(offer, lines)


_LINE_COLUMNS: Final = tuple(
    name for name in LineTerms.__dataclass_fields__ if name != "breaks"
)
_BREAK_COLUMNS: Final = ("from_quantity", "unit_price")


def _save_breaks(offer: Offer, lines: tuple[LineTerms, ...]) -> None:
    stored = QuoteLine.with_sealed.filter(offer=offer).order_by("position")
    rows = [
        (key, step.from_quantity, step.unit_price)
        for key, line in zip(stored.values_list("pk", flat=True), lines, strict=True)
        for step in line.breaks
    ]
    check_columns(LineBreak, _BREAK_COLUMNS, [row[1:] for row in rows])
    copy_rows(LineBreak, ("line_id", *_BREAK_COLUMNS), rows)
