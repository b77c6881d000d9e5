"""The comparison of the story: admission, low bids and marks as on its screen."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from catalog.models import Quote, Tender
from catalog.pricing.comparing import Per
from procurement.clock import database_now
from procurement.permissions import Stage
from scoring.selectors.comparisons import (
    ComparedOffer,
    QuoteComparison,
    View,
    quote_comparison,
)
from tests.factories import make_candidate, make_quote, make_round, make_vendor
from tests.story import Story

DAY = date(2026, 11, 30)
BIDS = ["Inspur", "Dell Technologies", "Supermicro", "HPE", "NVIDIA", "Lenovo"]


def compare(story: Story, user=None, **asked) -> QuoteComparison:
    return quote_comparison(story.tender, user or story.officer, DAY, View(**asked))


def by_vendor(comparison: QuoteComparison) -> dict[str, ComparedOffer]:
    return {offer.head.vendor: offer for offer in comparison.offers}


def test_bids_stand_by_receipt_with_their_admission(story):
    offers = compare(story).offers

    assert [offer.head.vendor for offer in offers] == BIDS
    assert [offer.admission.state for offer in offers] == [
        "under_review",
        "admitted",
        "admitted",
        "admitted",
        "admitted",
        "knocked_out",
    ]


def test_only_admitted_bids_in_time_and_valid_carry_a_mark(story):
    comparison = compare(story)
    comparable = [o.head.vendor for o in comparison.offers if o.is_comparable]

    assert comparable == ["Dell Technologies", "Supermicro", "HPE", "NVIDIA"]
    assert [offer.head.vendor for offer in comparison.lowest] == ["HPE"]
    assert str(comparison.lowest[0].column.total.value) == "4999780.00"


def test_distance_from_the_mean_is_that_of_the_screen(story):
    offers = by_vendor(compare(story))
    shares = {
        vendor: None
        if offer.against_mean is None
        else round(float(offer.against_mean) * 100, 1)
        for vendor, offer in offers.items()
    }

    assert shares == {
        "Inspur": -37.7,
        "Dell Technologies": 2.5,
        "Supermicro": 7.1,
        "HPE": 1.8,
        "NVIDIA": 31.3,
        "Lenovo": None,
    }


def test_bid_far_under_the_next_is_flagged_not_excluded(story):
    offers = by_vendor(compare(story))
    flagged = [
        v for v, o in offers.items() if o.low_bid and o.low_bid.is_abnormally_low
    ]

    assert flagged == ["Inspur"]
    assert offers["Inspur"].low_bid.below_next == 1 - Fraction(3322920, 4999780)
    assert offers["Inspur"].column.total.value is not None


def test_offers_left_out_give_their_mark_to_the_next(story):
    shown = {o.key for o in compare(story).offers if o.head.vendor != "HPE"}

    comparison = compare(story, shown=shown)

    hidden = [o.head.vendor for o in comparison.offers if o.is_hidden]
    assert hidden == ["HPE"]
    assert [o.head.vendor for o in comparison.lowest] == ["Dell Technologies"]


def test_amounts_are_shown_per_gpu_when_asked(story):
    section = compare(story, per=Per.GPU).table.sections[0]

    assert [str(cell.amount) for cell in section.rows[0].cells] == [
        "18525.00",
        "28550.00",
        "30487.50",
        "27850.00",
        "40850.00",
        "29525.00",
    ]


def test_recused_evaluator_sees_neither_the_bid_nor_its_share_in_the_mean(story):
    assert story.tender.prices_released_at is not None

    offers = by_vendor(compare(story, story.recused))

    assert "Inspur" not in offers
    assert round(float(offers["HPE"].against_mean) * 100, 1) == -8.1


def test_late_or_expired_bids_carry_no_mark_though_they_are_cheapest(story):
    for vendor, change in [
        ("HPE", {"lateness": Quote.Lateness.LATE}),
        ("Dell Technologies", {"valid_until": date(2026, 11, 29)}),
    ]:
        Quote.objects.filter(vendor__name=vendor).update(**change)

    assert [o.head.vendor for o in compare(story).lowest] == ["Supermicro"]


def test_before_candidates_are_taken_base_offers_in_time_are_compared(officer, tender):
    lines = [[{"unit_price": 1000}], [{"unit_price": 600}], [{"unit_price": 100}]]
    for number, line in enumerate(lines):
        make_quote(
            tender,
            vendor=make_vendor(name=f"V{number}"),
            offers=[{"lines": line}],
            lateness="late" if number == 2 else "in_time",
        )

    comparison = quote_comparison(tender, officer, DAY, View())

    offers = by_vendor(comparison)
    assert [o.head.vendor for o in comparison.lowest] == ["V1"]
    assert offers["V1"].low_bid.is_abnormally_low
    assert offers["V2"].low_bid is None
    assert offers["V1"].against_mean is None


def test_missing_rate_is_named_and_its_bid_takes_part_in_nothing(story):
    Quote.objects.filter(vendor__name="HPE").update(currency="CHF")

    offers = by_vendor(compare(story))

    assert offers["HPE"].gap == "The exchange rate from CHF to USD is missing."
    assert offers["HPE"].low_bid is None
    assert [o.head.vendor for o in compare(story).lowest] == ["Dell Technologies"]


def test_tax_basis_is_told_in_words(story):
    assert compare(story).offers[0].tax_words == "net of tax"


def test_nothing_to_compare_is_empty(officer, tender):
    assert quote_comparison(tender, officer, DAY, View()).is_empty


@pytest.mark.parametrize("stage", [Stage.QUOTES, Stage.SCORING])
def test_sealed_quotes_are_not_compared(officer, tender, stage):
    make_quote(tender)
    Tender.objects.update(is_sealed=True, stage=stage)
    tender.refresh_from_db()

    assert quote_comparison(tender, officer, DAY, View()).is_empty


def test_number_of_queries_does_not_grow(officer, tender, django_assert_num_queries):
    assert officer.organisation_roles
    for _ in range(3):
        make_quote(tender)
    with django_assert_num_queries(4):
        quote_comparison(tender, officer, DAY, View())

    for _ in range(27):
        make_quote(tender)
    with django_assert_num_queries(4):
        comparison = quote_comparison(tender, officer, DAY, View())
    assert len(comparison.offers) == 30


@pytest.mark.parametrize("state", ["rejected", "knocked_out", "withdrawn", "admitted"])
def test_an_offer_of_a_later_round_counts_as_far_as_its_candidate(
    officer, tender, state
):
    tender.quote_deadline = database_now() - timedelta(days=2)
    tender.save()
    vendor = make_vendor()
    quote = make_quote(tender, vendor=vendor)
    reason = "" if state == "admitted" else "Excluded."
    candidate = make_candidate(
        tender,
        vendor=vendor,
        offer=quote.offers.get(),
        admission=state,
        admission_reason=reason,
    )
    make_round(tender, [vendor])
    make_quote(tender, vendor=vendor, round=2)
    make_quote(tender, offers=[{"lines": [{"unit_price": "999999"}]}])

    offers = quote_comparison(tender, officer, DAY, View()).offers
    [offer] = [row for row in offers if row.head.vendor == vendor.name]

    is_in = state == "admitted"
    assert offer.head.round == 2
    assert (offer.admission.state, offer.admission.words) == (state, reason)
    assert offer.admission.candidate == candidate.uuid
    assert (offer.is_comparable, offer.column.total.is_lowest) == (is_in, is_in)
