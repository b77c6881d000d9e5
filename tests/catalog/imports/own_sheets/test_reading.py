"""A vendor's own sheet: read by its plan and the rules of every import, or refused."""

from dataclasses import replace
from decimal import Decimal

import pytest

from catalog.imports.numbers import NumberStyle
from catalog.imports.own_sheets.plans import SheetPlan
from catalog.imports.own_sheets.reading import key_for, read_own_quote
from tests.catalog.imports.own_sheets.samples import (
    CHINESE,
    GERMAN,
    plan_for,
    workbook_of,
)

GERMAN_BYTES = GERMAN.encode()
UNIT = "einzelpreis (eur)"


def lines_of(content, plan):
    reading = read_own_quote(content, plan)
    assert reading.errors == ()
    return {line.key: line for line in reading.sheet.lines}


def faults(content, plan):
    reading = read_own_quote(content, plan)
    assert reading.sheet is None
    return [(error.cell, error.code.value) for error in reading.errors]


def changed(old, new):
    assert old in GERMAN
    return GERMAN.replace(old, new, 1).encode()


def test_lines_terms_and_offer_are_those_of_the_sheet_and_the_plan():
    reading = read_own_quote(GERMAN_BYTES, plan_for(GERMAN_BYTES))

    sheet = reading.sheet
    assert (sheet.header.currency, sheet.header.reference) == ("EUR", "Q-2026-77")
    (offer,) = sheet.offers
    assert (offer.sku, offer.nodes, offer.is_base) == ("XS-800", 16, True)
    assert [(line.key, line.category, line.unit_price) for line in sheet.lines] == [
        ("gpu-server-with-8-gpus", "server", Decimal("205497.14")),
        ("infiniband-switch", "network", Decimal(25000)),
        ("support-3-years-7d1b93f5", "support", Decimal(90000)),
    ]
    assert [(line.first_year, line.last_year) for line in sheet.lines] == [
        (None, None),
        (None, None),
        (1, 3),
    ]
    assert [row.number for row in reading.left_out] == [1, 2, 7]


def test_line_totals_are_divided_where_they_are_what_is_read():
    content = CHINESE.encode()
    plan = plan_for(content, number_style=NumberStyle.POINT)

    lines = lines_of(content, plan)

    assert plan.is_extended
    assert [(line.unit, line.unit_price) for line in lines.values()] == [
        ("台", Decimal(62500)),
        ("台", Decimal("333.333333")),
    ]


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        (("Item", "Unit", "Qty", "Total"), ("Installation", "sum", 1, 5000)),
        (("Item", "Unit", "Qty", "Total"), ("Installation", "Total", 1, 5000)),
        (("Item", "Remark", "Qty", "Total"), ("Installation", "VAT 6%", 1, 5000)),
        (("Item", "Group", "Qty", "Total"), ("Installation", "Tax", 1, 5000)),
    ],
)
def test_an_item_is_a_line_whatever_its_unit_its_group_and_its_tax_are_called(
    headings, row
):
    content = workbook_of({"Q": [headings, ("Server", "piece", 2, 100), row]})
    plan = plan_for(content)

    reading = read_own_quote(content, plan)

    assert reading.errors == ()
    assert [(line.label, line.unit_price) for line in reading.sheet.lines] == [
        ("Server", Decimal(50)),
        ("Installation", Decimal(5000)),
    ]
    assert [row.number for row in reading.left_out] == []


@pytest.mark.parametrize(
    "row",
    [
        ("Total", "", 3, 5100),
        ("", "Subtotal", 3, 5100),
        ("Servers", "Subtotal", 3, 5100),
        ("VAT 13%", "", "", 663),
        ("", "VAT", "", 663),
    ],
)
def test_a_sum_is_no_line_wherever_its_word_stands(row):
    headings = ("Item", "Remark", "Qty", "Total")
    content = workbook_of({"Q": [headings, ("Server", "new", 2, 100), row]})

    reading = read_own_quote(content, plan_for(content))

    assert [line.label for line in reading.sheet.lines] == ["Server"]
    assert [row.number for row in reading.left_out] == [3]


def test_a_sum_with_a_quantity_is_no_line():
    content = CHINESE.encode()

    reading = read_own_quote(content, plan_for(content))

    assert [row.number for row in reading.left_out] == [4]


