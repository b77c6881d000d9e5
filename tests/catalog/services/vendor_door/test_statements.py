"""A vendor's answers: versions, the deadline, and who reads them when."""

from datetime import timedelta
from decimal import Decimal

import pytest

from catalog.models import Recusal, Tender, VendorStatement
from catalog.services.vendor_door.links import revoke_vendor_link
from catalog.services.vendor_door.statements import Answers, record_vendor_statement
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Role
from tests.concurrency import together
from tests.factories import make_tender, make_user, make_vendor
from tests.vendors import make_guest, start_quotes


@pytest.fixture
def hpe(tender):
    start_quotes(tender, is_sealed=True)
    return make_guest(tender, make_vendor(name="HPE", slug="hpe"))


def state(guest, **fields) -> VendorStatement:
    return record_vendor_statement(by=guest, answers=Answers(**fields))


def refused(call) -> str:
    with pytest.raises(RuleBrokenError) as refusal:
        call()
    return refusal.value.code


def test_answers_are_kept_as_given_and_what_is_not_stated_stays_empty(hpe):
    state(hpe, cover_hours_per_day=24, onsite_hours_tier_2=Decimal("8.5"), driver="580")

    row = VendorStatement.objects.get()
    assert (row.cover_hours_per_day, row.onsite_hours_tier_2) == (24, Decimal("8.5"))
    assert (row.diagnosis_minutes, row.onsite_hours_tier_1) == (None, None)
    assert (row.version, row.is_current, row.is_late) == (1, True, False)
    assert (row.vendor, row.tender, row.link) == (hpe.vendor, hpe.tender, hpe.link)


def test_other_answers_make_a_version_and_the_same_ones_none(hpe):
    first = state(hpe, diagnosis_minutes=30)
    assert state(hpe, diagnosis_minutes=30) == first

    second = state(hpe, diagnosis_minutes=15)

    first.refresh_from_db()
    assert (first.is_current, second.is_current, second.version) == (False, True, 2)
    assert first.content_sha256 != second.content_sha256


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cover_hours_per_day", 25),
        ("replacement_hours", Decimal(-1)),
        ("notes", "x" * 2001),
    ],
)
def test_answers_out_of_bounds_are_refused_at_their_field(hpe, name, value):
    with pytest.raises(RuleBrokenError) as refusal:
        state(hpe, **{name: value})

    assert refusal.value.field == name
    assert not VendorStatement.objects.exists()


@pytest.mark.parametrize("accepts", [False, True])
def test_after_the_deadline_they_are_refused_or_marked(hpe, accepts):
    Tender.objects.update(
        quote_deadline=database_now() - timedelta(seconds=1),
        accepts_late_quotes=accepts,
    )

    if accepts:
        assert state(hpe, driver="1").is_late
    else:
        assert refused(lambda: state(hpe, driver="1")) == "deadline_passed"
        assert not VendorStatement.objects.exists()


def test_a_revoked_link_takes_no_answers(hpe, officer):
    revoke_vendor_link(by=officer, link=hpe.link)

    assert refused(lambda: state(hpe, driver="1")) == "link_ended"
    assert not VendorStatement.objects.exists()


def test_they_are_as_sealed_as_the_quote(
    hpe, officer, approver, evaluator, outsider, auditor
):
    row = state(hpe, driver="580")

    def readers():
        people = (officer, approver, evaluator, outsider, auditor)
        seen = VendorStatement.objects
        return [person.name for person in people if row in seen.visible_to(person)]

    assert readers() == []
    Tender.objects.update(opened_at=database_now())
    assert readers() == []
    Tender.objects.update(quote_deadline=database_now())
    assert readers() == ["Helena Brandt", "Marta Kowalska"]
    Tender.objects.update(prices_released_at=database_now())
    assert readers() == ["Helena Brandt", "Marta Kowalska", "Chen Wei"]
    Recusal.objects.create(
        tender=hpe.tender,
        user=evaluator,
        vendor=hpe.vendor,
        reason="x",
        recorded_by=officer,
    )
    assert readers() == ["Helena Brandt", "Marta Kowalska"]


def test_an_officer_of_another_evaluation_reads_none(hpe):
    other = make_user("Other", Role.PROCUREMENT_OFFICER)
    make_tender(officer=other)
    Tender.objects.update(is_sealed=False)
    state(hpe, driver="580")

    assert not VendorStatement.objects.visible_to(other).exists()


def test_the_sealed_chain_tells_their_hash_and_no_answer(hpe):
    row = state(hpe, penalties="2 % a day")

    entry = AuditEntry.objects.latest("pk")
    assert entry.chain.name == f"sealed-{hpe.tender.uuid.hex}"
    assert entry.action == "sealed_statement_recorded"
    assert entry.details == {
        "statement": str(row.uuid),
        "version": 1,
        "content_sha256": row.content_sha256,
    }


@pytest.mark.django_db(transaction=True)
def test_two_versions_at_once_get_a_number_each(hpe):
    outcomes = together(lambda: state(hpe, driver="1"), lambda: state(hpe, driver="2"))

    assert sorted(outcome.version for outcome in outcomes) == [1, 2]
    assert VendorStatement.objects.filter(is_current=True).count() == 1
