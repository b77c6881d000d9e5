"""The technical part of opened quotes whose prices are in a second envelope."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from catalog.models import Offer, Quote, QuoteLine, Tender
from catalog.selectors.quotes import QuoteHead, quote_head
from procurement.accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalLine:
    """What is offered and how much of it; nothing of its price."""

    category: str
    label: str
    unit: str
    quantity: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalOffer:
    """An offer without its prices."""

    head: QuoteHead
    has_sealed_prices: bool
    lines: tuple[TechnicalLine, ...]


def technical_offers(
    tender: Tender, user: User, day: date
) -> tuple[TechnicalOffer, ...]:
    """The offers that the person may read, each vendor's latest round, as received.

    No column that holds a price is read here.
    """
    quotes = Quote.objects.offered_to(user).filter(tender=tender).current()
    offers = list(
        Offer.objects.filter(quote__in=quotes.values("pk"))
        .select_related("quote__vendor", "quote__service_level", "sku__gpu")
        .order_by("quote__received_at", "quote_id", "position")
    )
    latest: dict[int, int] = {}
    for offer in offers:
        vendor, number = offer.quote.vendor_id, offer.quote.round
        latest[vendor] = max(latest.get(vendor, 0), number)
    lines = _lines(offers)
    return tuple(
        TechnicalOffer(
            head=quote_head(offer, tender.quote_deadline, day),
            has_sealed_prices=offer.quote.has_sealed_prices,
            lines=tuple(lines[offer.pk]),
        )
        for offer in offers
        if offer.quote.round == latest[offer.quote.vendor_id]
    )


def _lines(offers: list[Offer]) -> dict[int, list[TechnicalLine]]:
    found: dict[int, list[TechnicalLine]] = defaultdict(list)
    rows = QuoteLine.with_sealed.filter(offer__in=offers)
    columns = ("offer_id", "category", "label", "unit", "quantity")
    for offer, category, label, unit, quantity in rows.order_by(
        "offer_id", "position"
    ).values_list(*columns):
        line = TechnicalLine(
            category=str(QuoteLine.Category(category).label),
            label=label,
            unit=unit,
            quantity=quantity,
        )
        found[offer].append(line)
    return found
