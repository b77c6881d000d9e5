"""Further rounds on their pages: begun, opened, compared, taken over."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from catalog.models import QuoteLine, QuoteRound
from procurement.permissions import Stage
from scoring.selectors.guards import GUARDS
from scoring.services.candidates import take_offers
from tests.factories import at_stage, make_criteria, make_quote, make_round


@pytest.fixture
def evaluation(tender, officer):
    """One admitted candidate in the stage of evidence, its quote not sealed."""
    make_criteria(tender)
    tender.quote_deadline = timezone.now() - timedelta(days=2)
    tender.save()
    at_stage(tender, Stage.EVIDENCE)
    make_quote(tender)
    take_offers(by=officer, evaluation=tender.evaluation)
    return tender.evaluation


def page(evaluation, name, **words) -> str:
    words = {"reference": evaluation.tender.reference} | words
    return reverse(f"scoring:{name}", kwargs=words)


def final_offer(evaluation, price="200000.00") -> None:
    """The vendor's offer of round 2, whose time is over."""
    vendor = evaluation.candidates.get().vendor
    row = make_round(evaluation.tender, [vendor])
    quote = make_quote(evaluation.tender, vendor=vendor, round=2)
    QuoteLine.objects.filter(offer__quote=quote).update(unit_price=Decimal(price))
    row.deadline = timezone.now() - timedelta(hours=1)
    row.save()


def test_an_officer_begins_a_round_with_the_candidates_vendors(
    signed_in, officer, evaluation
):
    browser = signed_in(officer)
    vendor = evaluation.candidates.get().vendor
    assert vendor.name in browser.get(page(evaluation, "round-list")).content.decode()

    browser.post(
        page(evaluation, "round-list"),
        {
            "number": "2",
            "reason": "Prices lie close",
            "deadline": "2099-01-01T12:00",
            "vendors": [vendor.slug],
        },
    )

    row = QuoteRound.objects.get()
    assert (row.number, row.reason) == (2, "Prices lie close")
    shown = browser.get(page(evaluation, "round-list")).content.decode()
    assert "Round 2 (BAFO)" in shown
    assert "Prices lie close" in shown


def test_a_vendor_that_takes_no_part_is_not_invited(signed_in, officer, evaluation):
    evaluation.candidates.update(admission="withdrawn", admission_reason="x")
    vendor = evaluation.candidates.get().vendor

    answer = signed_in(officer).post(
        page(evaluation, "round-list"),
        {
            "number": "2",
            "reason": "x",
            "deadline": "2099-01-01T12:00",
            "vendors": [vendor.slug],
        },
    )

    assert answer.status_code == 422
    assert not QuoteRound.objects.exists()


def test_keys_are_turned_on_the_page_by_two(
    signed_in, officer, second_officer, evaluation
):
    tender = evaluation.tender
    tender.is_sealed, tender.opened_at = True, timezone.now()
    tender.save()
    final_offer(evaluation)

    for person in (officer, second_officer):
        signed_in(person).post(page(evaluation, "round-turn", number=2))

    assert QuoteRound.objects.get().opened_at is not None


def test_the_comparison_shows_the_round_before_and_the_change(
    signed_in, officer, evaluation
):
    final_offer(evaluation)

    shown = signed_in(officer).get(page(evaluation, "quote-list")).content.decode()

    assert "Round 2 (BAFO)" in shown
    assert "3,654,400.00" in shown
    assert "454,400.00" in shown


def test_moving_lists_what_changes_and_then_moves(signed_in, officer, evaluation):
    final_offer(evaluation)
    browser = signed_in(officer)
    overview = page(evaluation, "evaluation-detail")
    assert "Candidates moved to the offers of round 2" in (
        browser.get(overview).content.decode()
    )

    listed = browser.get(page(evaluation, "candidate-move")).content.decode()
    assert "3,654,400.00" in listed
    assert "3,200,000.00" in listed
    assert browser.post(page(evaluation, "candidate-move")).status_code == 409
    assert evaluation.candidates.get().offer.quote.round == 1
    seen = re.findall(r'name="offer" value="([^"]+)"', listed)
    browser.post(page(evaluation, "candidate-move"), {"offer": seen})

    assert evaluation.candidates.get().offer.quote.round == 2
    after = browser.get(page(evaluation, "candidate-move")).content.decode()
    assert "latest opened offer" in after
    assert "Candidates moved to" not in browser.get(overview).content.decode()


def test_scoring_waits_for_the_round_and_the_move(officer, evaluation):
    guard = GUARDS[Stage.EVIDENCE, Stage.SCORING]
    final_offer(evaluation)
    codes = [each.code for each in guard(evaluation)]
    assert "offers_outdated" in codes
    QuoteRound.objects.update(deadline=timezone.now() + timedelta(days=1))

    assert "round_running" in [each.code for each in guard(evaluation)]
