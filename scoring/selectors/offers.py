"""The offers of a tender that stand now: of each vendor those of the newest quote."""

from collections.abc import Iterable

from catalog.models import Offer, Quote, Tender
from catalog.models.quotes import in_opened_round
from scoring.models import Candidate


def standing_offers(tender: Tender) -> list[Offer]:
    """The offers that can be candidates, in the order in which they came in.

    Of each vendor only the newest round counts: a best and final offer takes the place
    of the first one once it is opened. The caller has made sure that the quotes of the
    first round are open.
    """
    quotes = Quote.objects.filter(in_opened_round(), tender=tender, is_current=True)
    newest: dict[int, tuple[int, int]] = {}
    for pk, vendor, number in quotes.values_list("pk", "vendor_id", "round"):
        newest[vendor] = max(newest.get(vendor, (0, 0)), (number, pk))
    offers = (
        Offer.objects.filter(quote__in=[pk for _round, pk in newest.values()])
        .select_related("quote__vendor", "sku")
        .order_by("quote__received_at", "quote_id", "position")
    )
    return list(offers)


def outdated(candidates: Iterable[Candidate], tender: Tender) -> list[Candidate]:
    """The candidates that stand on an earlier round than their vendor's latest one."""
    newest: dict[tuple[int, int], Offer] = {
        (offer.quote.vendor_id, offer.position): offer
        for offer in standing_offers(tender)
    }
    found = []
    for row in candidates:
        if row.offer is None:
            continue
        latest = newest.get((row.offer.quote.vendor_id, row.offer.position))
        if latest is not None and latest.quote.round > row.offer.quote.round:
            found.append(row)
    return found
