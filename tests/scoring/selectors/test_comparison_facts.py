"""Rows above the prices: in order, the lowest lead time marked, empty rows left out."""

from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

from catalog.models import Quote
from scoring.selectors.comparison_facts import facts
from scoring.selectors.comparisons import View, quote_comparison
from tests.factories import make_quote

DAY = date(2026, 11, 30)
ZONE = ZoneInfo("Europe/Berlin")


def rows(tender, user):
    comparison = quote_comparison(tender, user, DAY, View())
    return {row.label: row for row in facts(comparison.offers, ZONE)}


def test_story_shows_what_its_offers_say(story):
    found = rows(story.tender, story.officer)

    assert list(found) == [
        "Received",
        "Price valid until",
        "Lead time, weeks",
        "Rack units per node",
    ]
    assert [cell.text for cell in found["Rack units per node"].cells] == [
        "6U",
        "6U",
        "8U",
        "5U",
        "8U",
        "8U",
    ]


def test_receipt_is_told_in_the_zone_of_the_evaluation(officer, tender):
    make_quote(tender)

    (cell,) = rows(tender, officer)["Received"].cells

    assert cell.text == "1 Jul 2026, 11:00"
    assert cell.sub == ""


def test_shortest_lead_time_of_the_comparable_is_marked(story):
    row = rows(story.tender, story.officer)["Lead time, weeks"]

    assert row.marks_lowest
    assert [cell.text for cell in row.cells] == ["16", "14", "10", "13", "12", "22"]
    assert [cell.is_lowest for cell in row.cells].index(True) == 2
    assert sum(cell.is_lowest for cell in row.cells) == 1


def test_expired_and_late_are_warned_of(story):
    Quote.objects.filter(vendor__name="Lenovo").update(lateness="late", version=2)

    found = rows(story.tender, story.officer)

    assert [c.is_warned for c in found["Price valid until"].cells] == [True] + [
        False
    ] * 5
    assert found["Received"].cells[5].is_warned
    assert found["Received"].cells[5].sub == "version 2"


def test_terms_are_told_and_what_is_not_stated_is_empty(officer, tender):
    make_quote(
        tender,
        warranty_years=Decimal(3),
        payment_terms="30 days",
        incoterm="DAP",
        buy_back_share=Decimal("0.15"),
        buy_back_month=36,
    )
    make_quote(tender, valid_until=None)

    found = rows(tender, officer)

    assert [c.text for c in found["Warranty, years"].cells] == ["3", ""]
    assert [c.text for c in found["Payment terms"].cells] == ["30 days", ""]
    assert [c.text for c in found["Buy-back"].cells] == ["15 % after month 36", ""]
    assert [c.text for c in found["Price valid until"].cells] == ["31 Dec 2099", ""]
    assert not found["Incoterm"].is_same


def test_same_facts_are_told_from_different_ones(officer, tender):
    for _ in range(2):
        make_quote(tender, incoterm="DAP")

    assert rows(tender, officer)["Incoterm"].is_same
