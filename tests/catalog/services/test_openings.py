"""Sealed quotes open after the deadline, by two officers within half an hour."""

from datetime import timedelta

import pytest

from catalog.models import OpeningKey, Quote, Tender
from catalog.services.openings import release_prices, turn_opening_key
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from tests.factories import make_quote, make_vendor


@pytest.fixture
def sealed(tender) -> Tender:
    tender.is_sealed = True
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() - timedelta(minutes=1)
    tender.save()
    return tender


def turn(by, tender, lock_rules=lambda: None) -> Tender:
    return turn_opening_key(by=by, tender=tender, lock_rules=lock_rules)


def test_two_officers_open_the_quotes(officer, second_officer, sealed):
    quote = make_quote(sealed, vendor=make_vendor(name="Dell"))

    once = turn(officer, sealed)
    assert once.opened_at is None
    assert not Quote.objects.visible_to(officer).exists()

    twice = turn(second_officer, sealed)
    assert twice.opened_at is not None
    assert list(Quote.objects.visible_to(officer)) == [quote]
    entry = AuditEntry.objects.get(action="quotes_opened")
    assert entry.details["officers"] == ["Helena Brandt", "Liu Yang"]
    assert entry.details["quotes"][0]["vendor"] == "Dell"


def test_the_rules_are_locked_just_before_the_opening(officer, second_officer, sealed):
    seen = []

    def lock_rules():
        seen.append(Tender.objects.get().opened_at)

    turn(officer, sealed, lock_rules)
    assert seen == []

    turn(second_officer, sealed, lock_rules)
    assert seen == [None]


def test_what_keeps_the_rules_from_locking_keeps_the_quotes_sealed(
    officer, second_officer, sealed
):
    def lock_rules():
        message = "The weights give 99."
        raise RuleBrokenError(message, "weights_off")

    turn(officer, sealed, lock_rules)
    with pytest.raises(RuleBrokenError, match="99"):
        turn(second_officer, sealed, lock_rules)

    assert Tender.objects.get().opened_at is None
    assert OpeningKey.objects.get().officer == officer
    assert not AuditEntry.objects.filter(action="quotes_opened").exists()


def test_same_officer_twice_is_refused(officer, sealed):
    turn(officer, sealed)

    with pytest.raises(RuleBrokenError, match="another officer"):
        turn(officer, sealed)
    assert OpeningKey.objects.count() == 1
    assert Tender.objects.get().opened_at is None


def test_before_the_deadline_no_key_turns(officer, sealed):
    sealed.quote_deadline = database_now() + timedelta(minutes=5)
    sealed.save()

    with pytest.raises(RuleBrokenError, match="only after the deadline"):
        turn(officer, sealed)
    assert not OpeningKey.objects.exists()


def test_keys_half_an_hour_apart_do_not_open(officer, second_officer, sealed):
    turn(officer, sealed)
    OpeningKey.objects.update(turned_at=database_now() - timedelta(minutes=31))

    assert turn(second_officer, sealed).opened_at is None
    assert turn(officer, sealed).opened_at is not None


def test_key_of_someone_who_is_no_longer_officer_does_not_count(
    officer, second_officer, sealed
):
    turn(second_officer, sealed)
    sealed.members.filter(user=second_officer).delete()

    assert turn(officer, sealed).opened_at is None


def test_unsealed_or_opened_quotes_need_no_key(officer, second_officer, sealed):
    turn(officer, sealed)
    turn(second_officer, sealed)

    with pytest.raises(RuleBrokenError) as refusal:
        turn(officer, sealed)
    assert refusal.value.code == "already_open"
    Tender.objects.update(is_sealed=False)
    with pytest.raises(RuleBrokenError) as refusal:
        turn(officer, sealed)
    assert refusal.value.code == "not_sealed"


def test_evaluator_turns_no_key(evaluator, sealed):
    with pytest.raises(PermissionRefusedError):
        turn(evaluator, sealed)

    assert not OpeningKey.objects.exists()


def test_released_prices_are_read_by_evaluators(officer, evaluator, tender):
    quote = make_quote(tender)
    tender.stage = Stage.SCORING
    tender.save()
    assert not Quote.objects.visible_to(evaluator).exists()

    released = release_prices(by=officer, tender=tender)

    assert released.prices_released_at is not None
    assert list(Quote.objects.visible_to(evaluator)) == [quote]
    assert AuditEntry.objects.get().action == "prices_released"
    with pytest.raises(RuleBrokenError, match="released already"):
        release_prices(by=officer, tender=tender)


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"hides_prices": False}, "not_hidden"), ({"is_sealed": True}, "quotes_sealed")],
)
def test_release_needs_hidden_prices_of_opened_quotes(officer, tender, fields, code):
    Tender.objects.update(stage=Stage.EVIDENCE, **fields)
    tender.refresh_from_db()

    with pytest.raises(RuleBrokenError) as refusal:
        release_prices(by=officer, tender=tender)

    assert refusal.value.code == code


def test_prices_are_not_released_while_quotes_come_in(officer, tender):
    Tender.objects.update(stage=Stage.QUOTES)
    tender.refresh_from_db()

    with pytest.raises(WrongStageError):
        release_prices(by=officer, tender=tender)
