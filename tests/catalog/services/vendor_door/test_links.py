"""Links of vendors: made, renewed and revoked by officers, bounded by the deadline."""

from datetime import timedelta

import pytest

from catalog.models import Tender, VendorLink
from catalog.services.vendor_door.links import (
    LinkTerms,
    make_vendor_link,
    revoke_vendor_link,
)
from procurement.accounts.services.tokens import digest_of
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from tests.concurrency import together
from tests.factories import make_vendor


@pytest.fixture
def invitation(tender):
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender.invitations.create(vendor=make_vendor(name="HPE"))


def terms(invitation, **fields) -> LinkTerms:
    defaults = {
        "email": "bids@hpe.example",
        "expires_at": invitation.tender.quote_deadline,
    }
    return LinkTerms(**(defaults | fields))


def make(by, invitation, **fields):
    return make_vendor_link(
        by=by, invitation=invitation, terms=terms(invitation, **fields)
    )


def test_the_secret_is_given_once_and_only_its_keyed_digest_is_stored(
    officer, invitation
):
    link, secret = make(officer, invitation)

    assert len(secret) == len("gpv_") + 43
    assert secret.startswith("gpv_")
    assert link.digest == digest_of(secret)
    stored = " ".join(str(value) for value in VendorLink.objects.values_list()[0])
    assert secret not in stored
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor_name) == ("vendor_link_made", officer.name)
    assert entry.details == {
        "vendor": "HPE",
        "link": str(link.uuid),
        "email": "bids@hpe.example",
        "expires_at": entry.details["expires_at"],
        "round": 1,
        "replaces": None,
    }


def test_another_link_ends_the_one_before(officer, invitation):
    first, _secret = make(officer, invitation)
    second, _secret = make(officer, invitation)

    first.refresh_from_db()
    assert first.revoked_at is not None
    assert VendorLink.objects.usable().get() == second
    details = AuditEntry.objects.latest("pk").details
    assert details["replaces"] == str(first.uuid)


def test_a_revoked_link_is_ended_for_good(officer, invitation):
    link, _secret = make(officer, invitation)

    revoke_vendor_link(by=officer, link=link)

    assert not VendorLink.objects.usable().exists()
    with pytest.raises(RuleBrokenError) as refusal:
        revoke_vendor_link(by=officer, link=link)
    assert refusal.value.code == "link_ended"
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert list(actions) == ["vendor_link_made", "vendor_link_revoked"]


@pytest.mark.parametrize(
    ("accepts", "days", "code"),
    [
        (False, 2, None),
        (False, 3, "link_outlasts_deadline"),
        (True, 3, None),
        (True, 92, None),
        (True, 93, "link_expiry_late"),
        (True, -1, "link_expiry_past"),
    ],
)
def test_the_end_of_a_link_is_bounded_by_the_deadline(
    officer, invitation, accepts, days, code
):
    invitation.tender.accepts_late_quotes = accepts
    invitation.tender.save()
    ends = invitation.tender.quote_deadline + timedelta(days=days - 2)

    try:
        make(officer, invitation, expires_at=ends)
        found = None
    except RuleBrokenError as refusal:
        found = refusal.code

    assert found == code
    assert VendorLink.objects.exists() is (code is None)


@pytest.mark.parametrize(
    "email",
    [
        "",
        "nobody",
        "bids@hpe.example\nBcc: thief@evil.example",
        "bids@hpe.example\r\n\r\nHello",
        "bids@hpe.example, thief@evil.example",
        "bids@hpe.example;thief@evil.example",
    ],
)
def test_the_address_is_one_mailbox_and_no_header(officer, invitation, email):
    with pytest.raises(RuleBrokenError) as refusal:
        make(officer, invitation, email=email)

    assert refusal.value.field == "email"
    assert not VendorLink.objects.exists()


def test_only_officers_make_and_revoke_links(
    officer, evaluator, approver, observer, outsider, invitation
):
    link, _secret = make(officer, invitation)

    for person in (evaluator, approver, observer, outsider):
        with pytest.raises(PermissionRefusedError):
            make(person, invitation)
        with pytest.raises(PermissionRefusedError):
            revoke_vendor_link(by=person, link=link)
    assert VendorLink.objects.usable().get() == link


@pytest.mark.parametrize("stage", [Stage.SCORING, Stage.PUBLISHED, Stage.CANCELLED])
def test_no_link_is_made_once_quotes_are_over(officer, invitation, stage):
    Tender.objects.update(stage=stage)
    invitation.tender.refresh_from_db()

    with pytest.raises(RuleBrokenError):
        make(officer, invitation)
    assert not VendorLink.objects.exists()


def test_a_link_opens_nothing_before_quotes_are_asked_for(officer, invitation):
    Tender.objects.update(stage=Stage.SETUP)
    invitation.tender.refresh_from_db()
    make(officer, invitation)

    assert not VendorLink.objects.usable().exists()
    Tender.objects.update(stage=Stage.QUOTES)
    assert VendorLink.objects.usable().exists()


@pytest.mark.django_db(transaction=True)
def test_two_officers_who_renew_at_once_leave_one_usable_link(
    officer, second_officer, invitation
):
    outcomes = together(
        lambda: make(officer, invitation), lambda: make(second_officer, invitation)
    )

    assert all(isinstance(outcome, tuple) for outcome in outcomes)
    assert VendorLink.objects.count() == 2
    assert VendorLink.objects.usable().count() == 1
