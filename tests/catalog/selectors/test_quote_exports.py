"""All lines as CSV: plain exact numbers, formulas disarmed, nothing secret."""

import csv
import io
from datetime import date
from decimal import Decimal

from catalog.selectors.quote_exports import COLUMNS, quotes_csv
from tests.factories import make_quote, make_vendor

DAY = date(2026, 11, 30)


def rows(tender, user):
    text = quotes_csv(tender, user, DAY).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_each_line_has_its_amounts_on_both_bases(officer, tender):
    tender.rates.create(
        currency="EUR", rate=Decimal("1.0842"), on=date(2026, 11, 16), source="ECB"
    )
    make_quote(
        tender,
        vendor=make_vendor(name="HPE"),
        currency="EUR",
        tax_basis="gross",
        tax_rate=Decimal("0.13"),
        offers=[
            {
                "lines": [
                    {"unit_price": Decimal(113), "discount": Decimal("0.5")},
                    {"unit_price": Decimal(0), "key": "cpu"},
                    {"unit_price": None, "key": "s5", "category": "support"},
                ]
            }
        ],
    )

    priced, included, missing = rows(tender, officer)

    assert list(priced) == list(COLUMNS)
    assert (priced["evaluation"], priced["vendor"]) == (tender.reference, "HPE")
    assert (priced["unit_price"], priced["discount"]) == ("113", "0.5")
    assert (priced["state"], priced["quoted_total"]) == ("priced", "904")
    assert (priced["exchange_rate"], priced["total"]) == ("1.0842", "867.36")
    assert (priced["quote_tax_basis"], priced["tax_basis"]) == ("gross", "net")
    assert (included["state"], included["total"]) == ("included", "0")
    assert (missing["state"], missing["unit_price"]) == ("not_offered", "")
    assert (missing["quoted_total"], missing["total"]) == ("", "")


def test_line_without_a_rate_says_so(officer, tender):
    make_quote(tender, currency="CHF")

    (row,) = rows(tender, officer)

    assert (row["state"], row["total"]) == ("missing_rate", "")
    assert row["quoted_total"] == "3654400"


def test_text_that_a_spreadsheet_would_run_is_disarmed(officer, tender):
    make_quote(tender, offers=[{"lines": [{"label": "=HYPERLINK(1)"}]}])

    assert rows(tender, officer)[0]["item"] == "'=HYPERLINK(1)"


def test_hidden_quotes_are_not_exported(evaluator, tender):
    make_quote(tender)

    assert rows(tender, evaluator) == []
