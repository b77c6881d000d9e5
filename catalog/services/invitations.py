"""Invite vendors to quote; take an invitation back during set-up."""

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from catalog.models import InvitedVendor, Tender, Vendor
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, Stage, require


def invite_vendor(*, by: User, tender: Tender, vendor: Vendor) -> InvitedVendor:
    """Ask a vendor for a quote."""
    require(by, Action.EDIT_SETUP, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.EDIT_SETUP, tender)
        if not vendor.is_active:
            raise RuleBrokenError(
                _("%(vendor)s is no longer active.") % {"vendor": vendor.name},
                "vendor_inactive",
                "vendor",
            )
        if row.invitations.filter(vendor=vendor).exists():
            raise RuleBrokenError(
                _("%(vendor)s is invited already.") % {"vendor": vendor.name},
                "vendor_invited",
                "vendor",
            )
        invitation = InvitedVendor(tender=row, vendor=vendor)
        check_row(invitation)
        invitation.save()
        _record(by, "vendor_invited", invitation)
    return invitation


def withdraw_invitation(*, by: User, invitation: InvitedVendor) -> None:
    """Take an invitation back; once quotes are asked for it stays."""
    require(by, Action.EDIT_SETUP, invitation.tender)
    with transaction.atomic():
        row = locked_tender(by, Action.EDIT_SETUP, invitation.tender)
        if row.stage != Stage.SETUP:
            raise RuleBrokenError(
                _("An invitation can be withdrawn only during set-up."),
                "invitation_stays",
            )
        _record(by, "invitation_withdrawn", invitation)
        try:
            invitation.delete()
        except ProtectedError as error:
            raise RuleBrokenError(
                _("The vendor has answered this invitation; it stays."),
                "invitation_stays",
            ) from error


def _record(by: User, action: str, invitation: InvitedVendor) -> None:
    record(
        by=by,
        action=action,
        subject=invitation.tender,
        details={"vendor": invitation.vendor.name, "uuid": invitation.vendor.uuid},
        tender=invitation.tender.uuid,
    )
