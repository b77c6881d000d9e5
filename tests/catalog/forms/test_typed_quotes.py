"""Three forms as one quote: offers and lines fit each other."""

from decimal import Decimal

import pytest
from django.http import QueryDict

from catalog.forms.typed_quotes import QuoteForms, with_more_lines
from catalog.models import ServiceLevel
from tests.factories import make_quote, make_vendor

ONE = ({},)


def sent(vendor, *, offers=ONE, lines=ONE, **fields):
    """What a browser posts: terms, offers and lines."""
    values = {
        "vendor": str(vendor.pk),
        "round": "1",
        "currency": "EUR",
        "tax_basis": "net",
    } | fields
    offer = {"name": "Base", "nodes": "16", "gpus_per_node": "8", "is_base": "on"}
    line = {
        "offer": "1",
        "category": "server",
        "key": "chassis",
        "label": "Server",
        "quantity": "16",
        "unit_price": "222800",
    }
    for prefix, default, rows in (("offer", offer, offers), ("line", line, lines)):
        values |= {
            f"{prefix}-TOTAL_FORMS": str(len(rows) + 1),
            f"{prefix}-INITIAL_FORMS": "0",
        }
        for number, row in enumerate(rows):
            values |= {
                f"{prefix}-{number}-{name}": value
                for name, value in (default | row).items()
                if value is not None
            }
    values |= {"payment-TOTAL_FORMS": "0", "payment-INITIAL_FORMS": "0"}
    query = QueryDict(mutable=True)
    query.update(values)
    return query


def problems(forms):
    assert not forms.is_valid()
    return forms.terms_form.non_field_errors()


def test_typed_quote_becomes_terms(tender):
    vendor = make_vendor()
    gold = ServiceLevel.objects.create(vendor=vendor, name="Gold")
    second = {"name": "Liquid", "is_base": None}
    rail = {"offer": "2", "key": "cdu", "label": "CDU", "discount": "5"}
    forms = QuoteForms(
        sent(vendor, offers=({}, second), lines=({}, rail), service_level_name="gold"),
        tender=tender,
    )

    assert forms.is_valid()
    terms = forms.terms
    assert (terms.vendor, terms.currency, terms.service_level) == (vendor, "EUR", gold)
    base, liquid = terms.offers
    assert (base.is_base, liquid.is_base) == (True, False)
    assert [line.key for line in base.lines] == ["chassis"]
    assert [(line.key, line.discount) for line in liquid.lines] == [
        ("cdu", Decimal("0.05"))
    ]


def test_line_without_an_offer_number_belongs_to_the_first(tender):
    forms = QuoteForms(sent(make_vendor(), lines=({"offer": ""},)), tender=tender)

    assert forms.is_valid()
    assert len(forms.terms.offers[0].lines) == 1


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"offers": ({"DELETE": "on"},)}, "Describe at least one configuration."),
        (
            {"offers": ({"is_base": None},)},
            "Exactly one configuration is the base offer.",
        ),
        (
            {"lines": ({"offer": "3"},)},
            "A line belongs to configuration 3, which is empty.",
        ),
        ({"lines": ()}, "Each configuration needs at least one line."),
        (
            {"lines": ({"DELETE": "on"},)},
            "Each configuration needs at least one line.",
        ),
    ],
)
def test_offers_and_lines_fit_each_other(tender, parts, words):
    forms = QuoteForms(sent(make_vendor(), **parts), tender=tender)

    assert problems(forms) == [words]


def test_a_fault_in_any_part_makes_the_whole_invalid(tender):
    forms = QuoteForms(sent(make_vendor(), lines=({"unit_price": ""},)), tender=tender)

    assert not forms.is_valid()
    assert forms.lines.forms[0].errors["unit_price"]


def test_new_version_starts_from_the_replaced_one(tender):
    quote = make_quote(
        tender,
        tax_rate=Decimal("0.19"),
        offers=[{"lines": [{}, {"key": "s5", "unit_price": None}]}],
    )

    forms = QuoteForms(None, tender=tender, replaced=quote)

    assert forms.terms_form.initial["vendor"] == quote.vendor
    assert forms.terms_form.initial["replaces_current"] is True
    first, second, *empty = forms.lines.forms
    assert first.initial["unit_price"] == Decimal("228400.00")
    assert (first.initial["offer"], first.initial["is_not_offered"]) == (1, False)
    assert second.initial["is_not_offered"] is True
    assert len(empty) == 6


def test_more_lines_are_given_up_to_a_bound(tender):
    query = sent(make_vendor())

    assert with_more_lines(query)["line-TOTAL_FORMS"] == "12"
    query["line-TOTAL_FORMS"] = "115"
    assert with_more_lines(query)["line-TOTAL_FORMS"] == "120"
    query["line-TOTAL_FORMS"] = "many"
    assert with_more_lines(query)["line-TOTAL_FORMS"] == "many"
