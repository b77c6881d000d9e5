"""Rates are typed, copied from the catalogue, corrected and removed on a page."""

from datetime import date
from decimal import Decimal

from catalog.models import ExchangeRate, Tender, TenderRate
from procurement.permissions import Stage

EURO = {"currency": "EUR", "rate": "1.0842", "on": "2026-11-16", "source": "ECB"}


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/set-up/rates/{more}"


def test_officer_freezes_and_removes_a_rate(officer, tender, signed_in):
    client = signed_in(officer)

    html = client.post(address(tender), EURO, follow=True).content.decode()
    assert "The rate of EUR is frozen." in html
    assert "1.0842" in html
    assert "16 Nov 2026" in html

    client.post(address(tender, "EUR/remove/"))
    assert not TenderRate.objects.exists()


def test_faulty_rate_is_shown_again(officer, tender, signed_in):
    answer = signed_in(officer).post(address(tender), EURO | {"currency": "USD"})

    assert answer.status_code == 422
    assert "own currency" in answer.content.decode()


def test_rates_of_a_day_are_copied(officer, tender, signed_in):
    ExchangeRate.objects.create(
        base="EUR", quote="USD", rate="1.0842", on=date(2026, 11, 16), source="ECB"
    )
    client, path = signed_in(officer), address(tender, "copy/")

    html = client.post(path, {"day": "2026-11-20"}, follow=True).content.decode()
    assert "Frozen: EUR." in html
    assert TenderRate.objects.get().rate == Decimal("1.0842")

    html = client.post(path, {"day": "2026-11-20"}, follow=True).content.decode()
    assert "holds no further rate" in html
    assert client.post(path, {"day": ""}).status_code == 422


def test_missing_rate_can_be_added_while_evidence_is_gathered(
    officer, tender, signed_in
):
    Tender.objects.update(stage=Stage.EVIDENCE)
    client = signed_in(officer)

    html = client.get(address(tender)).content.decode()
    assert "Type in a rate" in html
    assert "Copy from the catalogue" not in html
    assert client.post(address(tender), EURO).status_code == 302
    assert client.post(address(tender), EURO | {"rate": "2"}).status_code == 422
    assert TenderRate.objects.get().rate == Decimal("1.0842")
