"""Two openings by two officers: of a further round, and of prices that come last."""

from datetime import timedelta
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from catalog.models import QuoteLine, QuoteRound, Tender
from procurement.clock import database_now
from procurement.permissions import Stage
from scoring.services.candidates import take_offers
from tests.factories import at_stage, make_criteria, make_quote, make_vendor
from tests.scoring.services.test_openings import candidates_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def sealed(tender):
    """A sealed evaluation past its deadline, to which two vendors have quoted."""
    make_criteria(tender)
    for name in ("Dell", "HPE"):
        make_quote(tender, vendor=make_vendor(name=name))
    due = database_now() - timedelta(days=2)
    Tender.objects.filter(pk=tender.pk).update(is_sealed=True, quote_deadline=due)
    tender.refresh_from_db()
    return at_stage(tender, Stage.QUOTES)


def come_in_with(vendor, price) -> None:
    """The vendor's final offer; then the round's time is over."""
    row = QuoteRound.objects.get()
    quote = make_quote(row.tender, vendor=vendor, round=2)
    QuoteLine.with_sealed.filter(offer__quote=quote).update(unit_price=Decimal(price))
    row.deadline = database_now() - timedelta(minutes=1)
    row.save()


def test_a_further_round_is_begun_opened_by_two_and_taken_over(
    enter_as, officer, second_officer, sealed
):
    Tender.objects.update(opened_at=database_now() - timedelta(days=1))
    sealed.refresh_from_db()
    at_stage(sealed, Stage.EVIDENCE)
    first, _second = take_offers(by=officer, evaluation=sealed.evaluation)
    home = f"/evaluations/{sealed.reference}/"
    page, other = enter_as(officer), enter_as(second_officer)

    page.goto(f"{home}set-up/rounds/")
    page.get_by_label("Reason").fill("Prices lie close.")
    due = database_now() + timedelta(days=2)
    page.get_by_label("Quotes due").fill(due.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_role("button", name="Begin the round").click()
    expect(page.locator("#messages")).to_contain_text("Round 2 has begun.")
    come_in_with(first.vendor, "200000.00")

    for each, said in ((page, "Your key is turned"), (other, "The quotes are open.")):
        each.goto(f"{home}set-up/rounds/")
        expect(each.get_by_text("3,200,000")).to_have_count(0)
        each.get_by_role("button", name="Turn my key").click()
        expect(each.locator("#messages")).to_contain_text(said)
    page.goto(f"{home}candidates/move/")
    row = page.get_by_role("row", name="Dell")
    expect(row).to_contain_text("3,654,400.00")
    expect(row).to_contain_text("3,200,000.00")
    expect(row).to_contain_text("−454,400.00")  # the minus of a figure
    page.get_by_role("button", name="Move the candidates").click()

    expect(page.locator("#messages")).to_contain_text("1 offer taken in.")
    page.goto(f"{home}quotes/")
    expect(page.get_by_role("main")).to_contain_text("Round 2 (BAFO)")
    first.refresh_from_db()
    assert first.offer.quote.round == 2


def test_the_prices_of_those_that_passed_are_opened_by_two(
    enter_as, officer, second_officer, sealed
):
    Tender.objects.update(has_two_envelopes=True, hides_prices=False)
    sealed.quotes.update(has_sealed_prices=True)
    home = f"/evaluations/{sealed.reference}/"
    pages = [enter_as(person) for person in (officer, second_officer)]

    turn_both(pages, home, "Quotes sealed until opening")
    sealed.refresh_from_db()
    at_stage(sealed, Stage.EVIDENCE)
    candidates_of(officer, sealed)
    pages[0].goto(f"{home}quotes/")
    expect(pages[0].get_by_role("main")).to_contain_text("HPE")
    expect(pages[0].get_by_text("228,400")).to_have_count(0)
    turn_both(pages, home, "Prices sealed in the second envelope")

    pages[0].goto(f"{home}quotes/")
    expect(pages[0].get_by_role("main")).to_contain_text("3,654,400")
    kept = sealed.quotes.filter(has_sealed_prices=True)
    assert [quote.vendor.name for quote in kept] == ["HPE"]


def turn_both(pages, home, name) -> None:
    """Each officer turns a key to one of the two seals."""
    for page in pages:
        page.goto(f"{home}set-up/opening/")
        seal = page.get_by_role("region", name=name)
        seal.get_by_role("button", name="Turn my key").click()
        expect(page.locator("#messages")).to_be_visible()
