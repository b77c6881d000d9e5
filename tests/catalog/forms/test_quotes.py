"""A typed line says its price, or that it is not offered."""

import pytest

from catalog.forms.quote_lines import LineForm
from catalog.forms.quotes import OfferForm, QuoteForm, vendors_of
from catalog.models import Tender
from tests.factories import make_sku, make_vendor

LINE = {
    "category": "server",
    "label": "Server",
    "quantity": "16",
    "unit_price": "228400",
}


def test_vendors_are_the_invited_ones_where_some_are(tender):
    first, second = make_vendor(), make_vendor()
    make_vendor(is_active=False)
    assert set(vendors_of(tender)) == {first, second}

    tender.invitations.create(vendor=first)
    assert list(vendors_of(tender)) == [first]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({}, {}),
        ({"unit_price": "0"}, {}),
        ({"unit_price": "", "is_not_offered": "on"}, {}),
        (
            {"unit_price": ""},
            {"unit_price": ["Type the price (0 if included) or tick not offered."]},
        ),
        (
            {"is_not_offered": "on"},
            {"unit_price": ["A line that is not offered has no price."]},
        ),
        ({"unit_price": "-1"}, None),
        ({"unit_price": "1,234"}, None),
        ({"quantity": "0"}, None),
        ({"key": "Big Key"}, {"key": ["Small letters, digits, hyphen, underscore."]}),
        ({"first_year": "1"}, {"last_year": ["Give both years, or none."]}),
        (
            {"first_year": "4", "last_year": "3"},
            {"last_year": ["The last year lies before the first."]},
        ),
        (
            {"category": "support"},
            {"first_year": ["Support lines need their years."]},
        ),
        ({"category": "support", "first_year": "1", "last_year": "3"}, {}),
    ],
)
def test_line_is_priced_or_not_offered_never_both(fields, errors):
    form = LineForm(LINE | fields)

    assert form.is_valid() is (errors == {})
    if errors is not None:
        assert form.errors == errors


def test_gross_prices_state_their_tax_rate(tender):
    sent = {
        "vendor": make_vendor().pk,
        "round": "1",
        "currency": "CNY",
        "tax_basis": "gross",
    }

    assert QuoteForm(sent, tender=tender).errors == {
        "tax_rate": ["State the tax rate of prices with tax."]
    }
    assert QuoteForm(sent | {"tax_rate": "0"}, tender=tender).is_valid()


def test_buy_back_has_a_share_and_a_month(tender):
    sent = {
        "vendor": make_vendor().pk,
        "round": "1",
        "currency": "USD",
        "tax_basis": "net",
        "buy_back_share": "15",
    }

    assert QuoteForm(sent, tender=tender).errors == {
        "buy_back_month": ["Give both the share and the month, or none."]
    }


def test_replacement_is_not_asked_about_while_sealed(tender):
    assert "replaces_current" in QuoteForm(tender=tender).fields

    sealed = Tender(is_sealed=True, pk=tender.pk)
    assert "replaces_current" not in QuoteForm(tender=sealed).fields


def test_server_of_the_catalogue_may_be_left_open(db):
    sku = make_sku()

    form = OfferForm({"name": "Base", "nodes": "16", "gpus_per_node": "8"})

    assert form.is_valid()
    assert list(form.fields["sku"].queryset) == [sku]
