"""What the head of every page of an evaluation says about its quotes."""

from dataclasses import dataclass

from catalog.models import Offer, Quote, Tender
from procurement.accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotesHead:
    """The counts that the person may know; None where there is none to know.

    ``gpus`` is what the servers asked for hold, where all base offers agree on it.
    """

    gpus: int | None = None
    received: int | None = None
    late: int | None = None


def quotes_head(tender: Tender, user: User) -> QuotesHead:
    """Count the vendors that quoted and the GPUs; a sealed evaluation tells nothing."""
    if not tender.is_open:
        return QuotesHead()
    known = Quote.objects.known_to(user).filter(tender=tender).current()
    rows = Offer.objects.filter(quote__in=known.values("pk"), is_base=True).values_list(
        "quote__vendor_id", "quote__lateness", "gpus_per_node"
    )
    offers = list(rows)
    if not offers:
        return QuotesHead()
    per_server = {gpus for _vendor, _lateness, gpus in offers}
    late = {vendor for vendor, lateness, _gpus in offers if lateness == _LATE}
    return QuotesHead(
        gpus=tender.nodes * per_server.pop() if len(per_server) == 1 else None,
        received=len({vendor for vendor, _lateness, _gpus in offers}),
        late=len(late),
    )


_LATE = Quote.Lateness.LATE
