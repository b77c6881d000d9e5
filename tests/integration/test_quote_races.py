"""Two officers at once: one stated result each; unlocked twins show the race."""

import contextlib
import time
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import IntegrityError, transaction

from catalog.models import Quote, QuoteRound, Tender
from catalog.services import quote_files, quotes
from catalog.services.quote_files import import_quote
from catalog.services.quote_terms import ImportChoices
from catalog.services.quotes import record_quote
from catalog.services.rounds import RoundTerms, begin_round
from catalog.services.vendor_door.quotes import stage_vendor_file, submit_vendor_file
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.permissions import Stage, require
from tests.catalog.services.test_quote_files import file
from tests.catalog.services.test_quotes import make_terms
from tests.concurrency import Waiting, together
from tests.factories import make_quote, make_vendor
from tests.vendors import make_guest, vendor_file

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def quoting(tender) -> Tender:
    """Sealed, of the reference that the sample file names; due in two days."""
    tender.reference, tender.is_sealed = "EV-2026-014", True
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender


def unlocked_tender(by, action, tender):
    """What the services would read without the lock of the tender's row."""
    row = Tender.objects.get(pk=tender.pk)
    require(by, action, row)
    return row


def without_the_lock(monkeypatch):
    for module in (quote_files, quotes):
        monkeypatch.setattr(module, "locked_tender", unlocked_tender)


def meeting_after_the_check(monkeypatch):
    """Let both imports look for the file before either of them writes, if they can."""
    check, both = quote_files._check_new, Barrier(2)

    def check_and_wait(*words, **options):
        check(*words, **options)
        with contextlib.suppress(BrokenBarrierError):
            both.wait(timeout=1)

    monkeypatch.setattr(quote_files, "_check_new", check_and_wait)


def imports_at_once(people, tender) -> list[object]:
    vendor = make_vendor()
    choices = ImportChoices(vendor=vendor, skus={}, replaces_current=True)

    def call(person):
        try:
            import_quote(by=person, tender=tender, file=file(), choices=choices)
        except IntegrityError:
            return "refused by the database only"
        return "recorded"

    return together(*(lambda p=person: call(p) for person in people))


def test_the_same_file_at_once_is_one_quote_and_the_second_is_told(
    officer, second_officer, quoting, monkeypatch
):
    meeting_after_the_check(monkeypatch)

    outcomes = imports_at_once((officer, second_officer), quoting)

    assert sorted(outcomes) == ["duplicate_file", "recorded"]
    assert Quote.objects.count() == 1
    entries = AuditEntry.objects.values_list("action", "chain__name")
    assert list(entries) == [("sealed_quote_recorded", f"sealed-{quoting.uuid.hex}")]


def test_without_the_lock_the_second_is_told_nothing(
    officer, second_officer, quoting, monkeypatch
):
    """The control: both find the file new, and only a constraint stops the second."""
    without_the_lock(monkeypatch)
    meeting_after_the_check(monkeypatch)

    outcomes = imports_at_once((officer, second_officer), quoting)

    assert sorted(outcomes) == ["recorded", "refused by the database only"]


def due_soon(tender) -> None:
    deadline = database_now() + timedelta(seconds=2)
    Tender.objects.filter(pk=tender.pk).update(quote_deadline=deadline)
    tender.refresh_from_db()


def records(person, tender):
    terms = make_terms(make_vendor())
    return lambda: record_quote(by=person, tender=tender, terms=terms).lateness


def wait_until_past(tender) -> None:
    while database_now() <= tender.quote_deadline:
        time.sleep(0.05)


