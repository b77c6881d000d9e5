"""What a waiting quote file says, before it is recorded: values, matches, warnings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.db.models import Q
from django.utils.translation import gettext as _

from catalog.imports.own_sheets.reading import read_own_quote
from catalog.imports.quote_sheet import QuoteOffer, QuoteSheet
from catalog.imports.quotes import QuoteReading, read_quote
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
from catalog.selectors.previews.cells import (
    ReadCell,
    ReadPlan,
    line_places,
    read_cells,
    read_plan,
)
from catalog.selectors.previews.plans import plan_of
from catalog.selectors.previews.skus import SkuMatch, sku_near, skus_meant
from catalog.selectors.sheet_offers import sheet_offer
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
    place: str


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
    cells: tuple[ReadCell, ...]
    plan: ReadPlan | None = None


def quote_preview(staged: StagedQuote, day: date) -> Preview:
    """Read the waiting file again and match it with the catalogue."""
    plan = plan_of(staged)
    with staged.file.open("rb") as opened:
        content = opened.read()
    reading = read_quote(content) if plan is None else read_own_quote(content, plan)
    sheet = _readable(reading, staged)
    tender = staged.tender
    vendor = vendor_named(sheet.header.vendor)
    hides = tender.hides_values
    matches = {offer.name: sku_near(offer.sku, vendor) for offer in sheet.offers}
    offers = _offers(reading, sheet, matches, hides_amounts=hides)
    return Preview(
        sheet=sheet,
        vendor=vendor,
        offers=offers,
        warnings=tuple(_warnings(staged, sheet, offers, day)),
        hides_amounts=hides,
        cells=read_cells(reading, hides_amounts=hides),
        plan=read_plan(plan, reading, hides_amounts=hides) if plan else None,
    )


def own_preview(staged: StagedQuote, vendor: Vendor) -> Preview:
    """A vendor's own file as read; nothing of others goes in.

    Of the catalogue it shows no more than which server is meant by a part number that
    is written otherwise there.
    """
    with staged.file.open("rb") as opened:
        reading = read_quote(opened.read())
    sheet = _readable(reading, staged)
    matches = skus_meant(sheet, vendor)
    offers = _offers(reading, sheet, matches, hides_amounts=False)
    return Preview(
        sheet=sheet,
        vendor=vendor,
        offers=offers,
        warnings=tuple(note for offer in offers for note in _match_notes(offer)),
        hides_amounts=False,
        cells=read_cells(reading, hides_amounts=False),
    )


def _readable(reading: QuoteReading, staged: StagedQuote) -> QuoteSheet:
    if reading.sheet is None:
        message = f"{staged.file_name} was readable when it was staged"
        raise ValueError(message)
    return reading.sheet


def vendor_named(name: str) -> Vendor | None:
    """The vendor of exactly this name in either language, whatever its case."""
    found = Vendor.objects.filter(is_active=True).filter(
        Q(name__iexact=name) | Q(name_zh__iexact=name)
    )
    return found.first()


def _offers(
    reading: QuoteReading,
    sheet: QuoteSheet,
    matches: Mapping[str, SkuMatch | None],
    *,
    hides_amounts: bool,
) -> tuple[PreviewOffer, ...]:
    places = dict(zip(_line_keys(sheet), line_places(reading), strict=True))
    return tuple(
        _offer(sheet, offer, matches.get(offer.name), places, hides_amounts)
        for offer in sheet.offers
    )


def _line_keys(sheet: QuoteSheet) -> list[tuple[str, str]]:
    return [(line.offer, line.key) for line in sheet.lines]


def _offer(
    sheet: QuoteSheet,
    offer: QuoteOffer,
    match: SkuMatch | None,
    places: Mapping[tuple[str, str], str],
    hides_amounts: bool,  # noqa: FBT001  # passed through from keyword to keyword
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
            _line(line, terms, places[offer.name, line.key], hides_amounts)
            for line in terms.lines
        ),
        total=None if hides_amounts else document_total(terms),
        discount=None if hides_amounts or taken is None else -taken,
        discount_label=offer.discount_label,
    )


def _line(
    line: QuotedLine,
    offer: QuotedOffer,
    place: str,
    hides_amounts: bool,  # noqa: FBT001  # passed through from keyword to keyword
) -> PreviewLine:
    return PreviewLine(
        line=replace(line, base_price=None, breaks=(), discount=Decimal(0))
        if hides_amounts
        else line,
        is_offered=line.is_offered,
        category=str(QuoteLine.Category(line.category).label),
        total=None if hides_amounts else quoted_total(line, offer),
        bundle=offer.label_of(line.included_in) if line.is_bundled else "",
        place=place,
    )


def _warnings(
    staged: StagedQuote,
    sheet: QuoteSheet,
    offers: tuple[PreviewOffer, ...],
    day: date,
) -> Iterator[str]:
    tender, currency = staged.tender, sheet.header.currency
    if staged.received_at > tender.due_now:
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
