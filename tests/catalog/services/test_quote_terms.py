"""Terms come from a sheet or a form; their hash tells every change."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from catalog.imports.quote_sheet import BuyBack, Category
from catalog.models import ServiceLevel
from catalog.services.quote_terms import ImportChoices, terms_of
from tests.catalog.imports.samples import make_line, make_offer, make_sheet
from tests.factories import make_sku, make_vendor


def read(sheet, **choices):
    defaults = {"vendor": make_vendor(), "skus": {}}
    return terms_of(sheet, ImportChoices(**(defaults | choices)))


def test_every_value_of_the_sheet_is_taken_over(db):
    sheet = make_sheet(
        make_line(discount=Decimal("0.05")),
        make_line(
            key="s5",
            category=Category.SUPPORT,
            unit_price=None,
            first_year=4,
            last_year=5,
        ),
        tax_rate=Decimal("0.19"),
        warranty_years=Decimal(3),
        payment_terms="30 days",
        service_level="Gold",
        buy_back=BuyBack(share=Decimal("0.4"), month=36, conditions="in working order"),
        notes="dear reader",
    )

    terms = read(sheet)

    assert (terms.vendor_reference, terms.round) == ("Q-2026-77", 1)
    assert (terms.currency, terms.tax_basis, terms.tax_rate) == (
        "EUR",
        "net",
        Decimal("0.19"),
    )
    assert (terms.quoted_on, terms.valid_until) == (
        date(2026, 11, 18),
        date(2027, 1, 29),
    )
    assert (terms.delivery_weeks, terms.incoterm) == (Decimal(13), "DAP")
    assert (terms.payment_terms, terms.warranty_years) == ("30 days", Decimal(3))
    assert (terms.buy_back_share, terms.buy_back_month) == (Decimal("0.4"), 36)
    assert terms.buy_back_conditions == "in working order"
    assert (terms.service_level, terms.service_level_name) == (None, "Gold")
    assert terms.notes == "dear reader"
    (offer,) = terms.offers
    assert (offer.name, offer.sku_name, offer.nodes) == ("Base", "XS-800", 16)
    assert [line.unit_price for line in offer.lines] == [
        Decimal("205497.140749"),
        None,
    ]
    assert offer.lines[0].discount == Decimal("0.05")
    assert (offer.lines[1].first_year, offer.lines[1].last_year) == (4, 5)


def test_service_level_and_server_of_the_catalogue_are_linked(db):
    vendor = make_vendor()
    gold = ServiceLevel.objects.create(vendor=vendor, name="Gold")
    ServiceLevel.objects.create(vendor=make_vendor(), name="Gold")
    sku = make_sku()

    terms = read(make_sheet(service_level="gold"), vendor=vendor, skus={"Base": sku})

    assert terms.service_level == gold
    assert terms.offers[0].sku == sku


def test_lines_go_to_their_own_offers(db):
    offers = (make_offer(), make_offer(name="Liquid cooled", is_base=False))
    sheet = replace(
        make_sheet(make_line(), make_line(offer="Liquid cooled", key="cdu")),
        offers=offers,
    )

    first, second = read(sheet).offers

    assert [line.key for line in first.lines] == ["chassis"]
    assert [line.key for line in second.lines] == ["cdu"]
    assert (first.is_base, second.is_base) == (True, False)


def test_hash_is_the_same_for_the_same_words_and_changes_with_any_of_them(db):
    vendor = make_vendor()
    terms = read(make_sheet(), vendor=vendor)
    same = read(make_sheet(), vendor=vendor)
    dearer = read(make_sheet(make_line(unit_price=Decimal(1))), vendor=vendor)

    assert terms.content_sha256 == same.content_sha256
    assert terms.content_sha256 != dearer.content_sha256
    assert terms.content_sha256 != replace(terms, notes="x").content_sha256
    assert replace(terms, replaces_current=True).content_sha256 == terms.content_sha256
