"""Record the answer to a question about a price: typed by an officer, or by link."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection, transaction
from django.utils.translation import gettext as _

from catalog.models import PriceJustification, Tender, VendorGuest, VendorLink
from catalog.selectors.justifications import own_asks
from catalog.services.tenders import locked_tender
from catalog.services.vendor_door.quotes import SHARE
from catalog.services.vendor_door.visits import note_of_guest
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.canonical import digest
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, PermissionRefusedError, require


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """What the vendor wrote, and when it came in."""

    text: str
    received_at: datetime


def record_answer(
    *, by: User, justification: PriceJustification, letter: Letter
) -> PriceJustification:
    """Record what the vendor answered by letter or mail; the officer says when."""
    tender = justification.offer.quote.tender
    require(by, Action.DECIDE_ADMISSION, tender)
    with transaction.atomic():
        locked_tender(by, Action.DECIDE_ADMISSION, tender)
        row = _locked(justification)
        if not _minute(row.asked_at) <= letter.received_at <= database_now():
            raise RuleBrokenError(
                _("The answer can't have come before the question, or later than now."),
                "received_at_impossible",
                "received_at",
            )
        row.recorded_by = by
        _answer(row, replace(letter, received_at=max(letter.received_at, row.asked_at)))
        record(
            by=by,
            action="justification_answered",
            subject=row,
            details=_details(row),
            tender=tender.uuid,
        )
    return row


def _minute(moment: datetime) -> datetime:
    """The minute that it falls in: an officer says no seconds of a letter."""
    return moment.replace(second=0, microsecond=0)


def answer_question(
    *, by: VendorGuest, justification: PriceJustification, text: str
) -> PriceJustification:
    """Record the vendor's own answer as received now, once and before it is due."""
    _require_usable(by)
    with transaction.atomic():
        _lock_shared(by.tender)
        _require_usable(by)
        row = _locked(own_asks(by).get(pk=justification.pk))
        now = database_now()
        if now >= row.due_at:
            raise RuleBrokenError(
                _("The time for the answer is over; write to your contact."),
                "answer_late",
            )
        row.link = by.link
        _answer(row, Letter(text=text, received_at=now))
        note_of_guest(by, "justification_answered", _details(row))
    return row


def _require_usable(by: VendorGuest) -> None:
    if not VendorLink.objects.usable().filter(pk=by.link.pk).exists():
        raise PermissionRefusedError(
            _("The link has ended. Ask your contact for another."), "link_ended"
        )


def _lock_shared(tender: Tender) -> None:
    with connection.cursor() as cursor:
        cursor.execute(SHARE, [tender.pk])


def _locked(justification: PriceJustification) -> PriceJustification:
    rows = PriceJustification.objects.select_for_update(of=("self",))
    row = rows.select_related("offer__quote__tender").get(pk=justification.pk)
    if not row.is_open or row.is_answered:
        raise RuleBrokenError(
            _("The question is answered already."), "answered_already"
        )
    return row


def _answer(row: PriceJustification, letter: Letter) -> None:
    row.answer, row.received_at = letter.text.strip(), letter.received_at
    if not row.answer:
        raise RuleBrokenError(_("The answer has no words."), "answer_missing", "answer")
    check_row(row)
    row.save()


def _details(row: PriceJustification) -> dict[str, object]:
    """A hash, not the words: not everyone who reads the trail reads prices."""
    return {
        "justification": row.uuid,
        "received_at": row.received_at,
        "content_sha256": digest({"question": row.question, "answer": row.answer}),
    }
