"""One quote with its lines, totals and versions, as plain values."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from catalog.models import Offer, Quote
from catalog.pricing.amounts import (
    discount_total,
    document_basis,
    document_total,
    gap,
    line_gap,
    offer_total,
    quoted_total,
    stated_total,
)
from catalog.pricing.quoted import Basis, QuotedLine, QuotedOffer, TotalDiscount
from catalog.selectors.amounts import basis_of, gap_words, quoted_offer
from catalog.selectors.quotes import QuoteHead, quote_head, round_deadlines
from procurement.accounts.models import User
from procurement.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailLine:
    """A line with its total as signed, and on the evaluation's basis.

    ``bundle`` names the line that holds this one.
    """

    line: QuotedLine
    category: str
    bundle: str
    quoted: Money | None
    stated: Money | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailOffer:
    """An offer with its lines and both totals; ``gap`` says why one is missing."""

    head: QuoteHead
    terms: QuotedOffer
    lines: tuple[DetailLine, ...]
    quoted: Money | None
    stated: Money | None
    quoted_reduction: Money | None
    stated_reduction: Money | None
    gap: str

    @property
    def discount(self) -> TotalDiscount | None:
        """The discount on the total as quoted."""
        return self.terms.discount


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteVersion:
    """One version of the quote of a vendor in a round."""

    uuid: UUID
    version: int
    received_at: datetime
    recorded_by: str
    is_current: bool
    is_late: bool
    file_name: str


def quote_offers(quote: Quote, day: date) -> tuple[DetailOffer, ...]:
    """The offers of a quote, the base first as quoted."""
    basis = basis_of(quote.tender)
    offers = quote.offers.select_related(
        "quote__vendor", "quote__service_level", "sku__gpu"
    ).prefetch_related("lines")
    return tuple(_offer(offer, basis, quote, day) for offer in offers)


def quote_versions(quote: Quote, user: User) -> tuple[QuoteVersion, ...]:
    """All versions that the person may read, the newest first."""
    rows = Quote.objects.visible_to(user).filter(
        tender=quote.tender, vendor=quote.vendor, round=quote.round
    )
    return tuple(
        QuoteVersion(
            uuid=row.uuid,
            version=row.version,
            received_at=row.received_at,
            recorded_by=row.recorded_by.name if row.recorded_by else "",
            is_current=row.is_current,
            is_late=row.lateness == Quote.Lateness.LATE,
            file_name=row.file_name,
        )
        for row in rows.select_related("recorded_by").order_by("-version")
    )


def _offer(offer: Offer, basis: Basis, quote: Quote, day: date) -> DetailOffer:
    quoted = quoted_offer(offer)
    missing, own = gap(quoted, basis), document_basis(quoted)
    number, deadlines = quote.round, round_deadlines(quote.tender)
    deadline = deadlines.get(number, quote.tender.quote_deadline)
    names = {row.position: row.get_category_display() for row in offer.lines.all()}
    return DetailOffer(
        head=quote_head(offer, deadline, day),
        terms=quoted,
        lines=tuple(
            _line(line, quoted, basis, names[position])
            for position, line in zip(names, quoted.lines, strict=True)
        ),
        quoted=document_total(quoted),
        stated=None if missing else offer_total(quoted, basis),
        quoted_reduction=_reduction(quoted, own),
        stated_reduction=_reduction(quoted, basis),
        gap=gap_words(missing, vendor=quote.vendor.name) if missing else "",
    )


def _reduction(offer: QuotedOffer, basis: Basis) -> Money | None:
    """What the discount on the total takes off, as a number below zero."""
    taken = None if gap(offer, basis) else discount_total(offer, basis)
    return -taken if taken else None


def _line(
    line: QuotedLine, offer: QuotedOffer, basis: Basis, category: str
) -> DetailLine:
    missing = line_gap(line, offer, basis)
    return DetailLine(
        line=line,
        category=category,
        quoted=quoted_total(line, offer),
        stated=None if missing else stated_total(line, offer, basis),
        bundle=offer.label_of(line.included_in) if line.is_bundled else "",
    )
