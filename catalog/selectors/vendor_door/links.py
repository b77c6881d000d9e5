"""What officers see of vendors' links: never whether or how a link was used."""

from dataclasses import dataclass
from datetime import datetime

from catalog.models import InvitedVendor, Tender, VendorLink, VendorStatement
from catalog.selectors.panels import invitations_of
from procurement.clock import database_now
from procurement.permissions import Principal


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """An invited vendor with its latest link and, once opened, its statement."""

    invitation: InvitedVendor
    link: VendorLink | None
    has_ended: bool
    statement: VendorStatement | None


def invited_vendors(tender: Tender, user: Principal) -> tuple[Invited, ...]:
    """The invited vendors by name."""
    now = database_now()
    links: dict[int, VendorLink] = {}
    for link in VendorLink.objects.filter(invitation__tender=tender).order_by("id"):
        links[link.invitation_id] = link
    statements = VendorStatement.objects.visible_to(user)
    current = {
        row.vendor_id: row for row in statements.filter(tender=tender, is_current=True)
    }
    return tuple(
        Invited(
            invitation=row,
            link=links.get(row.pk),
            has_ended=_has_ended(links.get(row.pk), now),
            statement=current.get(row.vendor_id),
        )
        for row in invitations_of(tender)
    )


def _has_ended(link: VendorLink | None, now: datetime) -> bool:
    if link is None:
        return False
    return link.revoked_at is not None or link.expires_at <= now
