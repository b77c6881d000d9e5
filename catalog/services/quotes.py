"""Record a quote or its next version; judge lateness; keep sealed ones silent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from catalog.models import Quote, Tender, Vendor, VendorGuest
from catalog.services.lateness import late_refusals_noted, refuse_late
from catalog.services.quote_rows import save_offers, save_payments
from catalog.services.quote_terms import QuoteTerms
from catalog.services.rounds import check_round
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record, record_access, sealed_chain
from procurement.canonical import digest
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """The file behind a quote, already in the storage under a random name.

    ``sheet_plan`` says how a vendor's own sheet was read.
    """

    stored_name: str
    file_name: str
    sha256: str
    sheet_plan: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Who brought a quote, when by the database's clock, and the file behind it."""

    by: User | VendorGuest
    received_at: datetime
    file: StoredFile | None = None


def record_quote(
    *,
    by: User,
    tender: Tender,
    terms: QuoteTerms,
    file: StoredFile | None = None,
    received_at: datetime | None = None,
) -> Quote:
    """Record a quote as received now by the database's clock.

    A late one is refused, or marked where the evaluation takes late quotes in.

    A second quote of the vendor in the round must say that it replaces the first, which
    stays as an older version. While quotes are sealed it replaces without a word, so
    that nobody learns whether there was one. An own ``received_at`` is for files that
    waited for their confirmation, and for the invented demonstration.
    """
    require(by, Action.RECORD_QUOTE, tender)
    with late_refusals_noted(tender, by=by), transaction.atomic():
        row = locked_tender(by, Action.RECORD_QUOTE, tender)
        receipt = Receipt(by=by, received_at=received_at or database_now(), file=file)
        return store_quote(row, terms, receipt)


def store_quote(tender: Tender, terms: QuoteTerms, receipt: Receipt) -> Quote:
    """Write a quote of an officer or of a vendor's link.

    Only for services that have asked for the right and locked the tender's row.
    """
    check_round(tender, terms.vendor, terms.round)
    refuse_late(tender, receipt.received_at)
    _check_envelopes(tender)
    _check(tender, terms)
    quote = Quote(
        **terms.columns,
        **_bearer(receipt),
        tender=tender,
        received_at=receipt.received_at,
        content_sha256=terms.content_sha256,
    )
    late = quote.received_at > tender.due_now
    quote.lateness = Quote.Lateness.LATE if late else Quote.Lateness.IN_TIME
    if receipt.file is not None:
        quote.file.name = receipt.file.stored_name
        quote.file_name = receipt.file.file_name
        quote.file_sha256 = receipt.file.sha256
        quote.sheet_plan = dict(receipt.file.sheet_plan)
    _take_the_place(quote, terms)
    check_row(quote)
    quote.save()
    save_offers(quote, terms.offers)
    save_payments(quote, terms.payments)
    _record(receipt.by, quote)
    return quote


def _bearer(receipt: Receipt) -> dict[str, object]:
    if isinstance(receipt.by, VendorGuest):
        return {"link": receipt.by.link}
    return {"recorded_by": receipt.by}


def note_price_reading(*, by: User, tender: Tender, path: str) -> None:
    """Log that someone reads prices that were sealed, or are hidden from evaluators."""
    require(by, Action.VIEW_QUOTES, tender)
    if tender.is_sealed or tender.waits_for_release:
        record_access(by=by, tender=tender.uuid, path=path)


def _check(tender: Tender, terms: QuoteTerms) -> None:
    _check_vendor(tender, terms.vendor)
    if sum(offer.is_base for offer in terms.offers) != 1:
        raise RuleBrokenError(
            _("Exactly one offer is the base offer; others are alternatives."),
            "base_offer",
            "offers",
        )
    for offer in terms.offers:
        if not offer.lines:
            raise RuleBrokenError(
                _("The offer “%(offer)s” has no lines.") % {"offer": offer.name},
                "no_lines",
                "offers",
            )


def _check_envelopes(tender: Tender) -> None:
    if tender.prices_opened_at is not None:
        raise RuleBrokenError(
            _(
                "The prices were opened; a quote that comes now would stay sealed. "
                "No further quote is taken."
            ),
            "prices_open",
        )


def _check_vendor(tender: Tender, vendor: Vendor) -> None:
    invited = tender.invitations.values_list("vendor_id", flat=True)
    if invited and vendor.pk not in invited:
        raise RuleBrokenError(
            _("%(vendor)s was not invited to quote.") % {"vendor": vendor.name},
            "not_invited",
            "vendor",
        )


def _take_the_place(quote: Quote, terms: QuoteTerms) -> None:
    """Become the current version; the quote that was so far is kept."""
    versions = Quote.objects.filter(
        tender=quote.tender, vendor=quote.vendor, round=quote.round
    )
    current = versions.current().first()
    if current is None:
        return
    if quote.tender.receives_openly and not terms.replaces_current:
        raise RuleBrokenError(
            _(
                "%(vendor)s has a quote in round %(round)s. Say that this one replaces "
                "it, or choose another round."
            )
            % {"vendor": quote.vendor.name, "round": quote.round},
            "quoted_already",
            "replaces_current",
        )
    last = versions.aggregate(last=Max("version"))["last"]
    quote.version, quote.replaces = last + 1, current
    current.is_current = False
    current.save(update_fields=["is_current"])


def _record(by: User | VendorGuest, quote: Quote) -> None:
    """Note it in the audit; of a sealed quote neither vendor nor amount is told.

    It is noted where nobody reads before the opening: in the evaluation's own chain
    the entries would tell how many quotes came in.
    """
    tender = quote.tender
    hashes = {
        "content_sha256": quote.content_sha256,
        "file_sha256": quote.file_sha256,
    }
    if quote.sheet_plan:
        hashes["plan_sha256"] = digest(quote.sheet_plan)
    if not tender.receives_openly:
        details = {"quote": quote.uuid} | hashes
        record(
            by=by,
            action="sealed_quote_recorded",
            subject=tender,
            details=details,
            tender=sealed_chain(tender.uuid),
        )
        return
    replaced = quote.replaces
    record(
        by=by,
        action="quote_recorded",
        subject=quote,
        details={
            "round": quote.round,
            "version": quote.version,
            "lateness": quote.lateness,
            "replaces": replaced.uuid if replaced else None,
        }
        | ({"sheet_plan": quote.sheet_plan} if quote.sheet_plan else {})
        | hashes,
        tender=tender.uuid,
    )
