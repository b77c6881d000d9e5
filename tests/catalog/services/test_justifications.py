"""A vendor answers behind its own link, once and in time; officers record letters."""

from datetime import datetime, timedelta

import pytest

from catalog.models import PriceJustification, VendorLink
from catalog.selectors.justifications import own_asks
from catalog.services.justifications import Letter, answer_question, record_answer
from catalog.services.vendor_door.quotes import require_link
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from tests.factories import make_quote, make_vendor
from tests.vendors import make_guest, make_link, start_quotes


@pytest.fixture
def hpe(tender, officer):
    """HPE, asked about its quote while the panel scores."""
    start_quotes(tender, accepts_late_quotes=True)
    vendor = make_vendor(name="HPE", slug="hpe")
    quote = make_quote(tender, vendor=vendor)
    PriceJustification.objects.create(
        offer=quote.offers.get(),
        question="Why so low?",
        asked_by=officer,
        asked_at=database_now(),
        due_at=database_now() + timedelta(days=1),
    )
    guest = make_guest(tender, vendor)
    tender.stage = Stage.SCORING
    tender.save()
    return guest


def test_the_answer_is_recorded_as_the_vendors_and_received_now(hpe):
    asked = own_asks(hpe).get()

    answer_question(by=hpe, justification=asked, text=" Own stock. ")

    asked.refresh_from_db()
    assert (asked.answer, asked.link, asked.recorded_by) == (
        "Own stock.",
        hpe.link,
        None,
    )
    assert asked.received_at <= database_now()
    entry = AuditEntry.objects.get(action="justification_answered")
    assert entry.actor_name == "HPE"
    assert "Own stock" not in str(entry.details)


def test_the_link_opens_in_scoring_for_the_answer_alone(hpe):
    assert VendorLink.objects.usable().get() == hpe.link
    with pytest.raises(PermissionRefusedError):
        require_link(hpe)

    answer_question(by=hpe, justification=own_asks(hpe).get(), text="Own stock.")

    assert not VendorLink.objects.usable().exists()


@pytest.mark.parametrize("change", ["due", "answered", "empty"])
def test_what_can_not_be_answered_is_refused(hpe, change):
    asked, text = own_asks(hpe).get(), "Own stock."
    if change == "due":
        # The link outlives the question while quotes are taken.
        PriceJustification.objects.update(
            asked_at=database_now() - timedelta(days=2),
            due_at=database_now() - timedelta(seconds=1),
        )
        hpe.tender.stage = Stage.EVIDENCE
        hpe.tender.save()
    if change == "answered":
        hpe.tender.stage = Stage.EVIDENCE
        hpe.tender.save()
        answer_question(by=hpe, justification=asked, text=text)
    codes = {
        "due": "answer_late",
        "answered": "answered_already",
        "empty": "answer_missing",
    }

    with pytest.raises(RuleBrokenError) as caught:
        answer_question(
            by=hpe, justification=asked, text=" " if change == "empty" else text
        )

    assert caught.value.code == codes[change]


def test_another_vendor_finds_no_question_and_can_not_answer_it(hpe, tender):
    asked = own_asks(hpe).get()
    tender.stage = Stage.EVIDENCE
    tender.save()
    other = make_guest(tender, make_vendor(name="Dell", slug="dell"))

    assert not own_asks(other).exists()
    with pytest.raises(PriceJustification.DoesNotExist):
        answer_question(by=other, justification=asked, text="x")
    asked.refresh_from_db()
    assert asked.answer == ""


def test_a_link_is_made_in_scoring_for_who_is_asked_only(hpe, tender):
    link, _secret = make_link(tender, hpe.vendor, expires_at=own_asks(hpe).get().due_at)
    assert VendorLink.objects.usable().get() == link

    with pytest.raises(RuleBrokenError) as caught:
        make_link(tender, make_vendor(name="Dell", slug="dell"))

    assert caught.value.code == "link_without_purpose"


def test_a_letter_of_the_minute_of_the_question_came_after_it(hpe, officer):
    asked = own_asks(hpe).get()
    PriceJustification.objects.update(asked_at=moment("2026-11-23T10:00:40Z"))
    asked.refresh_from_db()

    with pytest.raises(RuleBrokenError):
        record_answer(
            by=officer,
            justification=asked,
            letter=Letter(text="x", received_at=moment("2026-11-23T09:59:59Z")),
        )
    row = record_answer(
        by=officer,
        justification=asked,
        letter=Letter(text="x", received_at=moment("2026-11-23T10:00:00Z")),
    )

    assert row.received_at == row.asked_at


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
