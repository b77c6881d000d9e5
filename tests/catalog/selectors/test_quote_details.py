"""One quote in full: lines as signed and on the evaluation's basis, its versions."""

from datetime import date
from decimal import Decimal

from catalog.selectors.quote_details import quote_offers, quote_versions
from tests.factories import make_quote, make_vendor

DAY = date(2026, 11, 30)
LINES = [
    {"unit_price": Decimal("0.333333"), "quantity": Decimal(3)},
    {"key": "s5", "label": "Extension", "unit_price": None, "category": "support"},
]


def test_lines_are_totalled_as_signed_and_on_the_basis(tender):
    tender.rates.create(
        currency="EUR", rate=Decimal("1.0842"), on=date(2026, 11, 16), source="ECB"
    )
    quote = make_quote(tender, currency="EUR", offers=[{"lines": LINES}])

    (offer,) = quote_offers(quote, DAY)

    first, second = offer.lines
    assert (first.category, str(first.quoted.amount)) == ("Server", "1.00")
    assert str(first.stated.amount) == "1.08"
    assert (second.quoted, second.stated) == (None, None)
    assert (str(offer.quoted.amount), str(offer.stated.amount)) == ("1.00", "1.08")
    assert offer.gap == ""


def test_missing_rate_leaves_the_signed_total_and_says_why(tender):
    quote = make_quote(tender, currency="EUR", offers=[{"lines": LINES}])

    (offer,) = quote_offers(quote, DAY)

    assert (str(offer.quoted.amount), offer.stated) == ("1.00", None)
    assert offer.gap == "The exchange rate from EUR to USD is missing."
    assert offer.lines[0].stated is None


def test_versions_are_listed_newest_first(officer, tender):
    vendor = make_vendor()
    old = make_quote(tender, vendor=vendor, is_current=False, file_name="a.xlsx")
    new = make_quote(tender, vendor=vendor, version=2, replaces=old)
    make_quote(tender, vendor=vendor, round=2)

    versions = quote_versions(new, officer)

    assert [(v.version, v.is_current, v.file_name) for v in versions] == [
        (2, True, ""),
        (1, False, "a.xlsx"),
    ]


def test_versions_of_hidden_quotes_are_not_listed(evaluator, tender):
    assert quote_versions(make_quote(tender), evaluator) == ()
