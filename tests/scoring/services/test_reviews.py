"""A quote that is far too low or has ended asks for a review, with its figures."""

from datetime import timedelta
from decimal import Decimal

import pytest

from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from scoring.services.reviews import review_quote
from tests.factories import at_stage, make_candidate


@pytest.fixture
def candidates(tender):
    """Four candidates that quote 16 servers for 65, 100, 110 and 120 each."""
    at_stage(tender, Stage.EVIDENCE)
    made = [make_candidate(tender) for _each in range(4)]
    for row, price in zip(made, (65, 100, 110, 120), strict=True):
        row.offer.lines.update(unit_price=Decimal(price))
    return made


def test_both_figures_stand_in_the_reason_in_both_languages(officer, candidates):
    row = review_quote(by=officer, candidate=candidates[0])

    assert row.admission == "under_review"
    assert row.admission_reason == (
        "Abnormally low: 40.9 % below the mean of the other bids, 35.0 % below the "
        "next bid; the vendor has to justify its price."
    )
    assert row.admission_reason_zh == (
        "报价异常偏低：比其他报价的平均值低 40.9%，比次低报价低 35.0%；"
        "须由供应商书面说明。"
    )


def test_an_ended_validity_stands_in_the_reason(officer, candidates):
    yesterday = database_now().date() - timedelta(days=1)
    quote = candidates[1].offer.quote
    quote.valid_until = yesterday
    quote.save()

    row = review_quote(by=officer, candidate=candidates[1])

    assert row.admission_reason == (
        f"The quote was valid until {yesterday}; an extension is needed."
    )


def test_a_sound_quote_is_left_alone(officer, candidates):
    with pytest.raises(RuleBrokenError) as caught:
        review_quote(by=officer, candidate=candidates[1])

    assert caught.value.code == "nothing_to_review"


def test_a_bid_that_does_not_count_pulls_no_mean(officer, candidates):
    for row in candidates[2:]:
        row.admission, row.admission_reason = "rejected", "Withdrew"
        row.save()

    row = review_quote(by=officer, candidate=candidates[0])

    assert row.admission_reason.startswith("Abnormally low: 35.0 % below the next bid;")


def test_a_price_of_nothing_is_no_bid_to_compare_with(officer, candidates):
    for row in candidates[1:]:
        row.offer.lines.update(unit_price=Decimal(0))

    with pytest.raises(RuleBrokenError) as caught:
        review_quote(by=officer, candidate=candidates[0])

    assert caught.value.code == "nothing_to_review"


def test_nobody_but_an_officer_reviews(evaluator, candidates):
    with pytest.raises(PermissionRefusedError):
        review_quote(by=evaluator, candidate=candidates[0])

    candidates[0].refresh_from_db()
    assert candidates[0].admission == "admitted"
