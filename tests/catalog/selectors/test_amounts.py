"""Rows of quotes become values; a line costs the same wherever it is shown."""

from datetime import date
from decimal import Decimal

import pytest

from catalog.selectors.amounts import (
    TaxRateMissingError,
    basis_of,
    frozen_rates,
    gap_words,
    quoted_offer,
    tender_amount,
)
from procurement.money import MissingRateError, TaxBasis
from tests.factories import make_gpu, make_quote, make_sku, make_vendor


def freeze(tender, currency, rate):
    tender.rates.create(
        currency=currency, rate=Decimal(rate), on=date(2026, 11, 16), source="ECB"
    )


def first_line(quote):
    return quote.offers.get().lines.get()


def test_line_in_the_tenders_currency_and_tax_basis_is_rounded_once(tender):
    freeze(tender, "CNY", "0.14085")
    quote = make_quote(
        tender,
        currency="CNY",
        tax_basis="gross",
        tax_rate=Decimal("0.13"),
        offers=[{"lines": [{"unit_price": Decimal("1188966.986155")}]}],
    )
    line = first_line(quote)

    amount = tender_amount(quote, line, tender, frozen_rates(tender))

    assert amount.to_json() == {
        "amount": "2371200.00",
        "currency": "USD",
        "tax_basis": "net",
    }


def test_line_without_a_price_has_no_amount(tender):
    quote = make_quote(tender, offers=[{"lines": [{"unit_price": None}]}])

    assert tender_amount(quote, first_line(quote), tender, {}) is None


def test_missing_rate_names_the_pair(tender):
    quote = make_quote(tender, currency="EUR")

    with pytest.raises(MissingRateError) as refusal:
        tender_amount(quote, first_line(quote), tender, {})

    words = gap_words(refusal.value, vendor="HPE")
    assert words == "The exchange rate from EUR to USD is missing."


def test_missing_tax_rate_names_the_vendor(tender):
    tender.tax_basis = "gross"
    quote = make_quote(tender, vendor=make_vendor(name="HPE"))

    with pytest.raises(TaxRateMissingError, match="HPE states no tax rate"):
        tender_amount(quote, first_line(quote), tender, {})


def test_basis_holds_the_frozen_rates(tender):
    freeze(tender, "EUR", "1.0842")

    basis = basis_of(tender)

    assert (basis.currency, basis.tax_basis) == ("USD", TaxBasis.NET)
    assert [(rate.base, rate.quote_per_base) for rate in basis.rates] == [
        ("EUR", Decimal("1.0842"))
    ]


def test_offer_carries_the_gpu_memory_of_all_its_gpus(tender):
    sku = make_sku(gpu=make_gpu(memory_gb=141), gpu_count=8)
    quote = make_quote(tender, offers=[{"sku": sku}, {"name": "Other"}])

    known, unknown = quote.offers.select_related("sku__gpu")

    assert quoted_offer(known).memory_gb == Decimal(18048)
    assert quoted_offer(unknown).memory_gb is None
    assert quoted_offer(known, lines=[]).lines == ()
