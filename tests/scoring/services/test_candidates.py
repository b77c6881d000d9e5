"""Candidates are taken in once, replaced with their quotes, moved with their rounds."""

from datetime import timedelta

import pytest

from catalog.models import PriceJustification, Tender
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import Candidate
from scoring.services.admissions import decide_admission
from scoring.services.candidates import LATE_EN, take_cloud_offer, take_offers
from tests.factories import (
    at_stage,
    make_candidate,
    make_cloud_offer,
    make_quote,
    make_round,
    make_sku,
    make_vendor,
)


@pytest.fixture
def evaluation(tender):
    """An evaluation in the stage of evidence."""
    return at_stage(tender, Stage.EVIDENCE).evaluation


def labels(evaluation) -> list[str]:
    return list(evaluation.candidates.values_list("label", flat=True))


def move(officer, evaluation, *quotes):
    """Move the candidates, having seen the first offers of some quotes."""
    seen = [str(quote.offers.get().uuid) for quote in quotes]
    return take_offers(by=officer, evaluation=evaluation, moves=seen)


def take(officer, evaluation) -> list[Candidate]:
    return take_offers(by=officer, evaluation=evaluation)


def test_each_offer_becomes_a_candidate_in_the_order_of_receipt(officer, evaluation):
    tender = evaluation.tender
    dell, hpe = make_vendor(name="Dell"), make_vendor(name="HPE")
    sku = make_sku(name="XE9680")
    make_quote(tender, vendor=dell, offers=[{"sku": sku}, {"name": "Air-cooled"}])
    make_quote(tender, vendor=hpe, offers=[{"sku_name": "XD670"}])

    take(officer, evaluation)

    assert labels(evaluation) == [
        "Dell XE9680",
        "Dell Air-cooled (Air-cooled)",
        "HPE XD670",
    ]
    assert [row.position for row in evaluation.candidates.all()] == [1, 2, 3]
    entry = AuditEntry.objects.latest("id")
    assert entry.action == "candidate_taken"
    assert entry.details["admission"] == "admitted"


def test_nothing_is_taken_twice(officer, evaluation):
    make_quote(evaluation.tender)
    take(officer, evaluation)
    before = AuditEntry.objects.count()

    assert take(officer, evaluation) == []
    assert evaluation.candidates.count() == 1
    assert AuditEntry.objects.count() == before


def test_a_late_quote_is_put_under_review_where_the_terms_take_late_ones_in(
    officer, evaluation
):
    evaluation.tender.accepts_late_quotes = True
    evaluation.tender.save()
    make_quote(evaluation.tender, lateness="late")

    (candidate,) = take_offers(by=officer, evaluation=evaluation)

    assert (candidate.admission, candidate.counts) == ("under_review", True)
    assert candidate.admission_reason == "The quote arrived after the deadline."


def test_a_late_quote_is_taken_as_late_in_both_languages(officer, evaluation):
    make_quote(evaluation.tender, lateness="late")

    (candidate,) = take(officer, evaluation)

    assert (candidate.admission, candidate.counts) == ("late", False)
    assert candidate.admission_reason == "The quote arrived after the deadline."
    assert candidate.admission_reason_zh == "报价在截止时间之后到达。"


def test_a_new_version_of_a_quote_takes_the_place_of_the_old(officer, evaluation):
    old = make_quote(evaluation.tender)
    (candidate,) = take(officer, evaluation)
    old.is_current = False
    old.save()
    new = make_quote(
        evaluation.tender, vendor=old.vendor, version=2, offers=[{"name": "New"}]
    )

    (replaced,) = take(officer, evaluation)

    assert replaced.pk == candidate.pk
    assert replaced.offer == new.offers.get()
    assert evaluation.candidates.count() == 1
    assert AuditEntry.objects.latest("id").action == "candidate_replaced"


def test_of_two_rounds_only_the_newer_one_counts(officer, evaluation):
    first = make_quote(evaluation.tender)
    second = make_quote(evaluation.tender, vendor=first.vendor, round=2)

    (candidate,) = take(officer, evaluation)

    assert candidate.offer == second.offers.get()


def test_a_candidate_moves_to_a_later_round_by_a_step_of_its_own(officer, evaluation):
    first = make_quote(evaluation.tender)
    (candidate,) = take(officer, evaluation)
    second = make_quote(evaluation.tender, vendor=first.vendor, round=2)

    assert take(officer, evaluation) == []
    candidate.refresh_from_db()
    assert candidate.offer == first.offers.get()
    (moved,) = move(officer, evaluation, second)

    assert (moved.pk, moved.offer) == (candidate.pk, second.offers.get())
    assert AuditEntry.objects.latest("id").action == "candidate_replaced"


