"""The buttons of the overview: the next step, cancelling, reopening."""

from datetime import timedelta

from django.urls import reverse

from catalog.models import Tender
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.factories import at_stage, make_criteria


def page(tender, name="stage-move") -> str:
    return reverse(f"scoring:{name}", kwargs={"reference": tender.reference})


def overview(browser, tender) -> str:
    return browser.get(page(tender, "evaluation-detail")).content.decode()


def move_deadline(tender, **when) -> None:
    tender.quote_deadline = database_now() + timedelta(**when)
    tender.save()


def test_the_next_step_is_a_button_once_nothing_stands_in_its_way(
    signed_in, officer, tender
):
    make_criteria(tender)
    move_deadline(tender, seconds=-1)
    browser = signed_in(officer)

    blocked = overview(browser, tender)
    assert "The deadline for quotes has passed; set a later one first." in blocked
    assert "Move to Quotes" not in blocked
    refused = browser.post(page(tender), {"to": "quotes"}, follow=True)
    assert "set a later one first" in refused.content.decode()

    move_deadline(tender, days=5)
    assert "Move to Quotes" in overview(browser, tender)
    browser.post(page(tender), {"to": "quotes"})
    assert Tender.objects.get().stage == Stage.QUOTES


def test_a_step_that_is_none_is_refused_and_changes_nothing(signed_in, officer, tender):
    make_criteria(tender)
    browser = signed_in(officer)
    before = AuditEntry.objects.count()

    assert browser.post(page(tender), {"to": "published"}).status_code == 409
    assert browser.post(page(tender), {"to": "moon"}).status_code == 422
    assert browser.post(page(tender)).status_code == 422
    assert browser.get(page(tender)).status_code == 405
    assert Tender.objects.get().stage == Stage.SETUP
    assert AuditEntry.objects.count() == before


def test_others_see_no_step_and_take_none(
    signed_in, tender, evaluator, approver, observer, outsider
):
    make_criteria(tender)

    for person in (evaluator, approver, observer):
        browser = signed_in(person)
        assert "Next step" not in overview(browser, tender)
        for name in ("stage-move", "evaluation-cancel", "evaluation-reopen"):
            sent = {"to": "quotes", "reason": "why"}
            assert browser.post(page(tender, name), sent).status_code == 403
    assert signed_in(outsider).post(page(tender)).status_code == 404
    assert Tender.objects.get().stage == Stage.SETUP


def test_it_is_cancelled_with_a_reason(signed_in, officer, tender):
    make_criteria(tender)
    browser = signed_in(officer)
    target = page(tender, "evaluation-cancel")
    assert browser.get(target).status_code == 200

    assert browser.post(target, {"reason": " "}).status_code == 422
    assert browser.post(target, {"reason": "No budget"}).status_code == 302

    assert Tender.objects.get().stage == Stage.CANCELLED
    assert "This evaluation was cancelled." in overview(browser, tender)
    assert browser.post(target, {"reason": "again"}).status_code == 409


def test_a_published_one_is_reopened_with_a_reason(signed_in, officer, tender):
    make_criteria(tender)
    browser = signed_in(officer)
    target = page(tender, "evaluation-reopen")
    assert browser.post(target, {"reason": "too soon"}).status_code == 409

    at_stage(tender, Stage.PUBLISHED)
    assert "Reopen the evaluation" in overview(browser, tender)
    browser.post(target, {"reason": "A wrong rate"})

    assert Tender.objects.get().stage == Stage.DECISION
