"""Make and revoke the link by which an invited vendor quotes without an account."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from catalog.models import InvitedVendor, PriceJustification, Tender, VendorLink
from catalog.services.rounds import check_round
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.accounts.services.tokens import digest_of
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, Stage, require

PREFIX = "gpv_"
LONGEST_AFTER_DEADLINE = timedelta(days=90)
TAKING = frozenset({Stage.QUOTES, Stage.EVIDENCE})
BEFORE_SCORING = frozenset({Stage.SETUP, Stage.QUOTES, Stage.EVIDENCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTerms:
    """Where the codes go, until when the link opens the door, and for which round."""

    email: str
    expires_at: datetime
    round: int = 1


def make_vendor_link(
    *, by: User, invitation: InvitedVendor, terms: LinkTerms
) -> tuple[VendorLink, str]:
    """Make the vendor's link; the one before it ends. The secret is not stored."""
    require(by, Action.MANAGE_VENDOR_LINKS, invitation.tender)
    with transaction.atomic():
        row = locked_tender(by, Action.MANAGE_VENDOR_LINKS, invitation.tender)
        asked = _answer_due(invitation)
        _check_purpose(row, asked)
        if row.stage in TAKING and asked is None:
            check_round(row, invitation.vendor, terms.round)
        _check_expiry(row, terms.expires_at, asked)
        before = _end(invitation)
        secret = PREFIX + secrets.token_urlsafe(32)
        link = VendorLink(
            invitation=invitation,
            email=terms.email.strip(),
            round=terms.round,
            digest=digest_of(secret),
            created_by=by,
            expires_at=terms.expires_at,
        )
        check_row(link)
        link.save()
        details = {
            "email": link.email,
            "expires_at": link.expires_at,
            "round": link.round,
            "replaces": before.uuid if before else None,
        }
        _record(by, "vendor_link_made", link, details)
    return link, secret


def revoke_vendor_link(*, by: User, link: VendorLink) -> VendorLink:
    """End a link at once, and every visit that it opened."""
    tender = link.invitation.tender
    require(by, Action.MANAGE_VENDOR_LINKS, tender)
    with transaction.atomic():
        locked_tender(by, Action.MANAGE_VENDOR_LINKS, tender)
        ended = _end(link.invitation)
        if ended is None or ended.pk != link.pk:
            raise RuleBrokenError(_("The link has ended already."), "link_ended")
        _record(by, "vendor_link_revoked", link, {})
    return ended


def _end(invitation: InvitedVendor) -> VendorLink | None:
    link = VendorLink.objects.filter(invitation=invitation, revoked_at=None).first()
    if link is not None:
        link.revoked_at = database_now()
        link.save(update_fields=["revoked_at"])
    return link


def _answer_due(invitation: InvitedVendor) -> datetime | None:
    """Until when the vendor can answer a question about its price, if it has one."""
    waiting = PriceJustification.objects.awaited().filter(
        offer__quote__tender=invitation.tender, offer__quote__vendor=invitation.vendor
    )
    last: datetime | None = waiting.aggregate(last=Max("due_at"))["last"]
    return last


def _check_purpose(tender: Tender, asked: datetime | None) -> None:
    if tender.stage in BEFORE_SCORING or asked is not None:
        return
    raise RuleBrokenError(
        _("Quotes are no longer taken, and the vendor is asked nothing."),
        "link_without_purpose",
    )


def _check_expiry(tender: Tender, ends: datetime, asked: datetime | None) -> None:
    if ends <= database_now():
        raise RuleBrokenError(
            _("The end must lie ahead."), "link_expiry_past", "expires_at"
        )
    if asked is not None and ends <= asked:
        return
    if not tender.accepts_late_quotes and ends > tender.due_now:
        raise RuleBrokenError(
            _("The link can't outlast the deadline: late quotes are not taken in."),
            "link_outlasts_deadline",
            "expires_at",
        )
    if ends > tender.due_now + LONGEST_AFTER_DEADLINE:
        raise RuleBrokenError(
            _("The link ends at most %(days)s days after the deadline.")
            % {"days": LONGEST_AFTER_DEADLINE.days},
            "link_expiry_late",
            "expires_at",
        )


def _record(
    by: User, action: str, link: VendorLink, details: dict[str, object]
) -> None:
    invitation = link.invitation
    record(
        by=by,
        action=action,
        subject=invitation.tender,
        details={"vendor": invitation.vendor.name, "link": link.uuid} | details,
        tender=invitation.tender.uuid,
    )