def test_an_offer_that_came_in_since_the_list_was_read_moves_nobody(
    officer, evaluation
):
    vendors = [make_vendor(name="Axiom"), make_vendor(name="Borealis")]
    for vendor in vendors:
        make_quote(evaluation.tender, vendor=vendor)
    take(officer, evaluation)
    seen = make_quote(evaluation.tender, vendor=vendors[0], round=2)
    make_quote(evaluation.tender, vendor=vendors[1], round=2)

    with pytest.raises(ConflictError, match="Borealis came in since") as refusal:
        move(officer, evaluation, seen)

    assert refusal.value.code == "offer_unseen"
    rounds = evaluation.candidates.values_list("offer__quote__round", flat=True)
    assert list(rounds) == [1, 1]


def test_a_question_about_the_price_before_is_no_longer_due(officer, evaluation):
    first = make_quote(evaluation.tender)
    take(officer, evaluation)
    asked = PriceJustification.objects.create(
        offer=first.offers.get(),
        question="Why so low?",
        asked_by=officer,
        asked_at=database_now(),
        due_at=database_now() + timedelta(days=5),
    )
    second = make_quote(evaluation.tender, vendor=first.vendor, round=2)
    assert asked in PriceJustification.objects.awaited()

    move(officer, evaluation, second)

    assert not PriceJustification.objects.awaited().exists()


def test_a_late_offer_of_a_later_round_puts_the_candidate_under_review(
    officer, evaluation
):
    first = make_quote(evaluation.tender)
    take(officer, evaluation)
    late = make_quote(evaluation.tender, vendor=first.vendor, round=2, lateness="late")

    (moved,) = move(officer, evaluation, late)

    assert moved.admission == "under_review"
    assert moved.admission_reason == LATE_EN


def test_an_offer_of_a_sealed_round_is_no_candidate(officer, evaluation):
    tender = evaluation.tender
    Tender.objects.filter(pk=tender.pk).update(
        is_sealed=True,
        opened_at=database_now(),
        quote_deadline=database_now() - timedelta(days=1),
    )
    first = make_quote(tender)
    make_round(tender, [first.vendor])
    make_quote(tender, vendor=first.vendor, round=2)

    (candidate,) = move(officer, evaluation)

    assert candidate.offer == first.offers.get()


def test_sealed_quotes_give_no_candidate(officer, evaluation):
    evaluation.tender.is_sealed = True
    evaluation.tender.save()
    make_quote(evaluation.tender)

    with pytest.raises(RuleBrokenError) as caught:
        take(officer, evaluation)

    assert caught.value.code == "quotes_sealed"
    assert not Candidate.objects.exists()


@pytest.mark.parametrize("stage", [Stage.MODERATION, Stage.DECISION, Stage.SETUP])
def test_candidates_are_not_taken_in_when_nobody_could_score_them(
    officer, evaluation, stage
):
    make_quote(evaluation.tender)
    offer = make_cloud_offer()
    at_stage(evaluation.tender, stage)

    with pytest.raises(WrongStageError):
        take(officer, evaluation)
    with pytest.raises(WrongStageError):
        take_cloud_offer(by=officer, evaluation=evaluation, cloud_offer=offer)

    assert not Candidate.objects.exists()


@pytest.mark.parametrize("role", ["evaluator", "approver", "observer", "outsider"])
def test_only_officers_take_and_admit(request, evaluation, role):
    person = request.getfixturevalue(role)
    candidate = make_candidate(evaluation.tender)

    with pytest.raises(PermissionRefusedError):
        take_offers(by=person, evaluation=evaluation)
    with pytest.raises(PermissionRefusedError):
        decide_admission(by=person, candidate=candidate, admission="rejected")

    candidate.refresh_from_db()
    assert candidate.admission == "admitted"


def test_the_same_cloud_offer_is_a_candidate_once(officer, evaluation):
    offer = make_cloud_offer()
    take_cloud_offer(by=officer, evaluation=evaluation, cloud_offer=offer)

    with pytest.raises(RuleBrokenError) as caught:
        take_cloud_offer(by=officer, evaluation=evaluation, cloud_offer=offer)

    assert caught.value.code == "candidate_taken"
    assert evaluation.candidates.get().vendor is None
