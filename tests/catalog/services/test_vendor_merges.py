"""A duplicate vendor is merged: all moves, nothing sealed shows, history stays."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from catalog.models import (
    Depot,
    InvitedVendor,
    Quote,
    Recusal,
    RiskFlag,
    ServiceLevel,
    Vendor,
    VendorAlias,
    VendorLink,
    VendorStatement,
)
from catalog.selectors.vendor_merges import merge_plan
from catalog.services.vendor_merges import merge_vendors
from catalog.services.vendors import create_vendor
from procurement.audit.models import AuditEntry
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import PermissionRefusedError, Role, Stage
from scoring.models import Candidate, Decision
from scoring.selectors.search import search
from tests.factories import (
    add_member,
    make_candidate,
    make_manufacturer,
    make_quote,
    make_round,
    make_tender,
    make_user,
    make_vendor,
)


@pytest.fixture
def kept(db):
    return make_vendor(name="HPE", slug="hpe", strengths="Fast", country="US")


@pytest.fixture
def old(db):
    return make_vendor(
        name="Hewlett Packard", slug="hp", strengths="Fast\nCheap", name_zh="慧与"
    )


def merge(by, kept, merged):
    plan = merge_plan(kept=kept, merged=merged, user=by)
    return merge_vendors(by=by, kept=kept, merged=merged, seen=plan.version)


def sealed_tender(**fields):
    deadline = datetime(2099, 1, 1, tzinfo=UTC)
    return make_tender(is_sealed=True, quote_deadline=deadline, stage=Stage.QUOTES)


def make_link(invitation):
    return VendorLink.objects.create(
        invitation=invitation,
        email="x@y.example",
        digest=invitation.vendor.slug,
        created_by=invitation.tender.created_by,
        expires_at=timezone.now(),
    )


def test_everything_of_the_vendor_moves(editor, officer, evaluator, tender, kept, old):
    quote = make_quote(tender, vendor=old)
    candidate = make_candidate(make_tender(), vendor=old)
    InvitedVendor.objects.create(tender=tender, vendor=old)
    Recusal.objects.create(
        tender=tender, user=evaluator, vendor=old, reason="x", recorded_by=officer
    )
    for vendor in (kept, old):
        ServiceLevel.objects.create(vendor=vendor, name="Gold")
        vendor.contacts.create(name=f"of {vendor.slug}", is_first=True)
    Depot.objects.create(vendor=old, city="Kassel", country="DE")
    RiskFlag.objects.create(vendor=old, text="late", raised_on=timezone.localdate())
    old.manufacturers.add(make_manufacturer(name="HPE Works"))

    merge(editor, kept, old)

    assert list(Vendor.objects.all()) == [kept]
    kept.refresh_from_db()
    assert Quote.objects.get(pk=quote.pk).vendor == kept
    assert Candidate.objects.get(pk=candidate.pk).vendor == kept
    assert Recusal.objects.get().vendor == InvitedVendor.objects.get().vendor == kept
    levels = kept.service_levels.order_by("name").values_list("name", flat=True)
    assert list(levels) == ["Gold", "Gold (2)"]
    contacts = kept.contacts.order_by("name").values_list("name", "is_first")
    assert list(contacts) == [("of hp", False), ("of hpe", True)]
    assert kept.depots.get().city == "Kassel"
    assert kept.risk_flags.get().text == "late"
    assert kept.manufacturers.get().name == "HPE Works"
    assert (kept.name, kept.name_zh, kept.country) == ("HPE", "慧与", "US")
    assert kept.strengths == "Fast\nCheap"


def test_the_old_name_key_and_address_stay_with_the_kept_vendor(editor, kept, old):
    merge(editor, kept, old)

    alias = VendorAlias.objects.get()
    assert (alias.vendor, alias.slug, alias.name) == (kept, "hp", "Hewlett Packard")
    assert (alias.uuid, alias.merged_by) == (old.uuid, editor)
    [group] = search(editor, "hewlett").groups
    assert [(hit.title, hit.url) for hit in group.hits] == [("HPE", "/vendors/hpe/")]
    assert create_vendor(by=editor, values={"name": "HP"}).slug == "hp-2"


def test_a_vendor_that_was_merged_into_can_be_merged_itself(editor, kept, old):
    merge(editor, kept, old)
    third = make_vendor(name="HPE Group", slug="group")

    merge(editor, third, kept)

    rows = VendorAlias.objects.order_by("slug").values_list("slug", "vendor__slug")
    assert list(rows) == [("hp", "group"), ("hpe", "group")]


def test_the_audit_tells_the_organisation_and_the_evaluation(editor, tender, kept, old):
    InvitedVendor.objects.create(tender=tender, vendor=old)
    Depot.objects.create(vendor=old, city="Kassel", country="DE")

    merge(editor, kept, old)

    names = {"was": "Hewlett Packard", "vendor": "HPE"}
    entries = AuditEntry.objects.filter(action="vendors_merged")
    told = {entry.chain.name: entry.details for entry in entries}
    assert told == {
        str(tender.uuid): names,
        "organisation": names
        | {
            "uuid": str(old.uuid),
            "moved": {
                "service_levels": 0,
                "depots": 1,
                "risk_flags": 0,
                "contacts": 0,
                "files": 0,
                "makers": 0,
            },
        },
    }


def test_two_quotes_of_one_round_refuse_the_merge_and_nothing_changes(
    editor, tender, kept, old
):
    make_quote(tender, vendor=kept)
    make_quote(tender, vendor=old)
    Depot.objects.create(vendor=old, city="Kassel", country="DE")

    plan = merge_plan(kept=kept, merged=old, user=editor)
    assert plan.refusals == [
        "Both quoted in the same round of an evaluation that is not open to you."
    ]
    with pytest.raises(RuleBrokenError, match="same round"):
        merge(editor, kept, old)

    assert Vendor.objects.count() == 2
    assert old.depots.count() == 1
    assert not AuditEntry.objects.filter(action="vendors_merged").exists()


def test_the_evaluation_is_named_to_those_inside(editor, tender, kept, old):
    add_member(tender, editor, Role.OBSERVER)
    make_quote(tender, vendor=kept)
    make_quote(tender, vendor=old)

    [refusal] = merge_plan(kept=kept, merged=old, user=editor).refusals

    assert refusal == f"Both quoted in the same round of {tender.reference}."


def test_quotes_of_different_rounds_come_together(editor, tender, kept, old):
    make_quote(tender, vendor=kept, round=1)
    make_quote(tender, vendor=old, round=2)

    merge(editor, kept, old)

    rounds = kept.quotes.order_by("round").values_list("round", flat=True)
    assert list(rounds) == [1, 2]


def test_two_statements_refuse_the_merge(editor, tender, kept, old):
    for vendor in (kept, old):
        invitation = InvitedVendor.objects.create(tender=tender, vendor=vendor)
        link = make_link(invitation)
        VendorStatement.objects.create(
            tender=tender, vendor=vendor, link=link, received_at=timezone.now()
        )

    with pytest.raises(RuleBrokenError, match="statements"):
        merge(editor, kept, old)


@pytest.mark.parametrize("are_invited", [True, False])
def test_a_seal_refuses_the_merge_whether_or_not_they_quoted(
    editor, kept, old, are_invited
):
    tender = sealed_tender()
    if are_invited:
        for vendor in (kept, old):
            InvitedVendor.objects.create(tender=tender, vendor=vendor)
    before = merge_plan(kept=kept, merged=old, user=editor)
    assert ["sealed quotes" in refusal for refusal in before.refusals] == [True]

    make_quote(tender, vendor=kept)
    make_quote(tender, vendor=old)

    assert merge_plan(kept=kept, merged=old, user=editor) == before
    with pytest.raises(RuleBrokenError, match="after the opening"):
        merge(editor, kept, old)


def test_a_sealed_quote_moves_and_leaves_no_trace_in_plan_or_audit(editor, kept, old):
    tender = sealed_tender()
    InvitedVendor.objects.create(tender=tender, vendor=old)
    before = merge_plan(kept=kept, merged=old, user=tender.created_by)
    quote = make_quote(tender, vendor=old)
    assert merge_plan(kept=kept, merged=old, user=tender.created_by) == before

    merge(editor, kept, old)

    assert Quote.objects.get(pk=quote.pk).vendor == kept
    details = AuditEntry.objects.get(chain__name="organisation").details
    assert "quotes" not in str(details)


def test_before_quotes_are_asked_for_a_seal_does_not_matter(editor, kept, old):
    tender = sealed_tender()
    tender.stage = Stage.SETUP
    tender.save()
    for vendor in (kept, old):
        InvitedVendor.objects.create(tender=tender, vendor=vendor)

    merge(editor, kept, old)

    assert InvitedVendor.objects.get().vendor == kept


def test_of_two_invitations_one_stays_with_one_working_link(editor, tender, kept, old):
    for vendor in (kept, old):
        invitation = InvitedVendor.objects.create(tender=tender, vendor=vendor)
        make_link(invitation)

    merge(editor, kept, old)

    links = InvitedVendor.objects.get().links.order_by("digest")
    ended = [(link.digest, link.revoked_at is not None) for link in links]
    assert ended == [("hp", True), ("hpe", False)]


def test_a_round_to_which_the_old_vendor_was_invited_goes_on_for_the_kept_one(
    editor, tender, kept, old
):
    InvitedVendor.objects.create(tender=tender, vendor=kept)
    further = make_round(tender, [old])

    merge(editor, kept, old)

    assert [each.vendor for each in further.invitations.all()] == [kept]


def test_a_recusal_from_both_stays_once(editor, officer, evaluator, tender, kept, old):
    for vendor in (kept, old):
        Recusal.objects.create(
            tender=tender,
            user=evaluator,
            vendor=vendor,
            reason="x",
            recorded_by=officer,
        )

    merge(editor, kept, old)

    assert Recusal.objects.get().vendor == kept


def test_a_plan_that_changed_since_is_not_carried_out(editor, kept, old):
    seen = merge_plan(kept=kept, merged=old, user=editor).version
    Depot.objects.create(vendor=old, city="Kassel", country="DE")

    with pytest.raises(ConflictError):
        merge_vendors(by=editor, kept=kept, merged=old, seen=seen)

    assert Vendor.objects.count() == 2


def test_a_vendor_is_not_merged_into_itself(editor, kept):
    with pytest.raises(RuleBrokenError, match="itself"):
        merge(editor, kept, kept)


def test_only_editors_merge(officer, kept, old):
    with pytest.raises(PermissionRefusedError):
        merge(officer, kept, old)

    assert Vendor.objects.count() == 2


def test_a_frozen_version_keeps_the_old_name(published):
    editor = make_user("Edith", Role.CATALOGUE_EDITOR)
    old = published.candidates["D"].vendor
    name = old.name
    before = Decision.objects.get()
    kept = make_vendor(name="The Merged One")

    merge(editor, kept, old)

    after = Decision.objects.get()
    assert after.snapshot == before.snapshot
    assert name in str(after.snapshot)
    assert "The Merged One" not in str(after.snapshot)
    assert Candidate.objects.get(pk=published.candidates["D"].pk).vendor == kept
