"""Questions about prices, as the officers and the asked vendor may read them."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet

from catalog.models import PriceJustification, VendorGuest


def own_asks(guest: VendorGuest) -> QuerySet[PriceJustification]:
    """What the vendor itself is or was asked in this evaluation, the newest first."""
    return PriceJustification.objects.filter(
        offer__quote__tender=guest.tender, offer__quote__vendor=guest.vendor
    ).order_by("-id")


def asks_by_offer(offers: Iterable[int]) -> dict[int, list[PriceJustification]]:
    """The questions about each offer, the oldest first, with the people in them."""
    found: dict[int, list[PriceJustification]] = defaultdict(list)
    rows = PriceJustification.objects.filter(offer__in=list(offers))
    people = ("asked_by", "recorded_by", "decided_by", "link__invitation__vendor")
    for row in rows.select_related(*people).order_by("id"):
        found[row.offer_id].append(row)
    return found
