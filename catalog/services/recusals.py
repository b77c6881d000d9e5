"""Conflicts of interest: record one, or take it back."""

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Recusal, Tender, Vendor
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, Role, require


def record_recusal(
    *, by: User, tender: Tender, user: User, vendor: Vendor, reason: str
) -> Recusal:
    """Cut an evaluator off from a vendor on every path of this evaluation."""
    require(by, Action.MANAGE_PANEL, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.MANAGE_PANEL, tender)
        if not row.members.filter(user=user, role=Role.EVALUATOR).exists():
            raise RuleBrokenError(
                _("%(name)s is no evaluator here.") % {"name": user.name},
                "not_an_evaluator",
                "user",
            )
        recusal = Recusal(
            tender=row, user=user, vendor=vendor, reason=reason.strip(), recorded_by=by
        )
        check_row(recusal)
        recusal.save()
        _record(by, "recusal_recorded", recusal)
    return recusal


def remove_recusal(*, by: User, recusal: Recusal) -> None:
    """Take a recusal back, for instance one recorded by mistake.

    The evaluator has to declare about the vendor anew before scoring it.
    """
    require(by, Action.MANAGE_PANEL, recusal.tender)
    with transaction.atomic():
        locked_tender(by, Action.MANAGE_PANEL, recusal.tender)
        _record(by, "recusal_removed", recusal)
        said = recusal.tender.declarations.filter(vendor=recusal.vendor)
        said.filter(user=recusal.user).delete()
        recusal.delete()


def _record(by: User, action: str, recusal: Recusal) -> None:
    record(
        by=by,
        action=action,
        subject=recusal.tender,
        details={
            "user": recusal.user.uuid,
            "name": recusal.user.name,
            "vendor": recusal.vendor.name,
            "reason": recusal.reason,
        },
        tender=recusal.tender.uuid,
    )
