"""A recorded quote as a filled template reads back as the very same quote."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, reject, settings

from catalog.imports.labels import Language
from catalog.imports.quotes import read_quote
from catalog.models import LineBreak, QuoteLine, Tender
from catalog.selectors.quote_templates import filled_template
from catalog.services.quote_terms import ImportChoices, terms_of
from catalog.services.quotes import record_quote
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Stage
from tests.catalog.imports.samples import make_sheet
from tests.catalog.imports.strategies import quote_sheets
from tests.factories import make_quote, make_vendor


@pytest.fixture
def quoting(tender):
    deadline = database_now() + timedelta(days=2)
    Tender.objects.update(stage=Stage.QUOTES, quote_deadline=deadline)
    tender.refresh_from_db()
    return tender


def recorded(officer, tender, sheet):
    """The quote of a sheet, and the sheet as it must come back."""
    vendor = make_vendor()
    header = replace(
        sheet.header,
        tender=tender.reference,
        vendor=vendor.name,
        round_number=1,
    )
    sheet = replace(sheet, header=header)
    terms = terms_of(sheet, ImportChoices(vendor=vendor, skus={}))
    return record_quote(by=officer, tender=tender, terms=terms), sheet


@pytest.mark.slow
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(sheet=quote_sheets())
def test_any_quote_comes_back_unchanged(officer, quoting, sheet):
    try:
        quote, expected = recorded(officer, quoting, sheet)
    except RuleBrokenError as refusal:
        if refusal.code != "discount_too_large":
            raise
        reject()

    for language in Language:
        reading = read_quote(filled_template(quote, language))
        assert reading.errors == ()
        assert reading.sheet == expected


def test_a_quote_comes_back_and_is_recorded_with_the_same_content(officer, quoting):
    quote, _ = recorded(officer, quoting, make_sheet())

    sheet = read_quote(filled_template(quote, Language.CHINESE)).sheet
    choices = ImportChoices(vendor=quote.vendor, skus={}, replaces_current=True)
    again = record_quote(by=officer, tender=quoting, terms=terms_of(sheet, choices))

    assert (again.version, again.content_sha256) == (2, quote.content_sha256)


def test_what_a_typed_quote_leaves_open_is_asked_for_by_cell(officer, quoting):
    quote = make_quote(quoting, offers=[{"lines": [{"key": "", "unit": ""}]}])

    reading = read_quote(filled_template(quote, Language.ENGLISH))

    assert [
        (error.sheet, error.params["label"].split(" / ")[0])
        for error in reading.errors
        if "label" in error.params
    ] == [
        ("Quote", "Quote reference"),
        ("Offers", "Server part number"),
        ("Lines", "Key"),
        ("Lines", "Unit"),
    ]


def test_more_tiers_than_the_template_holds_are_refused(officer, quoting):
    line = QuoteLine.objects.get(offer__quote=make_quote(quoting))
    for start in range(1, 6):
        LineBreak.objects.create(
            line=line, from_quantity=start, unit_price=Decimal(10 - start)
        )

    with pytest.raises(RuleBrokenError, match="room for 4 price tiers"):
        filled_template(line.offer.quote, Language.ENGLISH)
