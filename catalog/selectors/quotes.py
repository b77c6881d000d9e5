"""Quotes that a person may read, as plain values for the pages and files."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from catalog.models import Offer, Quote, QuoteLine, Tender
from catalog.pricing.quoted import Group, QuotedOffer
from catalog.selectors.amounts import quoted_offer
from procurement.accounts.models import User

USUAL_BUY_BACK: Final = (Decimal("0.30"), Decimal("0.50"))
"""The shares of the price between which buy-back clauses usually lie."""

GROUP_NAMES: Final[Mapping[Group, StrOrPromise]] = {
    Group.COMPUTE: _("Compute"),
    Group.NETWORK: _("Network"),
    Group.STORAGE: _("Storage"),
    Group.RACK_POWER: _("Rack and power"),
    Group.SOFTWARE: _("Software"),
    Group.SUPPORT: _("Support"),
    Group.SERVICES: _("Services"),
    Group.LOGISTICS: _("Logistics"),
    Group.OTHER: _("Other"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteHead:
    """What stands above an offer in the comparison, besides its prices.

    ``late_by`` is None for a quote in time.
    """

    offer_pk: int
    vendor_pk: int
    position: int
    quote_uuid: UUID
    vendor: str
    product: str
    offer_name: str
    gpu: str
    nodes: int
    gpus: int
    is_base: bool
    version: int
    round: int
    currency: str
    tax_basis: str
    tax_rate: Decimal | None
    received_at: datetime
    late_by: timedelta | None
    valid_until: date | None
    is_expired: bool
    delivery_weeks: Decimal | None
    delivery_on: date | None
    incoterm: str
    payment_terms: str
    warranty_years: Decimal | None
    service_level: str
    buy_back_share: Decimal | None
    buy_back_month: int | None
    rack_units: Decimal | None
    power_supplies: str
    interconnect_gbs: Decimal | None
    gpu_tflops: Decimal | None
    gpu_source: str

    @property
    def has_odd_buy_back(self) -> bool:
        """Whether the buy-back clause is outside the usual share of the price."""
        least, most = USUAL_BUY_BACK
        share = self.buy_back_share
        return share is not None and not least <= share <= most


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOffer:
    """An offer as a person may read it: its head and its priced lines."""

    head: QuoteHead
    quoted: QuotedOffer


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOffers:
    """Each vendor's offers of its latest opened round, and those of all rounds."""

    standing: tuple[ReadOffer, ...]
    all: tuple[ReadOffer, ...]

    def forerunner(self, of: ReadOffer) -> ReadOffer | None:
        """The offer at the same place in the vendor's round before."""
        head = of.head
        earlier = [
            row
            for row in self.all
            if (row.head.vendor_pk, row.head.position)
            == (head.vendor_pk, head.position)
            and row.head.round < head.round
        ]
        return max(earlier, key=lambda row: row.head.round, default=None)


def readable_offers(tender: Tender, user: User, day: date) -> tuple[ReadOffer, ...]:
    """The offers of current quotes, each vendor's latest round, in order of receipt."""
    return offers_by_round(tender, user, day).standing


def offers_by_round(tender: Tender, user: User, day: date) -> RoundOffers:
    """The offers of current quotes, in order of receipt.

    Sealed or hidden ones, and those of vendors that the person is recused from, are
    not there. ``day`` decides what has expired.
    """
    quotes = Quote.objects.visible_to(user).filter(tender=tender).current()
    lines = QuoteLine.objects.order_by("offer_id", "position")
    offers = list(
        Offer.objects.filter(quote__in=quotes.values("pk"))
        .select_related("quote__vendor", "quote__service_level", "sku__gpu")
        .prefetch_related(Prefetch("lines", lines))
        .order_by("quote__received_at", "quote_id", "position")
    )
    latest: dict[int, int] = {}
    for offer in offers:
        vendor, number = offer.quote.vendor_id, offer.quote.round
        latest[vendor] = max(latest.get(vendor, 0), number)
    is_further = any(number > 1 for number in latest.values())
    deadlines = round_deadlines(tender) if is_further else {}
    found = tuple(
        ReadOffer(
            head=quote_head(
                offer, deadlines.get(offer.quote.round, tender.quote_deadline), day
            ),
            quoted=quoted_offer(offer),
        )
        for offer in offers
    )
    return RoundOffers(
        standing=tuple(
            row
            for row, offer in zip(found, offers, strict=True)
            if offer.quote.round == latest[offer.quote.vendor_id]
        ),
        all=found,
    )


def round_deadlines(tender: Tender) -> dict[int, datetime]:
    """Until when quotes were due in the second round and later."""
    return dict(tender.rounds.values_list("number", "deadline"))


def quote_head(offer: Offer, deadline: datetime, day: date) -> QuoteHead:
    """What an offer and its quote say besides prices; unknown stays None."""
    quote, sku = offer.quote, offer.sku
    late = quote.lateness == Quote.Lateness.LATE
    level = quote.service_level
    return QuoteHead(
        offer_pk=offer.pk,
        vendor_pk=quote.vendor_id,
        position=offer.position,
        quote_uuid=quote.uuid,
        vendor=quote.vendor.name,
        product=sku.name if sku else offer.sku_name or offer.name,
        offer_name=offer.name,
        gpu=_gpu(offer),
        nodes=offer.nodes,
        gpus=offer.gpus,
        is_base=offer.is_base,
        version=quote.version,
        round=quote.round,
        currency=quote.currency,
        tax_basis=quote.tax_basis,
        tax_rate=quote.tax_rate,
        received_at=quote.received_at,
        late_by=quote.received_at - deadline if late else None,
        valid_until=quote.valid_until,
        is_expired=quote.valid_until is not None and quote.valid_until < day,
        delivery_weeks=quote.delivery_weeks,
        delivery_on=quote.delivery_on,
        incoterm=f"{quote.incoterm} {quote.incoterm_place}".strip(),
        payment_terms=quote.payment_terms,
        warranty_years=quote.warranty_years,
        service_level=level.name if level else quote.service_level_name,
        buy_back_share=quote.buy_back_share,
        buy_back_month=quote.buy_back_month,
        rack_units=offer.rack_units,
        power_supplies=sku.psu_configuration if sku else "",
        interconnect_gbs=_interconnect(offer),
        gpu_tflops=sku.gpu.bf16_dense_tflops if sku and sku.gpu else None,
        gpu_source=_gpu_source(offer),
    )


def _gpu(offer: Offer) -> str:
    name = offer.gpu_name
    if not name and offer.sku is not None:
        name = offer.sku.gpu.name if offer.sku.gpu else offer.sku.gpu_name
    return f"{offer.gpus_per_node}× {name}" if name else f"{offer.gpus_per_node}× GPU"


def _interconnect(offer: Offer) -> Decimal | None:
    if offer.sku is None or offer.sku.gpu is None:
        return None
    speed: Decimal | None = offer.sku.gpu.interconnect_gbs_bidirectional
    return speed


def _gpu_source(offer: Offer) -> str:
    """The sources of the GPU's figures and their date; empty without a source."""
    gpu = offer.sku.gpu if offer.sku else None
    if gpu is None or not gpu.source:
        return ""
    return ", ".join(part for part in (gpu.source, gpu.source_date) if part)
