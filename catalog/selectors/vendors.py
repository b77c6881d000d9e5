"""Vendors: the list, and all that one page tells of one of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.db.models import (
    Count,
    Min,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce

from catalog.models import (
    InvitedVendor,
    Offer,
    OnsiteTime,
    Quote,
    QuoteLine,
    Recusal,
    RiskFlag,
    RunSet,
    ServiceLevel,
    Tender,
    Vendor,
)
from catalog.models.quotes import in_opened_round, opened
from catalog.pricing.amounts import document_total
from catalog.selectors.amounts import quoted_offer
from catalog.selectors.ordering import alphabetical
from catalog.selectors.run_sets import in_brief
from procurement.accounts.models import User
from procurement.money import Money

TIERS: Final = tuple(OnsiteTime.CityTier)


def listed_vendors(user: User) -> QuerySet[Vendor]:
    """The vendors with counts of what the person may see."""
    quotes = Quote.objects.visible_to(user).current().values("pk")
    first = OnsiteTime.objects.filter(
        service_level__vendor=OuterRef("pk"), city_tier=OnsiteTime.CityTier.FIRST
    ).order_by("hours")
    rows = Vendor.objects.annotate(
        quote_count=Count("quotes", filter=Q(quotes__in=quotes), distinct=True),
        depot_count=Count("depots", distinct=True),
        open_flags=Count(
            "risk_flags",
            filter=Q(risk_flags__state=RiskFlag.State.OPEN),
            distinct=True,
        ),
        onsite_hours=Subquery(first.values("hours")[:1]),
    )
    return rows.order_by("-is_active", alphabetical("name"), "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTable:
    """A service level with its on-site hours, one for each city tier or None."""

    level: ServiceLevel
    hours: tuple[Decimal | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VendorQuote:
    """A quote as far as the person may know of it.

    ``hidden`` says why there is no price: "sealed" or "unreleased".
    """

    tender: Tender
    uuid: UUID | None = None
    configuration: str = ""
    nodes: int | None = None
    alternatives: int = 0
    total: Money | None = None
    received_at: datetime | None = None
    valid_until: date | None = None
    is_late: bool = False
    hidden: str = ""


def level_tables(vendor: Vendor) -> list[LevelTable]:
    """The service levels, the fastest on site first."""
    levels = vendor.service_levels.prefetch_related("onsite_times").annotate(
        fastest=Coalesce(Min("onsite_times__hours"), Decimal(10_000))
    )
    return [
        LevelTable(level=level, hours=_by_tier(level))
        for level in levels.order_by("fastest", alphabetical("name"), "id")
    ]


def _by_tier(level: ServiceLevel) -> tuple[Decimal | None, ...]:
    held = {time.city_tier: time.hours for time in level.onsite_times.all()}
    return tuple(held.get(tier) for tier in TIERS)


def vendor_quotes(vendor: Vendor, user: User) -> list[VendorQuote]:
    """The newest first: priced, unpriced while unreleased, and sealed invitations.

    Whether a sealed evaluation holds a quote at all is not told: a row stands there
    for every invitation.
    """
    priced = _priced(vendor, user)
    shown = {row.uuid for row in priced}
    open_to = _tenders(vendor, user)
    rows = [*priced, *_unpriced(vendor, open_to, shown), *_sealed(vendor, open_to)]
    return sorted(rows, key=lambda row: row.tender.created_at, reverse=True)


def _tenders(vendor: Vendor, user: User) -> QuerySet[Tender]:
    """The evaluations of which the person may know that this vendor takes part."""
    recused = Recusal.objects.filter(vendor=vendor, user_id=user.pk or 0)
    return Tender.objects.visible_to(user).exclude(pk__in=recused.values("tender"))


def _priced(vendor: Vendor, user: User) -> list[VendorQuote]:
    quotes = Quote.objects.visible_to(user).current().filter(vendor=vendor)
    lines = QuoteLine.objects.order_by("offer_id", "position")
    offers = Offer.objects.select_related("sku__gpu", "quote").prefetch_related(
        Prefetch("lines", lines)
    )
    rows = quotes.select_related("tender").prefetch_related(
        Prefetch("offers", offers.order_by("position"))
    )
    return [_row(quote) for quote in rows]


def _row(quote: Quote) -> VendorQuote:
    offers = list(quote.offers.all())
    base = next((offer for offer in offers if offer.is_base), None)
    return VendorQuote(
        tender=quote.tender,
        uuid=quote.uuid,
        configuration=_configuration(base),
        nodes=base.nodes if base else None,
        alternatives=max(0, len(offers) - 1),
        total=document_total(quoted_offer(base)) if base else None,
        received_at=quote.received_at,
        valid_until=quote.valid_until,
        is_late=quote.lateness == Quote.Lateness.LATE,
    )


def _configuration(offer: Offer | None) -> str:
    if offer is None:
        return ""
    return offer.sku.name if offer.sku else offer.sku_name or offer.name


def _unpriced(
    vendor: Vendor, tenders: QuerySet[Tender], shown: Iterable[UUID | None]
) -> list[VendorQuote]:
    quotes = Quote.objects.current().filter(
        opened(), in_opened_round(), vendor=vendor, tender__in=tenders.values("pk")
    )
    base = Prefetch("offers", Offer.objects.select_related("sku").order_by("position"))
    rows = quotes.exclude(uuid__in=list(shown)).select_related("tender")
    return [_unpriced_row(quote) for quote in rows.prefetch_related(base)]


def _unpriced_row(quote: Quote) -> VendorQuote:
    base = next((offer for offer in quote.offers.all() if offer.is_base), None)
    return VendorQuote(
        tender=quote.tender,
        configuration=_configuration(base),
        nodes=base.nodes if base else None,
        received_at=quote.received_at,
        valid_until=quote.valid_until,
        is_late=quote.lateness == Quote.Lateness.LATE,
        hidden="unreleased",
    )


def _sealed(vendor: Vendor, tenders: QuerySet[Tender]) -> list[VendorQuote]:
    invited = InvitedVendor.objects.filter(
        vendor=vendor, tender__in=tenders.values("pk")
    )
    rows = invited.exclude(opened()).select_related("tender")
    return [VendorQuote(tender=row.tender, hidden="sealed") for row in rows]


def vendor_run_sets(vendor: Vendor, user: User) -> QuerySet[RunSet]:
    """What was measured on servers of the makers that the vendor sells."""
    rows = in_brief(RunSet.objects.visible_to(user)).filter(
        sku__manufacturer__in=vendor.manufacturers.all()
    )
    related = rows.select_related("sku__manufacturer", "upload")
    return related.order_by("-upload__received_at", "-upload_id", "position")


def flag_counts(flags: Sequence[RiskFlag]) -> dict[str, int]:
    """How many flags there are in each state."""
    return {
        state.value: sum(flag.state == state for flag in flags)
        for state in RiskFlag.State
    }
