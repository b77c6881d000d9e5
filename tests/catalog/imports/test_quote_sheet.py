"""Amounts of a quote are exact; what is not offered has none."""

from decimal import Decimal

from catalog.imports.quote_sheet import CATEGORY_NAMES, Category
from procurement.money import Money, TaxBasis
from tests.catalog.imports.samples import make_line, make_offer, make_sheet


def test_an_amount_is_quantity_times_price_less_discount():
    line = make_line(
        quantity=Decimal("1.5"), unit_price=Decimal("0.00285"), discount=Decimal("0.05")
    )

    assert line.amount == Decimal("0.00406125")


def test_money_carries_currency_and_tax_basis():
    sheet = make_sheet(make_line(unit_price=Decimal(10)), make_line(unit_price=None))

    amounts = [sheet.money(line) for line in sheet.lines]

    assert amounts == [Money(Decimal(160), "EUR", TaxBasis.NET), None]


def test_lines_are_found_by_offer():
    sheet = make_sheet(make_line(), make_line(offer="Other"))

    assert sheet.lines_of("Other") == (sheet.lines[1],)
    assert make_offer(nodes=16, gpus_per_node=8).gpus == 128


def test_each_category_has_both_names():
    assert set(CATEGORY_NAMES) == set(Category)
