"""What a waiting quote file says, before it is recorded: values, matches, warnings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.db.models import Q
from django.utils.translation import gettext as _

from catalog.imports.quote_sheet import QuoteOffer, QuoteSheet
from catalog.imports.quotes import read_quote
from catalog.models import (
    QuoteLine,
    ServerSku,
    StagedQuote,
    Tender,
    Vendor,
)
from catalog.pricing.amounts import (
    discount_total,
    document_basis,
    document_total,
    gap,
    quoted_total,
)
from catalog.pricing.quoted import QuotedLine, QuotedOffer
from catalog.selectors.sheet_offers import sheet_offer
from catalog.selectors.sku_matches import SkuMatch, sku_near, skus_meant
from procurement.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """A line of the file; its prices are left out while the quotes are sealed.

    ``bundle`` names the line that holds this one.
    """

    line: QuotedLine
    category: str
    total: Money | None
    bundle: str
    is_offered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewOffer:
    """An offer of the file with the catalogue's server that it seems to mean."""

    name: str
    sku_name: str
    gpu: str
    nodes: int
    gpus_per_node: int
    is_base: bool
    match: SkuMatch | None
    lines: tuple[PreviewLine, ...]
    total: Money | None
    discount: Money | None
    discount_label: str

    @property
    def sku(self) -> ServerSku | None:
        """The catalogue's server."""
        return self.match.sku if self.match else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The whole file as it would be recorded."""

    sheet: QuoteSheet
    vendor: Vendor | None
    offers: tuple[PreviewOffer, ...]
    warnings: tuple[str, ...]
    hides_amounts: bool


def quote_preview(staged: StagedQuote, day: date) -> Preview:
    """Read the waiting file again and match it with the catalogue."""
    with staged.file.open("rb") as opened:
        sheet = read_quote(opened.read()).sheet
    if sheet is None:
        message = f"{staged.file_name} was readable when it was staged"
        raise ValueError(message)
    tender = staged.tender
    vendor = vendor_named(sheet.header.vendor)
    hides = not tender.are_prices_open
    offers = tuple(
        _offer(sheet, offer, sku_near(offer.sku, vendor), hides_amounts=hides)
        for offer in sheet.offers
    )
    return Preview(
        sheet=sheet,
        vendor=vendor,
        offers=offers,
        warnings=tuple(_warnings(staged, sheet, offers, day)),
        hides_amounts=hides,
    )


def own_preview(sheet: QuoteSheet, vendor: Vendor) -> Preview:
    """A vendor's own file as read; nothing of others goes in.

    Of the catalogue it shows no more than which server is meant by a part number that
    is written otherwise there.
    """
    meant = skus_meant(sheet, vendor)
    offers = tuple(
        _offer(sheet, offer, meant.get(offer.name), hides_amounts=False)
        for offer in sheet.offers
    )
    return Preview(
        sheet=sheet,
        vendor=vendor,
        offers=offers,
        warnings=tuple(note for offer in offers for note in _match_notes(offer)),
        hides_amounts=False,
    )


def vendor_named(name: str) -> Vendor | None:
    """The vendor of exactly this name in either language, whatever its case."""
    found = Vendor.objects.filter(is_active=True).filter(
        Q(name__iexact=name) | Q(name_zh__iexact=name)
    )
    return found.first()


def _offer(
    sheet: QuoteSheet, offer: QuoteOffer, match: SkuMatch | None, *, hides_amounts: bool
) -> PreviewOffer:
    terms = sheet_offer(sheet, offer)
    own = document_basis(terms)
    taken = None if gap(terms, own) else discount_total(terms, own)
    return PreviewOffer(
        name=offer.name,
        sku_name=offer.sku,
        gpu=offer.gpu,
        nodes=offer.nodes,
        gpus_per_node=offer.gpus_per_node,
        is_base=offer.is_base,
        match=match,
        lines=tuple(
            _line(line, terms, hides_amounts=hides_amounts) for line in terms.lines
        ),
        total=None if hides_amounts else document_total(terms),
        discount=None if hides_amounts or taken is None else -taken,
        discount_label=offer.discount_label,
    )


def _line(line: QuotedLine, offer: QuotedOffer, *, hides_amounts: bool) -> PreviewLine:
    return PreviewLine(
        line=replace(line, base_price=None, breaks=(), discount=Decimal(0))
        if hides_amounts
        else line,
        is_offered=line.is_offered,
        category=str(QuoteLine.Category(line.category).label),
        total=None if hides_amounts else quoted_total(line, offer),
        bundle=offer.label_of(line.included_in) if line.is_bundled else "",
    )


def _warnings(
    staged: StagedQuote,
    sheet: QuoteSheet,
    offers: tuple[PreviewOffer, ...],
    day: date,
) -> Iterator[str]:
    tender, currency = staged.tender, sheet.header.currency
    if staged.received_at > tender.quote_deadline:
        yield _("The file came after the deadline: the quote will be marked late.")
    if sheet.header.valid_until < day:
        yield _("The prices are no longer valid.")
    has_rate = tender.rates.filter(currency=currency).exists()
    if currency != tender.currency and not has_rate:
        yield _(
            "No exchange rate of %(currency)s is frozen: no amount can be shown."
        ) % {"currency": currency}
    for offer in offers:
        yield from _offer_warnings(tender, offer)


def _match_notes(offer: PreviewOffer) -> Iterator[str]:
    if offer.match is not None and not offer.match.is_exact:
        yield _("“%(written)s” is taken for the server “%(sku)s” of the catalogue.") % {
            "written": offer.sku_name,
            "sku": offer.match.sku.name,
        }


def _offer_warnings(tender: Tender, offer: PreviewOffer) -> Iterator[str]:
    yield from _match_notes(offer)
    if offer.match is None:
        yield _(
            "No single server of the catalogue is written “%(written)s”: choose it, or "
            "record the offer without."
        ) % {"written": offer.sku_name}
    if offer.nodes != tender.nodes:
        yield _("“%(offer)s” offers %(nodes)s servers; %(asked)s are asked for.") % {
            "offer": offer.name,
            "nodes": offer.nodes,
            "asked": tender.nodes,
        }
    if offer.sku is not None and offer.sku.gpu_count != offer.gpus_per_node:
        yield _("“%(offer)s” has %(gpus)s GPUs per server; %(sku)s has %(count)s.") % {
            "offer": offer.name,
            "gpus": offer.gpus_per_node,
            "sku": offer.sku.name,
            "count": offer.sku.gpu_count,
        }