def test_two_who_wait_over_the_deadline_are_both_told_that_it_has_passed(
    officer, second_officer, quoting
):
    """Both pressed in time; the database's clock counts when their turn has come."""
    calls = [Waiting(records(person, quoting)) for person in (officer, second_officer)]
    due_soon(quoting)
    with transaction.atomic():
        Tender.objects.select_for_update().get(pk=quoting.pk)
        for call in calls:
            call.start()
        wait_until_past(quoting)

    assert [call.finish() for call in calls] == ["deadline_passed"] * 2
    assert not Quote.objects.exists()
    notes = AuditEntry.objects.values_list("action", "details")
    assert list(notes) == [("late_quote_refused", {})] * 2


def test_without_the_lock_nobody_waits_for_the_deadline(
    officer, second_officer, quoting, monkeypatch
):
    """The control: the same calls go through while the row is held."""
    without_the_lock(monkeypatch)
    calls = [records(person, quoting) for person in (officer, second_officer)]
    due_soon(quoting)
    with transaction.atomic():
        Tender.objects.select_for_update(no_key=True).get(pk=quoting.pk)
        outcomes = together(*calls)

    assert outcomes == ["in_time", "in_time"]


def test_two_quotes_in_the_deadlines_second_have_one_stated_result_each(
    officer, second_officer, quoting
):
    calls = [records(person, quoting) for person in (officer, second_officer)]
    due_soon(quoting)
    time.sleep(1.9)

    outcomes = together(*calls)

    assert set(outcomes) <= {"in_time", "deadline_passed"}
    kept = Quote.objects.values_list("received_at", "lateness")
    assert len(kept) == outcomes.count("in_time")
    assert all(at <= quoting.quote_deadline for at, _lateness in kept)
    refused = AuditEntry.objects.filter(action="late_quote_refused")
    assert refused.count() == outcomes.count("deadline_passed")


@pytest.fixture
def final(officer, quoting) -> QuoteRound:
    """Round 2 of two vendors whose quotes of round 1 are open."""
    quoting.quote_deadline = database_now() - timedelta(days=2)
    quoting.opened_at = database_now() - timedelta(days=1)
    quoting.stage = Stage.EVIDENCE
    quoting.save()
    vendors = [make_vendor(), make_vendor()]
    for vendor in vendors:
        make_quote(quoting, vendor=vendor)
    terms = RoundTerms(
        number=2,
        reason="Best and final offers",
        deadline=database_now() + timedelta(days=3),
        vendors=vendors,
    )
    return begin_round(by=officer, tender=quoting, terms=terms)


def submissions(tender, final):
    """What both vendors do at their own doors, with a file that waits there."""
    calls = []
    for invitation in final.invitations.all():
        guest = make_guest(
            tender,
            invitation.vendor,
            round=2,
            expires_at=database_now() + timedelta(days=1),
        )
        staged = stage_vendor_file(by=guest, file=vendor_file(round_number=2))
        calls.append(lambda g=guest, s=staged: submit_vendor_file(by=g, staged=s))
    return calls


def ends_in(final, seconds) -> None:
    final.deadline = database_now() + timedelta(seconds=seconds)
    final.save()


def test_two_vendors_who_wait_over_the_end_of_round_2_are_told_that_it_has_passed(
    quoting, final
):
    calls = [Waiting(call) for call in submissions(quoting, final)]
    ends_in(final, 2)
    with transaction.atomic():
        Tender.objects.select_for_update().get(pk=quoting.pk)
        for call in calls:
            call.start()
        while database_now() <= final.deadline:
            time.sleep(0.05)

    assert [call.finish() for call in calls] == ["deadline_passed"] * 2
    assert not Quote.objects.filter(round=2).exists()


def test_two_vendors_in_the_last_second_of_round_2_have_one_stated_result_each(
    quoting, final
):
    calls = submissions(quoting, final)
    ends_in(final, 1)
    time.sleep(0.9)

    outcomes = together(*calls)

    refused = [each for each in outcomes if isinstance(each, str)]
    kept = Quote.objects.filter(round=2)
    assert set(refused) <= {"deadline_passed"}
    assert kept.count() == 2 - len(refused)
    assert all(quote.received_at <= final.deadline for quote in kept)