@pytest.mark.parametrize(
    ("old", "new", "cell", "code"),
    [
        ('"205.497,14"', '"205,497.14"', "D4", "number_invalid"),
        ('"205.497,14"', "205.497", "D4", "number_ambiguous"),
        ('"205.497,14"', "", "D4", "price_missing"),
        ('"3.287.954,24"', '"3.287.954,25"', "E4", "total_differs"),
        (";16;", ";;", "C4", "required"),
        (";16;", ";-16;", "C4", "number_too_small"),
        ("InfiniBand switch", "", "B5", "required"),
        (";Total;", ";Rails;", "C7", "required"),
    ],
)
def test_a_fault_names_its_cell(old, new, cell, code):
    content = changed(old, new)
    plan = plan_for(GERMAN_BYTES)
    plan = replace(plan, words={**plan.words, "rails": "other"})

    assert (cell, code) in faults(content, plan)


def test_a_heading_that_changed_is_asked_for_before_a_cell_is_read():
    plan = plan_for(GERMAN_BYTES)
    content = changed("Einzelpreis (EUR)", "Listenpreis (EUR)")

    assert faults(content, plan) == [
        ("D3", "column_unmatched"),
        ("A3", "column_gone"),
    ]


def test_columns_may_stand_in_another_order():
    plan = plan_for(GERMAN_BYTES)
    rows = [line.split(";") for line in GERMAN.splitlines()]
    turned = "\n".join(";".join(reversed(row)) for row in rows).encode()

    assert lines_of(turned, plan) == lines_of(GERMAN_BYTES, plan)


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({UNIT: "", "gesamtpreis": ""}, "column_needed"),
        ({"menge": ""}, "column_needed"),
        ({"beschreibung": ""}, "column_needed"),
        ({"pos": "quantity"}, "column_double"),
        ({UNIT: "discount"}, "total_with_discount"),
    ],
)
def test_a_plan_that_can_not_be_is_refused(columns, code):
    plan = plan_for(GERMAN_BYTES)
    plan = replace(plan, columns={**plan.columns, **columns})

    assert [found for _, found in faults(GERMAN_BYTES, plan)] == [code]


def test_a_group_that_nobody_matched_is_asked_for():
    plan = plan_for(GERMAN_BYTES)
    words = {word: group for word, group in plan.words.items() if "switch" not in word}

    assert faults(GERMAN_BYTES, replace(plan, words=words)) == [
        ("B5", "group_unmatched")
    ]


def test_support_without_years_is_refused():
    plan = plan_for(GERMAN_BYTES, facts={"line.first_year": "", "line.last_year": ""})

    assert [code for _, code in faults(GERMAN_BYTES, plan)] == ["years_missing"]


def test_a_fault_beside_the_file_has_no_cell():
    plan = plan_for(GERMAN_BYTES, facts={"tax_basis": "gross"})

    assert faults(GERMAN_BYTES, plan) == [("", "tax_rate_missing")]


def test_numbers_of_a_workbook_are_those_that_it_shows():
    rows = [["Item", "Qty", "Total"], ["Server", 3, 0.1 + 0.2], ["Rail", 7, 100]]
    content = workbook_of({"BoQ": rows})

    lines = lines_of(content, plan_for(content))

    assert lines["server"].unit_price == Decimal("0.1")
    assert lines["rail"].unit_price == Decimal("14.285714")


def test_items_of_one_name_are_numbered_and_other_names_never_share_a_key():
    rows = [["Item", "Qty", "Unit price"], *[["Cable", 1, 2]] * 2, ["Cable!", 1, 2]]
    content = workbook_of({"BoQ": rows})

    assert list(lines_of(content, plan_for(content))) == [
        "cable",
        "cable-2",
        key_for("Cable!"),
    ]
    assert key_for("A" * 50) != key_for("A" * 51)
    assert len(key_for("A" * 50)) <= 36


def test_a_plan_is_kept_and_comes_back():
    plan = plan_for(GERMAN_BYTES)

    assert SheetPlan.from_json(plan.to_json()) == plan


def test_an_empty_table_is_refused():
    content = b"Item,Qty,Unit price\n"

    assert faults(content, plan_for(content)) == [
        ("A1", "no_rows"),
        ("", "offer_without_lines"),
    ]
