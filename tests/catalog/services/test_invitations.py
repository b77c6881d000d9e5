"""Vendors are invited; an invitation is withdrawn during set-up only."""

import pytest

from catalog.models import InvitedVendor
from catalog.services.invitations import invite_vendor, withdraw_invitation
from catalog.services.vendor_door.statements import Answers, record_vendor_statement
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from tests.factories import make_vendor
from tests.vendors import make_guest, start_quotes


def test_officer_invites_a_vendor_once(officer, tender):
    dell = make_vendor(name="Dell")

    invite_vendor(by=officer, tender=tender, vendor=dell)

    with pytest.raises(RuleBrokenError, match="Dell is invited already"):
        invite_vendor(by=officer, tender=tender, vendor=dell)
    assert InvitedVendor.objects.get().vendor == dell


def test_a_retired_vendor_is_not_invited(officer, tender):
    with pytest.raises(RuleBrokenError, match="no longer active"):
        invite_vendor(by=officer, tender=tender, vendor=make_vendor(is_active=False))


def test_evaluator_invites_nobody(evaluator, tender):
    with pytest.raises(PermissionRefusedError):
        invite_vendor(by=evaluator, tender=tender, vendor=make_vendor())

    assert not InvitedVendor.objects.exists()


def test_invitation_is_withdrawn_in_setup_and_stays_after_it(officer, tender):
    first = invite_vendor(by=officer, tender=tender, vendor=make_vendor())
    second = invite_vendor(by=officer, tender=tender, vendor=make_vendor())

    withdraw_invitation(by=officer, invitation=first)
    tender.stage = Stage.QUOTES
    tender.save()
    second.tender.refresh_from_db()

    with pytest.raises(RuleBrokenError, match="only during set-up"):
        withdraw_invitation(by=officer, invitation=second)
    assert InvitedVendor.objects.get() == second


def test_an_invitation_that_was_answered_stays_even_in_setup(officer, tender):
    start_quotes(tender)
    guest = make_guest(tender)
    record_vendor_statement(by=guest, answers=Answers(driver="580"))
    tender.stage = Stage.SETUP
    tender.save()
    before = AuditEntry.objects.count()

    with pytest.raises(RuleBrokenError, match="has answered") as refusal:
        withdraw_invitation(by=officer, invitation=guest.link.invitation)
    assert refusal.value.code == "invitation_stays"
    assert InvitedVendor.objects.get() == guest.link.invitation
    assert AuditEntry.objects.count() == before
