"""What a vendor sees behind its door: its own submissions and the terms, no more."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from catalog.imports.template_values import TenderBrief
from catalog.models import (
    PriceJustification,
    Quote,
    StagedQuote,
    VendorGuest,
    VendorLink,
    VendorStatement,
)
from catalog.selectors.justifications import own_asks
from catalog.selectors.previews.quotes import Preview, own_preview
from procurement.clock import database_now
from procurement.money import TaxBasis


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The evaluation as its invited vendor may know it."""

    reference: str
    title: str
    deadline: datetime
    time_zone: str
    is_over: bool
    is_quoting: bool
    asks_questions: bool
    takes_quotes: bool
    quotes: tuple[Quote, ...]
    statements: tuple[VendorStatement, ...]
    waiting: StagedQuote | None
    asks: tuple[PriceJustification, ...]


def door_of(guest: VendorGuest) -> Door:
    """The terms, and the vendor's own submissions, the newest first."""
    tender, now = guest.tender, database_now()
    newest = tender.newest_round
    deadline = newest.deadline if newest else tender.quote_deadline
    is_over = now > deadline
    is_quoting = VendorLink.objects.quoting().filter(pk=guest.link.pk).exists()
    return Door(
        reference=tender.reference,
        title=tender.title,
        deadline=deadline,
        time_zone=tender.time_zone,
        is_over=is_over,
        is_quoting=is_quoting,
        asks_questions=newest is None,
        takes_quotes=is_quoting and (not is_over or tender.accepts_late_quotes),
        quotes=tuple(own_quotes(guest).order_by("-received_at", "-id")),
        statements=tuple(own_statements(guest).order_by("-version")),
        waiting=own_waiting(guest).first() if is_quoting else None,
        asks=tuple(own_asks(guest)),
    )


def own_quotes(guest: VendorGuest) -> QuerySet[Quote]:
    """What the vendor itself sent by its links."""
    return Quote.objects.filter(link__invitation=guest.link.invitation)


def own_statements(guest: VendorGuest) -> QuerySet[VendorStatement]:
    """What the vendor stated in this evaluation."""
    return VendorStatement.objects.filter(link__invitation=guest.link.invitation)


def own_waiting(guest: VendorGuest) -> QuerySet[StagedQuote]:
    """The vendor's file that waits to be submitted."""
    return StagedQuote.objects.filter(link__invitation=guest.link.invitation)


def brief_for(guest: VendorGuest) -> TenderBrief:
    """What the template says, filled in for this vendor and round."""
    tender = guest.tender
    return TenderBrief(
        reference=tender.reference,
        title=tender.title,
        currency=tender.currency,
        tax_basis=TaxBasis(tender.tax_basis),
        vendor=guest.vendor.name,
        nodes=tender.nodes,
        round_number=guest.link.round,
    )


def preview_for(guest: VendorGuest, staged: StagedQuote) -> tuple[Preview, list[str]]:
    """The vendor's file as read, and what it should know before it submits."""
    preview = own_preview(staged, guest.vendor)
    warnings = []
    if database_now() > guest.tender.due_now:
        warnings.append(_("The deadline has passed: the quote will be marked late."))
    if preview.sheet.header.vendor.casefold() != guest.vendor.name.casefold():
        warnings.append(
            _("The file names %(name)s; it is submitted as the quote of %(vendor)s.")
            % {"name": preview.sheet.header.vendor, "vendor": guest.vendor.name}
        )
    return preview, [*warnings, *preview.warnings]
