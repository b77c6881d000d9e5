"""The vendor's way in: a code by mail, a bounded number of tries, a short visit."""

import hmac
import secrets
import time
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import translation
from django.utils.translation import gettext as _

from catalog.models import Tender, VendorCode, VendorGuest, VendorLink, VendorVisit
from procurement.accounts.services.sign_in import TooManyAttemptsError
from procurement.accounts.services.throttles import (
    Limit,
    Reservation,
    give_back,
    reserve,
)
from procurement.accounts.services.tokens import digest_of
from procurement.addresses import network_of
from procurement.audit.recording import record, sealed_chain
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.outbox.enqueuing import enqueue
from procurement.outbox.running import Claim, RetryLaterError

SEND_CODE = "catalog.send_vendor_code"
CODE_DIGITS = 8
CODE_LASTS = timedelta(minutes=10)


def ask_for_code(*, secret: str, address: str, language: str) -> None:
    """Have a code sent if the link is right.

    The worker finds that out: here a right and a wrong link take the same steps and
    get the same answer.
    """
    digest = digest_of(secret)
    _reserve("vendor_code", digest, address, settings.VENDOR_CODES_PER_LINK)
    with transaction.atomic():
        enqueue(
            by=None,
            kind=SEND_CODE,
            arguments={"digest": digest, "language": language},
        )


def send_code(claim: Claim) -> None:
    """Mail a new code to the contact of the link; an unknown link gets none.

    The code is made here and never stored, so each attempt sends another.
    """
    words = claim.job.arguments
    link = _usable_link(words["digest"])
    if link is None:
        claim.complete()
        return
    code = _new_code(link)
    try:
        _mail(link, code, words["language"])
    except OSError as error:
        note_of_guest(VendorGuest(link), "vendor_code_not_sent", {})
        message = _("The mail could not be handed over.")
        raise RetryLaterError(message) from error
    with transaction.atomic():
        note_of_guest(VendorGuest(link), "vendor_code_sent", {})
        claim.complete()


def enter(*, secret: str, code: str, address: str) -> VendorVisit:
    """Begin a visit with a link and its code, or refuse with one sentence."""
    started, digest = time.monotonic(), digest_of(secret)
    tries = _reserve("vendor_entry", digest, address, settings.VENDOR_TRIES_PER_LINK)
    link = _usable_link(digest)
    visit = _visit_with(link, code)
    if visit is None:
        if link is not None:
            note_of_guest(VendorGuest(link), "vendor_code_refused", {})
        _wait_since(started)
        raise RuleBrokenError(
            _("The code is wrong or no longer valid."), "code_refused", "code"
        )
    give_back(tries)
    return visit


def leave(*, by: VendorGuest, visit: UUID) -> None:
    """End a guest's visit."""
    own = VendorVisit.objects.filter(link=by.link, uuid=visit, ended_at=None)
    own.update(ended_at=Now())


def guest_of(visit: UUID, link: UUID) -> VendorGuest | None:
    """Who is behind the door, while the visit lasts and its link is usable."""
    since = Now() - timedelta(seconds=settings.VENDOR_VISIT_SECONDS)
    usable = VendorLink.objects.usable().filter(
        uuid=link,
        pk__in=VendorVisit.objects.filter(
            uuid=visit, ended_at=None, begun_at__gt=since
        ).values("link"),
    )
    row = usable.select_related("invitation__tender", "invitation__vendor").first()
    return VendorGuest(row) if row else None


def note_of_guest(guest: VendorGuest, action: str, details: dict[str, object]) -> None:
    """Write into the audit what a guest did; unread while the quotes are sealed."""
    tender = guest.tender
    record(
        by=guest,
        action=action,
        subject=tender,
        details=details,
        tender=tender.uuid if tender.receives_openly else sealed_chain(tender.uuid),
    )


def _reserve(kind: str, digest: str, address: str, allowed: int) -> list[Reservation]:
    network, of_all = network_of(address), settings.VENDOR_TRIES_PER_ADDRESS
    limits = [
        Limit((kind, "address", network), of_all),
        Limit((kind, "link", digest), allowed),
    ]
    reservations = reserve(limits, settings.LOGIN_WINDOW_SECONDS)
    if reservations is None:
        raise TooManyAttemptsError
    return reservations


def _usable_link(digest: str) -> VendorLink | None:
    links = VendorLink.objects.usable().select_related(
        "invitation__tender", "invitation__vendor"
    )
    return links.filter(digest=digest).first()


def _new_code(link: VendorLink) -> str:
    """Make a code, and end those before it; the link's row is locked meanwhile."""
    code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
    with transaction.atomic():
        VendorLink.objects.select_for_update().get(pk=link.pk)
        now = database_now()
        VendorCode.objects.filter(link=link, expires_at__gt=now).update(expires_at=now)
        row = VendorCode(link=link, expires_at=now + CODE_LASTS)
        row.digest = _code_digest(row.uuid, code)
        check_row(row)
        row.save()
    return code


def _code_digest(uuid: UUID, code: str) -> str:
    return digest_of(f"{uuid}:{code}")


def _mail(link: VendorLink, code: str, language: str) -> None:
    tender: Tender = link.invitation.tender
    with translation.override(language):
        subject = _("Your code: %(code)s") % {"code": code}
        body = _(
            "Somebody opened the quote link of the evaluation %(reference)s with your "
            "address. Type this code on that page:\n\n%(code)s\n\n"
            "It is valid for %(minutes)s minutes and can be used once. If that was not "
            "you, ignore this message and tell your contact.\n"
        ) % {
            "reference": tender.reference,
            "code": code,
            "minutes": CODE_LASTS // timedelta(minutes=1),
        }
        EmailMessage(subject, body, to=[link.email]).send()


def _visit_with(link: VendorLink | None, code: str) -> VendorVisit | None:
    """Compare in every case; only the right code of the newest try opens."""
    found = _counted_try(link)
    fits = hmac.compare_digest(
        found.digest if found else "0" * 64,
        _code_digest(found.uuid if found else UUID(int=0), code),
    )
    if link is None or found is None or not fits:
        return None
    with transaction.atomic():
        unused = VendorCode.objects.filter(pk=found.pk, used_at=None)
        if not unused.update(used_at=Now()):
            return None
        visit = VendorVisit(link=link)
        check_row(visit)
        visit.save()
        note_of_guest(VendorGuest(link), "vendor_link_used", {})
    return visit


def _counted_try(link: VendorLink | None) -> VendorCode | None:
    """Count a try of the live code before it is compared; None where there is none."""
    live = VendorCode.objects.filter(
        link_id=link.pk if link else 0,
        used_at=None,
        expires_at__gt=Now(),
        tries__lt=VendorCode.TRIES,
    )
    counted = live.update(tries=F("tries") + 1)
    if not counted or link is None:
        return None
    return VendorCode.objects.filter(link=link).first()


def _wait_since(started: float) -> None:
    """Answer no sooner: whether the link exists must not show in the time."""
    time.sleep(max(0.0, started + settings.VENDOR_REFUSAL_SECONDS - time.monotonic()))
