"""The state of the seal tells who turned a key, never how many quotes there are."""

from datetime import UTC, datetime, timedelta

import pytest

from catalog.models import OpeningKey, Quote, Tender
from catalog.selectors.openings import opening_record, opening_state, turned_keys
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.factories import make_quote, make_vendor


@pytest.fixture
def sealed(tender) -> Tender:
    tender.is_sealed = True
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() - timedelta(minutes=1)
    tender.save()
    return tender


def test_officer_can_turn_the_key_once_the_deadline_has_passed(
    officer, approver, sealed
):
    assert opening_state(sealed, officer).can_turn
    assert not opening_state(sealed, approver).can_turn

    sealed.quote_deadline = database_now() + timedelta(minutes=1)
    state = opening_state(sealed, officer)
    assert (state.is_due, state.can_turn, state.officers) == (False, False, 2)


def test_a_turned_key_is_fresh_for_half_an_hour(officer, second_officer, sealed):
    OpeningKey.objects.create(
        tender=sealed, officer=officer, turned_at=database_now() - timedelta(minutes=31)
    )
    OpeningKey.objects.create(tender=sealed, officer=second_officer)

    state = opening_state(sealed, officer)

    assert [(key.officer, key.is_fresh) for key in state.keys] == [
        ("Helena Brandt", False),
        ("Liu Yang", True),
    ]
    assert state.can_turn
    assert not opening_state(sealed, second_officer).can_turn


def test_record_is_empty_while_sealed_and_complete_once_opened(officer, sealed):
    before = datetime(2026, 7, 1, 9, tzinfo=UTC)
    dell = make_vendor(name="Dell")
    first = make_quote(
        sealed, vendor=dell, is_current=False, file_sha256="f" * 64, received_at=before
    )
    make_quote(sealed, vendor=dell, version=2, replaces=first)
    assert opening_record(sealed, officer) == ()

    sealed.opened_at = database_now()
    sealed.save()
    later = database_now() + timedelta(hours=1)
    make_quote(sealed, received_at=later, lateness=Quote.Lateness.LATE)
    record = opening_record(sealed, officer)

    assert [(row.vendor, row.version) for row in record[:2]] == [
        ("Dell", 1),
        ("Dell", 2),
    ]
    assert record[0].sha256 == "f" * 64
    assert record[1].sha256 == "0" * 64
    assert record[0].opened_at == sealed.opened_at
    assert (record[2].opened_at, record[2].is_late) == (later, True)


def test_only_the_keys_that_opened_are_named_once_open(officer, second_officer, sealed):
    now = database_now()
    OpeningKey.objects.create(tender=sealed, officer=officer, turned_at=now)
    assert turned_keys(sealed) == ()

    stale = OpeningKey.objects.create(
        tender=sealed, officer=second_officer, turned_at=now - timedelta(hours=2)
    )
    sealed.opened_at = now
    assert [key.officer for key in turned_keys(sealed)] == ["Helena Brandt"]

    stale.turned_at = now - timedelta(minutes=3)
    stale.save()
    assert [key.officer for key in turned_keys(sealed)] == ["Liu Yang", "Helena Brandt"]
