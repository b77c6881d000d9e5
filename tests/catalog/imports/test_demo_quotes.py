"""The quotes of the story add up to its totals, to the cent, from the shipped files."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from catalog.imports.demo_quotes import SAMPLES, demo_sheets, file_name, write_samples
from catalog.imports.quote_sheet import Category, QuoteSheet
from catalog.imports.quotes import read_quote
from catalog.pricing.amounts import document_total, offer_total, stated_total
from catalog.pricing.quoted import Basis, QuotedOffer
from catalog.selectors.sheet_offers import sheet_offer
from procurement.money import Rate, TaxBasis

STORY = json.loads(Path("scoring/data/story.json").read_text(encoding="utf-8"))
SHEETS = demo_sheets(STORY)
DAY = date.fromisoformat(STORY["fx"]["frozen_on"])
DOLLARS = Basis(
    currency="USD",
    tax_basis=TaxBasis.NET,
    rates=tuple(
        Rate(code, "USD", Decimal(STORY["fx"][code]), DAY, "ECB")
        for code in ("EUR", "CNY")
    ),
)


def offer_of(sheet: QuoteSheet) -> QuotedOffer:
    return sheet_offer(sheet, sheet.offers[0])


@pytest.mark.parametrize("letter", SHEETS)
def test_each_line_is_the_story_to_the_cent(letter):
    offer = offer_of(SHEETS[letter])

    for line, told in zip(offer.counted, STORY["lines"], strict=True):
        price = told["unit_price_usd_net"][letter]
        amount = stated_total(line, offer, DOLLARS)
        assert (amount is None) == (price is None)
        if amount is not None:
            assert amount.amount == Decimal(price) * told["quantity"]


@pytest.mark.parametrize("letter", SHEETS)
def test_each_total_is_the_story_to_the_cent(letter):
    whole = offer_total(offer_of(SHEETS[letter]), DOLLARS)

    assert str(whole.amount) == STORY["totals_usd_net"][letter]


def test_the_tier_of_the_story_is_the_one_that_applies():
    chassis = offer_of(SHEETS["D"]).lines[0]

    assert (chassis.tier, chassis.next_tier) == (Decimal(16), Decimal(32))
    assert chassis.base_price > chassis.unit_price


def test_an_option_is_priced_and_outside_the_total():
    options = [line for line in offer_of(SHEETS["D"]).lines if line.is_optional]

    assert [line.key for line in options] == ["train2"]
    assert all(line.base_price and not line.counts for line in options)


def test_the_documents_as_signed_have_the_totals_of_the_comparison():
    signed = {
        letter: str(document_total(offer_of(sheet)).amount)
        for letter, sheet in SHEETS.items()
    }

    assert signed == {
        "A": "5026440.00",
        "B": "5204740.00",
        "C": "26658854.11",
        "D": "4611492.34",
        "E": "6090400.00",
        "F": "4732244.96",
    }


@pytest.mark.parametrize("letter", SHEETS)
def test_the_shipped_file_holds_the_quote(letter):
    sheet = SHEETS[letter]

    reading = read_quote((SAMPLES / "quotes" / file_name(sheet)).read_bytes())

    assert reading.errors == ()
    assert reading.sheet == sheet


def test_the_shipped_files_are_those_that_the_code_writes(tmp_path):
    write_samples(tmp_path, STORY)
    written = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.xlsx")}
    shipped = {
        path.relative_to(SAMPLES): path.read_bytes() for path in SAMPLES.rglob("*.xlsx")
    }

    assert shipped.keys() == written
    assert all(len(content) < 20_000 for content in shipped.values())


def test_the_example_fits_any_evaluation():
    reading = read_quote((SAMPLES / "quote-example.xlsx").read_bytes())

    assert reading.sheet is not None
    assert reading.sheet.header.tender == ""
    assert reading.sheet.lines == SHEETS["B"].lines


def test_what_is_not_offered_and_what_is_included_are_told_apart():
    extension = {s: sheet.lines[7] for s, sheet in SHEETS.items()}
    cpu = {s: sheet.lines[1] for s, sheet in SHEETS.items()}

    assert (extension["C"].key, extension["C"].unit_price) == ("s5", None)
    assert (cpu["E"].key, cpu["E"].unit_price) == ("cpu", 0)


def test_a_quote_carries_the_terms_of_the_story():
    sheet = SHEETS["C"]

    header, (offer,) = sheet.header, sheet.offers
    assert (header.currency, header.tax_basis, header.tax_rate) == (
        "CNY",
        TaxBasis.GROSS,
        Decimal("0.13"),
    )
    assert (header.quoted_on, header.valid_until) == (
        date(2026, 11, 17),
        date(2026, 11, 20),
    )
    assert (offer.gpus, offer.gpu, offer.rack_units) == (128, "H100 SXM 80 GB", 6)
    assert [line.category for line in sheet.lines[9:]] == [
        Category.TRAINING,
        Category.FREIGHT,
        Category.SPARES,
    ]
    assert (sheet.lines[6].first_year, sheet.lines[6].last_year) == (1, 3)
