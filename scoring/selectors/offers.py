"""The offers of a tender that stand now: of each vendor those of the newest quote."""

from catalog.models import Offer, Quote, Tender


def standing_offers(tender: Tender) -> list[Offer]:
    """The offers that can be candidates, in the order in which they came in.

    Of each vendor only the newest round counts: a best and final offer takes the place
    of the first one. The caller has made sure that the quotes are open.
    """
    quotes = Quote.objects.filter(tender=tender, is_current=True)
    newest: dict[int, tuple[int, int]] = {}
    for pk, vendor, number in quotes.values_list("pk", "vendor_id", "round"):
        newest[vendor] = max(newest.get(vendor, (0, 0)), (number, pk))
    offers = (
        Offer.objects.filter(quote__in=[pk for _round, pk in newest.values()])
        .select_related("quote__vendor", "sku")
        .order_by("quote__received_at", "quote_id", "position")
    )
    return list(offers)
