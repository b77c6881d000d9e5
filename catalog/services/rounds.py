"""Further rounds: begun by one officer, opened by two, each with its own deadline."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog.models import (
    InvitedVendor,
    OpeningKey,
    Quote,
    QuoteRound,
    Tender,
    Vendor,
)
from catalog.services.openings import record_opening, turn
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTerms:
    """Which round is begun, why, until when, and who may quote."""

    number: int
    reason: str
    deadline: datetime
    vendors: Collection[Vendor]


def begin_round(*, by: User, tender: Tender, terms: RoundTerms) -> QuoteRound:
    """Ask for a further round; of two officers at once only one begins it.

    Criteria, rates and formula are locked by now and stay so.
    """
    require(by, Action.BEGIN_ROUND, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.BEGIN_ROUND, tender)
        _check_before(row, terms)
        _check_terms(terms)
        begun = QuoteRound(
            tender=row,
            number=terms.number,
            reason=terms.reason.strip(),
            deadline=terms.deadline,
            begun_by=by,
        )
        check_row(begun)
        begun.save()
        begun.refresh_from_db()
        begun.invitations.set(
            InvitedVendor.objects.get_or_create(tender=row, vendor=vendor)[0]
            for vendor in terms.vendors
        )
        record(
            by=by,
            action="round_begun",
            subject=row,
            details={
                "round": begun.number,
                "reason": begun.reason,
                "deadline": begun.deadline,
                "vendors": sorted(vendor.name for vendor in terms.vendors),
            },
            tender=row.uuid,
        )
    return begun


def _check_before(tender: Tender, terms: RoundTerms) -> None:
    newest = tender.newest_round
    number = newest.number if newest else 1
    if terms.number != number + 1:
        raise RuleBrokenError(
            _("Round %(round)s has been begun already.") % {"round": number},
            "round_begun",
        )
    if tender.has_two_envelopes:
        raise RuleBrokenError(
            _("With two envelopes there is one round only."), "two_envelopes"
        )
    if not tender.receives_openly or tender.due_now > database_now():
        raise RuleBrokenError(
            _("Round %(round)s is not over and open yet.") % {"round": number},
            "round_running",
        )


def _check_terms(terms: RoundTerms) -> None:
    if terms.deadline <= database_now():
        raise RuleBrokenError(
            _("The deadline must lie ahead."), "deadline_past", "deadline"
        )
    if not terms.vendors:
        raise RuleBrokenError(
            _("Invite at least one vendor."), "nobody_invited", "vendors"
        )


def turn_round_key(*, by: User, quote_round: QuoteRound) -> QuoteRound:
    """Turn one officer's key; the second, in time, opens the quotes of the round."""
    require(by, Action.OPEN_QUOTES, quote_round.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.OPEN_QUOTES, quote_round.tender)
        row = QuoteRound.objects.select_for_update().get(pk=quote_round.pk)
        row.tender = tender
        now = database_now()
        _check_openable(row, now)
        envelope = OpeningKey.Envelope.QUOTES
        officers = turn(by, tender, envelope, now, number=row.number)
        if len(officers) > 1:
            row.opened_at = database_now()
            row.save(update_fields=["opened_at"])
            quotes = Quote.objects.filter(tender=tender, round=row.number)
            record_opening(by, tender, "quotes_opened", officers, quotes)
    return row


def _check_openable(row: QuoteRound, now: datetime) -> None:
    if not row.tender.is_sealed:
        raise RuleBrokenError(
            _("The quotes of this evaluation are not sealed."), "not_sealed"
        )
    if row.opened_at is not None:
        raise RuleBrokenError(_("The quotes are open already."), "already_open")
    if now < row.deadline:
        local = row.deadline.astimezone(row.tender.zone)
        raise RuleBrokenError(
            _("The quotes can be opened only after the deadline, %(deadline)s.")
            % {"deadline": date_format(local, "DATETIME_FORMAT")},
            "before_deadline",
        )


def check_round(tender: Tender, vendor: Vendor, number: int) -> None:
    """Refuse a quote for another round than the newest, or of who is not in it.

    Only for services that have locked the tender's row.
    """
    newest = tender.newest_round
    current = newest.number if newest else 1
    if number != current:
        raise RuleBrokenError(
            _("Quotes are taken in round %(round)s, not in round %(meant)s.")
            % {"round": current, "meant": number},
            "other_round",
            "round",
        )
    if newest and not newest.invitations.filter(vendor=vendor).exists():
        raise RuleBrokenError(
            _("%(vendor)s was not invited to round %(round)s.")
            % {"vendor": vendor.name, "round": current},
            "not_invited",
            "vendor",
        )
