"""The preview of a waiting file: matches, warnings, no amounts while sealed."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from catalog.models import Tender
from catalog.selectors.previews.quotes import quote_preview, vendor_named
from catalog.services.quote_files import stage_quote_file
from catalog.services.quote_terms import QuoteFile
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.catalog.imports.samples import (
    make_line,
    make_offer,
    make_sheet,
    table_bytes,
    table_rows,
)
from tests.factories import make_sku, make_vendor

DAY = date(2026, 11, 30)


@pytest.fixture
def quoting(tender) -> Tender:
    tender.reference = "EV-2026-014"
    tender.stage = Stage.QUOTES
    tender.currency = "EUR"
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender


def staged(officer, tender, sheet):
    content = table_bytes(table_rows(sheet))
    return stage_quote_file(
        by=officer, tender=tender, file=QuoteFile(name="quote.csv", content=content)
    )


def test_file_is_matched_with_vendor_and_server(officer, quoting):
    vendor = make_vendor(name="Example Systems")
    sku = make_sku(name="XS-800")

    preview = quote_preview(staged(officer, quoting, make_sheet()), DAY)

    assert preview.vendor == vendor
    (offer,) = preview.offers
    assert (offer.name, offer.sku, offer.is_base) == ("Base", sku, True)
    (line,) = offer.lines
    assert (line.category, line.line.key) == ("Server", "chassis")
    assert str(line.total.amount) == "3287954.25"
    assert offer.total == line.total
    assert preview.warnings == ()
    assert not preview.hides_amounts


def test_amounts_of_a_sealed_quote_are_left_out(officer, quoting):
    Tender.objects.update(is_sealed=True)

    preview = quote_preview(staged(officer, quoting, make_sheet()), DAY)

    (offer,) = preview.offers
    assert preview.hides_amounts
    assert offer.total is None
    assert (offer.lines[0].line.unit_price, offer.lines[0].total) == (None, None)
    assert offer.lines[0].is_offered


def test_line_that_is_not_offered_has_no_total(officer, quoting):
    sheet = make_sheet(make_line(), make_line(key="rail", unit_price=None))

    preview = quote_preview(staged(officer, quoting, sheet), DAY)

    assert [row.is_offered for row in preview.offers[0].lines] == [True, False]
    assert preview.offers[0].lines[1].total is None


def test_oddities_are_told_before_recording(officer, quoting):
    make_sku(name="XS-800", gpu_count=4)
    sheet = replace(
        make_sheet(currency="CHF", valid_until=date(2026, 11, 29)),
        offers=(make_offer(nodes=15),),
    )
    file = staged(officer, quoting, sheet)
    Tender.objects.update(quote_deadline=database_now() - timedelta(days=1))
    file.tender.refresh_from_db()

    assert quote_preview(file, DAY).warnings == (
        "The file came after the deadline: the quote will be marked late.",
        "The prices are no longer valid.",
        "No exchange rate of CHF is frozen: no amount can be shown.",
        "“Base” offers 15 servers; 16 are asked for.",
        "“Base” has 8 GPUs per server; XS-800 has 4.",
    )


def test_frozen_rate_gives_no_warning(officer, quoting):
    make_sku(name="XS-800")
    quoting.rates.create(currency="CHF", rate=Decimal(1), on=DAY, source="ECB")

    preview = quote_preview(staged(officer, quoting, make_sheet(currency="CHF")), DAY)

    assert preview.warnings == ()


def test_vendor_is_found_by_its_whole_name_in_either_language(db):
    vendor = make_vendor(name="Inspur", name_zh="浪潮")

    assert vendor_named("INSPUR") == vendor_named("浪潮") == vendor
    assert vendor_named("Insp") is None
    make_vendor(name="Gone", is_active=False)
    assert vendor_named("Gone") is None


def test_a_server_written_otherwise_or_not_known_is_told(officer, quoting):
    file = staged(officer, quoting, make_sheet())

    assert quote_preview(file, DAY).warnings == (
        (
            "No single server of the catalogue is written “XS-800”: choose it, or "
            "record the offer without."
        ),
    )
    sku = make_sku(name="XS 800")
    preview = quote_preview(file, DAY)
    assert preview.offers[0].sku == sku
    assert preview.warnings == (
        "“XS-800” is taken for the server “XS 800” of the catalogue.",
    )
