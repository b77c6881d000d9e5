"""Candidates: offers and cloud offers taken in, admitted, reviewed, rejected."""

import pytest
from django.urls import reverse

from procurement.permissions import Stage
from scoring.models import Candidate
from tests.factories import (
    at_stage,
    make_cloud_offer,
    make_criteria,
    make_quote,
    make_sku,
)
from tests.story import make_story


@pytest.fixture
def story(db):
    """The evaluation in the middle of scoring."""
    return make_story(stage=Stage.SCORING)


def page(tender, name, **words) -> str:
    words = {"reference": tender.reference} | words
    return reverse(f"scoring:{name}", kwargs=words)


def detail(story, letter, name="candidate-detail") -> str:
    return page(story.tender, name, uuid=story.candidates[letter].uuid)


def test_offers_are_taken_in_once(signed_in, officer, tender):
    make_criteria(tender)
    at_stage(tender, Stage.EVIDENCE)
    make_quote(tender, offers=[{"sku": make_sku(name="XE9680")}])
    browser = signed_in(officer)
    target = page(tender, "candidate-take")

    first = browser.post(target, follow=True)
    second = browser.post(target, follow=True)

    assert "1 offer taken in." in first.content.decode()
    assert "0 offers taken in." in second.content.decode()
    assert Candidate.objects.count() == 1


def test_sealed_quotes_are_not_taken_in(signed_in, officer, tender):
    make_criteria(tender)
    tender.is_sealed = True
    tender.save()
    at_stage(tender, Stage.EVIDENCE)
    make_quote(tender)

    answer = signed_in(officer).post(page(tender, "candidate-take"), follow=True)

    assert "two officers open them first" in answer.content.decode()
    assert not Candidate.objects.exists()


def test_a_cloud_offer_becomes_a_candidate_once(signed_in, story):
    offer = make_cloud_offer(provider="Nimbus", instance="p5.48xlarge")
    browser = signed_in(story.officer)
    target = page(story.tender, "candidate-cloud")
    assert "Nimbus p5.48xlarge" in browser.get(target).content.decode()

    browser.post(target, {"cloud_offer": offer.uuid})
    again = browser.post(target, {"cloud_offer": offer.uuid})

    made = Candidate.objects.get(cloud_offer=offer)
    assert (made.label, made.position) == ("Nimbus p5.48xlarge (eu)", 7)
    assert again.status_code == 422
    text = browser.get(page(story.tender, "candidate-detail", uuid=made.uuid))
    assert "a cloud offer has none" in text.content.decode()


def test_a_rejection_needs_a_reason_and_keeps_both_languages(signed_in, story):
    browser = signed_in(story.officer)

    bare = browser.post(detail(story, "A"), {"admission": "rejected"})
    answer = browser.post(
        detail(story, "A"),
        {"admission": "rejected", "reason": "Withdrew", "reason_zh": "已撤回"},
    )

    assert (bare.status_code, answer.status_code) == (422, 302)
    row = story.candidates["A"]
    row.refresh_from_db()
    assert (row.admission, row.admission_reason) == ("rejected", "Withdrew")
    assert row.admission_reason_zh == "已撤回"


@pytest.mark.parametrize("admission", ["late", "knocked_out", "nonsense", ""])
def test_a_state_that_does_not_fit_is_refused(signed_in, story, admission):
    sent = {"admission": admission, "reason": "because"}

    answer = signed_in(story.officer).post(detail(story, "A"), sent)

    assert answer.status_code == 422
    story.candidates["A"].refresh_from_db()
    assert story.candidates["A"].admission == "admitted"


def test_a_low_bid_is_put_under_review_with_its_two_figures(signed_in, story):
    Candidate.objects.filter(pk=story.candidates["C"].pk).update(
        admission="admitted", admission_reason=""
    )
    browser = signed_in(story.officer)
    text = browser.get(detail(story, "C")).content.decode()
    assert "Put under review for this" in text

    browser.post(detail(story, "C", "candidate-review"))

    row = story.candidates["C"]
    row.refresh_from_db()
    assert row.admission == "under_review"
    assert row.admission_reason == (
        "Abnormally low: 37.7 % below the mean of the other bids, 33.5 % below the "
        "next bid; the vendor has to justify its price. The quote was valid until "
        "2026-11-20; an extension is needed."
    )
    assert "低 37.7%" in row.admission_reason_zh
    assert "Put under review" not in browser.get(detail(story, "C")).content.decode()


def test_a_sound_bid_is_not_put_under_review(signed_in, story):
    answer = signed_in(story.officer).post(
        detail(story, "A", "candidate-review"), follow=True
    )

    assert "asks for a review" in answer.content.decode()
    story.candidates["A"].refresh_from_db()
    assert story.candidates["A"].admission == "admitted"


def test_a_reason_about_prices_waits_for_their_release(signed_in, story):
    reason = story.candidates["C"].admission_reason

    hidden = signed_in(story.evaluator).get(detail(story, "C")).content.decode()
    shown = signed_in(story.approver).get(detail(story, "C")).content.decode()
    knocked_out = signed_in(story.evaluator).get(detail(story, "F")).content.decode()

    assert reason not in hidden
    assert "once they are released" in hidden
    assert reason in shown
    assert "K2 rack power" in knocked_out
