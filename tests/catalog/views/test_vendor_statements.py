"""A vendor's statement on a page: for readers of the opened quote, with its gaps."""

import pytest

from catalog.models import Tender, VendorStatement
from catalog.services.vendor_door.statements import Answers, record_vendor_statement
from procurement.audit.models import AccessEntry
from procurement.clock import database_now
from tests.factories import make_quote, make_tender, make_vendor
from tests.pages import page
from tests.vendors import make_guest, start_quotes


@pytest.fixture
def statement(tender) -> VendorStatement:
    start_quotes(tender, is_sealed=True)
    guest = make_guest(tender, make_vendor(name="HPE", slug="hpe"))
    record_vendor_statement(by=guest, answers=Answers(driver="575.51"))
    return record_vendor_statement(
        by=guest, answers=Answers(driver="580.95", cover_hours_per_day=0)
    )


def address(statement, tender=None):
    tender = tender or statement.tender
    return f"/evaluations/{tender.reference}/quotes/statements/{statement.uuid}/"


def test_it_shows_zero_as_zero_and_what_was_not_stated_as_a_gap(
    officer, statement, signed_in
):
    Tender.objects.update(is_sealed=False)
    client = signed_in(officer)

    html = page(client, address(statement))

    assert "580.95" in html
    assert html.count("not stated") == 13
    assert "<dd>\n    0" in html.replace("\n\n", "\n").replace("  \n", "")
    first = VendorStatement.objects.get(version=1)
    assert address(first) in html
    assert "575.51" in page(client, address(first))
    quote = make_quote(statement.tender, vendor=statement.vendor)
    place = f"/evaluations/{statement.tender.reference}/quotes/{quote.uuid}/"
    assert address(statement) in page(client, place)
    listed = page(client, f"/evaluations/{statement.tender.reference}/set-up/vendors/")
    assert address(statement) in listed


def test_it_is_not_there_while_sealed_nor_for_strangers(
    officer, evaluator, outsider, statement, signed_in
):
    assert signed_in(officer).get(address(statement)).status_code == 404

    Tender.objects.update(quote_deadline=database_now(), opened_at=database_now())
    assert signed_in(officer).get(address(statement)).status_code == 200
    assert signed_in(evaluator).get(address(statement)).status_code == 403
    assert signed_in(outsider).get(address(statement)).status_code == 404
    assert AccessEntry.objects.count() == 1


def test_it_is_not_found_below_another_evaluation(officer, statement, signed_in):
    Tender.objects.update(is_sealed=False)
    other = make_tender(officer=officer)

    assert signed_in(officer).get(address(statement, other)).status_code == 404
