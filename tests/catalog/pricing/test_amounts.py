"""Amounts: one rounding a line, frozen rates only, one tax basis."""

import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from catalog.pricing.amounts import (
    MissingTaxRateError,
    discount_total,
    document_basis,
    document_total,
    gap,
    line_gap,
    offer_total,
    quoted_amount,
    quoted_total,
    stated_total,
    stated_unit_price,
)
from catalog.pricing.quoted import Basis, TotalDiscount
from procurement.money import CURRENCIES, MissingRateError, TaxBasis
from tests.catalog.pricing.samples import (
    DOLLARS,
    STORY,
    line,
    offer,
    story_offers,
    tiers,
)


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


def test_an_option_is_outside_the_total_until_it_is_chosen():
    option = {"key": "opt", "is_optional": True, "quantity": Decimal(1)}

    left = offer(line("10"), line("5", **option))
    chosen = offer(line("10"), line("5", is_chosen=True, **option))

    assert offer_total(left, DOLLARS).amount == 160
    assert offer_total(chosen, DOLLARS).amount == 165


def test_a_bundled_line_has_no_amount_of_its_own_and_is_offered():
    held = line(None, key="rail", included_in="chassis")
    bundle = offer(line("10"), held)

    assert quoted_total(held, bundle) is None
    assert (held.is_offered, held.is_included) == (True, True)
    assert offer_total(bundle, DOLLARS).amount == 160


@pytest.mark.parametrize(
    ("discount", "taken", "total"),
    [
        ({"share": Decimal("0.025")}, "4.00", "156.00"),
        ({"share": Decimal("0.00333")}, "0.53", "159.47"),
        ({"amount": Decimal("12.345")}, "12.34", "147.66"),
    ],
)
def test_a_discount_on_the_total_is_taken_once_and_rounded_once(discount, taken, total):
    whole = offer(line("10"), discount=TotalDiscount(**discount))

    assert str(discount_total(whole, DOLLARS).amount) == taken
    assert str(offer_total(whole, DOLLARS).amount) == total
    assert str(document_total(whole).amount) == total


def test_an_amount_off_the_total_is_converted_and_freed_of_the_quotes_tax():
    whole = offer(
        line("1130"),
        currency="CNY",
        tax_basis=TaxBasis.GROSS,
        tax_rate=Decimal("0.13"),
        discount=TotalDiscount(amount=Decimal(113)),
    )

    assert str(discount_total(whole, DOLLARS).amount) == "14.08"
    assert str(document_total(whole).amount) == "17967.00"


def test_a_share_is_taken_of_the_lines_that_count_only():
    option = line("100", key="opt", is_optional=True)
    whole = offer(line("10"), option, discount=TotalDiscount(share=Decimal("0.5")))

    assert offer_total(whole, DOLLARS).amount == 80


def test_a_line_has_its_own_tax_basis_and_rate():
    training = {"category": "training", "quantity": Decimal(1)}
    own = line(
        "106", key="own", tax_basis=TaxBasis.GROSS, tax_rate=Decimal("0.06"), **training
    )
    rate = line("106", key="rate", tax_rate=Decimal("0.06"), **training)
    gross = {"tax_basis": TaxBasis.GROSS, "tax_rate": Decimal("0.13")}

    assert stated_total(own, offer(own), DOLLARS).amount == 100
    assert stated_total(rate, offer(rate, **gross), DOLLARS).amount == 100
    assert document_total(offer(own, **gross)).amount == 106
    assert document_total(offer(line("10"), own)).amount == 260


def test_a_line_without_the_rate_that_it_needs_makes_the_offer_incomparable():
    bare = line("10", key="bare", label="Cabling", tax_basis=TaxBasis.GROSS)
    whole = offer(line("10"), bare)

    error = gap(whole, DOLLARS)

    assert isinstance(error, MissingTaxRateError)
    assert error.line == "Cabling"
    assert document_total(whole) is None


def test_an_option_without_the_rate_that_it_needs_leaves_the_total_alone():
    bare = line("10", key="bare", tax_basis=TaxBasis.GROSS, is_optional=True)
    whole = offer(line("10"), bare)

    assert gap(whole, DOLLARS) is None
    assert line_gap(bare, whole, DOLLARS) is not None
    assert offer_total(whole, DOLLARS).amount == 160


SEED = 20261130
QUOTES = 10_000


def random_line(chance, number):
    priced = chance.random() > 0.05
    steps = sorted(chance.sample(range(1, 300), chance.randint(0, 3)))
    return line(
        str(Decimal(chance.randrange(10 ** chance.randint(1, 12))).scaleb(-6))
        if priced
        else None,
        key=f"k{number}",
        quantity=Decimal(chance.randint(1, 300_000)).scaleb(-3),
        breaks=tiers(
            *((n, str(Decimal(chance.randrange(10**9)).scaleb(-6))) for n in steps)
        ),
        discount=Decimal(chance.randint(0, 10_000)).scaleb(-4),
        tax_rate=chance.choice([None, Decimal("0.06"), Decimal("0.135")]),
        is_optional=chance.random() < 0.1,
        is_chosen=chance.random() < 0.5,
    )


def random_offer(chance, currency):
    lines = [random_line(chance, at) for at in range(chance.randint(1, 6))]
    discount = chance.choice(
        [None, TotalDiscount(share=Decimal(chance.randint(1, 9999)).scaleb(-4))]
    )
    return offer(
        *lines,
        currency=currency,
        tax_basis=chance.choice(list(TaxBasis)),
        tax_rate=Decimal("0.13"),
        discount=discount,
    )


@pytest.mark.parametrize("currency", ["USD", "EUR", "JPY", "KWD"])
def test_shown_lines_sum_to_the_total_to_the_coin_for_ten_thousand_quotes(currency):
    chance = random.Random(SEED)  # noqa: S311  # a seeded test, no secret
    places = CURRENCIES[currency]

    for _ in range(QUOTES // 4):
        whole = random_offer(chance, currency)
        shown = [quoted_total(each, whole) for each in whole.counted]
        coins = [
            int(amount.amount.scaleb(places)) for amount in shown if amount is not None
        ]
        taken = discount_total(whole, document_basis(whole))
        coins.append(-int(taken.amount.scaleb(places)) if taken else 0)
        total = document_total(whole)
        assert (int(total.amount.scaleb(places)) if total else 0) == sum(coins)
        assert total is None or total == total.rounded()
