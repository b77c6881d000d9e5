"""Two officers open the quotes from their own browsers; prices are released once."""

from datetime import timedelta

import pytest

from catalog.models import Tender
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.factories import make_criteria, make_quote, make_vendor


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/set-up/opening/{more}"


@pytest.fixture
def sealed(tender) -> Tender:
    make_quote(tender, vendor=make_vendor(name="Unmistakable"))
    tender.is_sealed = True
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() - timedelta(minutes=1)
    tender.save()
    make_criteria(tender)
    return tender


def test_two_officers_turn_their_keys_and_read_the_quotes(
    officer, second_officer, sealed, signed_in
):
    first, second = signed_in(officer), signed_in(second_officer)
    assert "Turn my key" in first.get(address(sealed)).content.decode()

    html = first.post(address(sealed, "turn/"), follow=True).content.decode()
    assert "Your key is turned" in html
    assert "Unmistakable" not in html
    assert "Turn my key" not in html

    html = second.post(address(sealed, "turn/"), follow=True).content.decode()
    assert "The quotes are open." in html
    assert "Unmistakable" in html
    assert "Keys turned:" in html
    record = first.get(address(sealed)).content.decode()
    assert "Unmistakable" in record
    assert "Helena Brandt" in record


def test_key_before_the_deadline_is_refused_and_opens_nothing(
    officer, sealed, signed_in
):
    Tender.objects.update(quote_deadline=database_now() + timedelta(hours=1))
    client = signed_in(officer)

    assert (
        "once the deadline has passed" in client.get(address(sealed)).content.decode()
    )
    assert client.post(address(sealed, "turn/")).status_code == 422
    assert Tender.objects.get().opened_at is None


def test_record_of_sealed_quotes_is_empty(approver, sealed, signed_in):
    html = signed_in(approver).get(address(sealed)).content.decode()

    assert "Unmistakable" not in html
    assert "No key is turned." in html


def test_prices_are_released_once(officer, evaluator, tender, signed_in):
    Tender.objects.update(stage=Stage.SCORING)
    client = signed_in(officer)
    path = address(tender, "release/")
    assert "Release the prices" in client.get(address(tender)).content.decode()

    html = client.post(path, follow=True).content.decode()

    assert "The evaluators can read the prices now." in html
    assert "Release the prices" not in html
    assert client.post(path).status_code == 422
