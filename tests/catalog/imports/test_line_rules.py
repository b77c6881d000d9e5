"""Tiers, bundles, options and taxes of a line: read, or refused by their cell."""

from decimal import Decimal

import pytest

from catalog.imports.quote_sheet import Milestone, Payment, Tier
from catalog.imports.quotes import read_quote
from procurement.money import TaxBasis
from tests.catalog.imports.samples import (
    faults_of,
    make_line,
    make_sheet,
    place,
    table_bytes,
    table_rows,
)


def rows_with(*lines, **cells):
    """The table of a quote whose last line has these cells, by label."""
    rows = table_rows(make_sheet(*lines) if lines else None)
    for label, text in cells.items():
        number, column = place(rows, LABELS[label])
        rows[number + (len(lines) or 1)][column] = text
    return rows


LABELS = {
    "price": "Unit price",
    "discount": "Discount",
    "option": "Option",
    "inside": "Included in",
    "basis": "Line tax basis",
    "rate": "Line tax rate",
    "from_1": "Tier 1, from quantity",
    "price_1": "Tier 1, unit price",
    "from_2": "Tier 2, from quantity",
    "price_2": "Tier 2, unit price",
}
HOLDER = make_line()
HELD = make_line(key="rail", label="Rails")


def only_line(rows):
    reading = read_quote(table_bytes(rows))
    assert reading.errors == ()
    return reading.sheet.lines[-1]


def test_tiers_are_read_in_pairs():
    line = only_line(rows_with(from_1="8", price_1="95.5", from_2="16.5", price_2="90"))

    assert line.tiers == (
        Tier(from_quantity=Decimal(8), unit_price=Decimal("95.5")),
        Tier(from_quantity=Decimal("16.5"), unit_price=Decimal(90)),
    )


def test_a_line_may_be_an_option_with_its_own_tax():
    line = only_line(rows_with(option="yes", basis="gross", rate="6%"))

    assert (line.is_optional, line.tax_basis) == (True, TaxBasis.GROSS)
    assert line.tax_rate == Decimal("0.06")


@pytest.mark.parametrize("word", ["included", "0"])
def test_a_line_inside_another_has_no_price_and_never_zero(word):
    line = only_line(rows_with(HOLDER, HELD, price=word, inside="chassis"))

    assert (line.unit_price, line.included_in) == (None, "chassis")


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ({"from_1": "8"}, "tier_incomplete"),
        ({"price_1": "8"}, "tier_incomplete"),
        (
            {"from_1": "8", "price_1": "9", "from_2": "8", "price_2": "7"},
            "tier_order",
        ),
        (
            {"price": "not offered", "from_1": "8", "price_1": "9"},
            "tier_without_price",
        ),
        ({"basis": "gross"}, "tax_rate_missing"),
        ({"inside": "chassis", "price": "10"}, "bundle_priced"),
        ({"inside": "chassis", "price": "0", "discount": "5%"}, "bundle_priced"),
        ({"inside": "chassis", "price": "0", "option": "yes"}, "bundle_priced"),
        ({"inside": "other", "price": "0"}, "bundle_unknown"),
        ({"inside": "rail", "price": "0"}, "bundle_unknown"),
    ],
)
def test_what_does_not_fit_is_named_by_its_cell(cells, fault):
    (found,) = faults_of(rows_with(HOLDER, HELD, **cells))

    assert found[1] == fault


def test_a_line_that_is_not_offered_holds_no_other():
    holder = make_line(unit_price=None)

    (found,) = faults_of(rows_with(holder, HELD, price="0", inside="chassis"))

    assert found[1] == "bundle_unknown"


def payment_rows(*steps):
    rows = table_rows()
    number, _ = place(rows, "Days after")
    rows[number + 1 : number + 1] = [list(step) for step in steps]
    return rows


def test_payments_are_read_in_their_order():
    reading = read_quote(
        table_bytes(payment_rows(("30%", "order", "0"), ("70%", "验收", "30")))
    )

    assert reading.sheet.payments == (
        Payment(share=Decimal("0.30"), milestone=Milestone.ORDER),
        Payment(share=Decimal("0.70"), milestone=Milestone.ACCEPTANCE, days=30),
    )


@pytest.mark.parametrize(
    ("shares", "fault"),
    [(("30%", "69.99%"), "payments_sum"), (("100%", "0%"), "number_not_positive")],
)
def test_payments_are_the_whole_price(shares, fault):
    rows = payment_rows(*((share, "order", "0") for share in shares))

    assert [found for _, found in faults_of(rows)] == [fault]


def test_a_file_without_payments_is_read():
    rows = table_rows()
    at = next(n for n, row in enumerate(rows) if row[:1] == ["[Payments]"])

    assert read_quote(table_bytes([*rows[:at], *rows[at + 2 :]])).errors == ()


def test_a_file_says_when_it_delivers():
    rows = table_rows(make_sheet(lead_weeks=None))

    assert [found for _, found in faults_of(rows)] == ["delivery_missing"]


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ({"share": "5%", "amount": "10"}, "discount_twice"),
        ({"name": "Project"}, "discount_empty"),
        ({"share": "0%"}, "number_not_positive"),
    ],
)
def test_a_discount_on_the_total_is_a_share_or_an_amount(cells, fault):
    rows = table_rows()
    for part, text in cells.items():
        number, column = place(rows, f"Discount on total, {part}")
        rows[number + 1][column] = text

    assert [found for _, found in faults_of(rows)] == [fault]
