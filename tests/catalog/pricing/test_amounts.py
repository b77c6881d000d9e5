"""Amounts: one rounding a line, frozen rates only, one tax basis."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from catalog.pricing.amounts import (
    MissingTaxRateError,
    document_total,
    gap,
    offer_total,
    quoted_amount,
    quoted_total,
    stated_total,
    stated_unit_price,
)
from catalog.pricing.quoted import Basis
from procurement.money import CURRENCIES, MissingRateError, TaxBasis
from tests.catalog.pricing.samples import DOLLARS, STORY, line, offer, story_offers


def test_line_total_is_quantity_times_price_less_discount():
    priced = line("228400.00", discount=Decimal("0.05"))

    assert quoted_amount(priced, offer()).amount == Decimal(3471680)


def test_a_tiny_unit_price_is_not_rounded_away():
    priced = line("0.00285", quantity=Decimal(1000))

    assert quoted_total(priced, offer()).amount == Decimal("2.85")


@pytest.mark.parametrize(
    ("currency", "price", "total"),
    [
        ("USD", "0.333333", "1.00"),
        ("EUR", "0.333333", "1.00"),
        ("JPY", "33.5", "100"),
        ("KWD", "0.333333", "1.000"),
    ],
)
def test_line_totals_round_once_to_the_currency(currency, price, total):
    amount = quoted_total(line(price, quantity=Decimal(3)), offer(currency=currency))

    assert str(amount.amount) == total


@pytest.mark.parametrize(
    ("currency", "price", "total"),
    [
        ("EUR", "205497.140749", "3564800.00"),
        ("CNY", "1052183.173589", "2371200.00"),
        ("JPY", "35246914", "3654400.04"),
    ],
)
def test_foreign_prices_are_stated_by_the_frozen_rate(currency, price, total):
    amount = stated_total(line(price), offer(currency=currency), DOLLARS)

    assert str(amount.amount) == total


def test_hundred_yen_do_not_beat_two_dollars():
    one = line("100", quantity=Decimal(1))
    two = line("2", quantity=Decimal(1))

    yen = stated_total(one, offer(currency="JPY"), DOLLARS)
    dollars = stated_total(two, offer(), DOLLARS)

    assert (yen.amount, dollars.amount) == (Decimal("0.65"), Decimal("2.00"))


def test_tax_is_taken_out_of_gross_prices():
    gross = offer(tax_basis=TaxBasis.GROSS, tax_rate=Decimal("0.13"))

    total = stated_total(line("113.00", quantity=Decimal(1)), gross, DOLLARS)

    assert (total.amount, total.tax_basis) == (Decimal("100.00"), TaxBasis.NET)


def test_tax_is_added_where_the_evaluation_compares_with_tax():
    basis = Basis(currency="USD", tax_basis=TaxBasis.GROSS)
    taxed = offer(tax_rate=Decimal("0.19"))

    total = stated_total(line("100", quantity=Decimal(1)), taxed, basis)

    assert total.amount == Decimal("119.00")


def test_a_tie_in_the_cents_is_not_lost_to_the_division():
    gross = offer(currency="EUR", tax_basis=TaxBasis.GROSS, tax_rate=Decimal("0.13"))
    price = line("113", quantity=Decimal("0.25"))

    total = stated_total(price, gross, DOLLARS)

    assert total.amount == Decimal("27.10")
    assert Fraction("1.0842") * 113 / Fraction("1.13") * Fraction("0.25") == Fraction(
        "27.105"
    )


def test_missing_rate_names_the_pair_and_gives_no_amount():
    franc = offer(currency="CHF")

    with pytest.raises(MissingRateError, match="from CHF to USD"):
        stated_total(line(), franc, DOLLARS)
    assert isinstance(gap(franc, DOLLARS), MissingRateError)


def test_missing_tax_rate_is_never_zero():
    basis = Basis(currency="USD", tax_basis=TaxBasis.GROSS)

    with pytest.raises(MissingTaxRateError):
        stated_total(line(), offer(), basis)
    assert gap(offer(tax_rate=Decimal(0)), basis) is None


def test_line_without_price_has_no_amount_and_never_counts_as_zero():
    missing = line(None)

    assert quoted_total(missing, offer()) is None
    assert stated_total(missing, offer(), DOLLARS) is None
    assert stated_unit_price(missing, offer(), DOLLARS) is None
    assert offer_total(offer(missing), DOLLARS) is None
    assert document_total(offer(missing)) is None


def test_totals_of_the_story_agree_to_the_cent():
    totals = {bid.key: str(offer_total(bid, DOLLARS).amount) for bid in story_offers()}

    assert totals == STORY["totals_usd_net"]


def test_document_total_is_in_the_quotes_own_currency_and_tax_basis():
    documents = {bid.key: document_total(bid) for bid in story_offers()}

    assert documents["C"].currency == "CNY"
    assert documents["C"].tax_basis is TaxBasis.GROSS
    assert documents["D"].currency == "EUR"
    assert documents["A"].amount == Decimal("5026440.00")


PRICES = st.decimals(min_value=0, max_value=10**7, places=6)
LINES = st.lists(
    st.tuples(
        PRICES,
        st.decimals(min_value="0.001", max_value=10**4, places=3),
        st.decimals(min_value=0, max_value=1, places=6),
    ),
    min_size=1,
    max_size=12,
)


@given(LINES, st.sampled_from(["USD", "EUR", "JPY", "KWD"]), st.booleans())
def test_total_is_the_sum_of_the_shown_lines(rows, currency, is_gross):
    lines = [
        line(str(price), quantity=quantity, discount=discount, key=f"k{number}")
        for number, (price, quantity, discount) in enumerate(rows)
    ]
    quoted = offer(
        *lines,
        currency=currency,
        tax_basis=TaxBasis.GROSS if is_gross else TaxBasis.NET,
        tax_rate=Decimal("0.13"),
    )

    shown = [stated_total(each, quoted, DOLLARS).amount for each in lines]
    printed = [quoted_total(each, quoted).amount for each in lines]

    assert all(amount == round(amount, 2) for amount in shown)
    assert offer_total(quoted, DOLLARS).amount == sum(shown)
    places = CURRENCIES[currency]
    assert all(amount.as_tuple().exponent == -places for amount in printed)
    assert document_total(quoted).amount == sum(printed)


@given(PRICES, PRICES, st.sampled_from(["EUR", "JPY", "KWD"]))
def test_order_of_two_bids_is_that_of_their_exact_worth(first, second, currency):
    one = line(str(first), quantity=Decimal(10**6))
    two = line(str(second), quantity=Decimal(10**6))
    worth = {rate.base: Fraction(rate.quote_per_base) for rate in DOLLARS.rates}

    foreign = stated_total(one, offer(currency=currency), DOLLARS).amount
    own = stated_total(two, offer(), DOLLARS).amount

    exact = Fraction(first) * worth[currency] - Fraction(second)
    if abs(exact) > Fraction(1, 10**8):
        assert (foreign > own) == (exact > 0)
