"""The panel of a tender: who holds which role; nobody holds two."""

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Tender, TenderMember
from catalog.models.tenders import TENDER_ROLES
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import ROLE_NAMES, Action, Role, require


def add_member(*, by: User, tender: Tender, user: User, role: Role) -> TenderMember:
    """Give a person their one role; preparing, scoring and approving stay apart."""
    require(by, Action.MANAGE_PANEL, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.MANAGE_PANEL, tender)
        _check_person(row, user, role)
        member = TenderMember(tender=row, user=user, role=role)
        check_row(member)
        member.save()
        record(
            by=by,
            action="member_added",
            subject=row,
            details={"user": user.uuid, "name": user.name, "role": role},
            tender=row.uuid,
        )
    return member


def remove_member(*, by: User, member: TenderMember) -> None:
    """Take a role away; the last officer stays."""
    require(by, Action.MANAGE_PANEL, member.tender)
    with transaction.atomic():
        row = locked_tender(by, Action.MANAGE_PANEL, member.tender)
        officers = row.members.filter(role=Role.OFFICER).exclude(pk=member.pk)
        if member.role == Role.OFFICER and not officers.exists():
            raise RuleBrokenError(
                _("An evaluation keeps at least one officer."), "last_officer", "role"
            )
        row.members.filter(pk=member.pk).delete()
        record(
            by=by,
            action="member_removed",
            subject=row,
            details={
                "user": member.user.uuid,
                "name": member.user.name,
                "role": member.role,
            },
            tender=row.uuid,
        )


def _check_person(tender: Tender, user: User, role: Role) -> None:
    if role not in TENDER_ROLES:
        raise RuleBrokenError(
            _("This is no role inside an evaluation."), "role_unknown", "role"
        )
    if not user.is_active:
        raise RuleBrokenError(
            _("%(name)s can no longer sign in.") % {"name": user.name},
            "user_inactive",
            "user",
        )
    held = tender.members.filter(user=user).values_list("role", flat=True).first()
    if held is not None:
        raise RuleBrokenError(
            _(
                "%(name)s is already %(role)s. One person holds one role: who prepares "
                "or scores neither approves nor sees more than the role shows."
            )
            % {"name": user.name, "role": ROLE_NAMES[Role(held)]},
            "role_held",
            "user",
        )
    if role == Role.OFFICER and Role.PROCUREMENT_OFFICER not in user.organisation_roles:
        raise RuleBrokenError(
            _("%(name)s is not a procurement officer of the organisation.")
            % {"name": user.name},
            "not_an_officer",
            "user",
        )
