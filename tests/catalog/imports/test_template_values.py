"""A template says what the tender fixes, and nothing more."""

from decimal import Decimal

import pytest

from catalog.imports.columns import HEADER_FIELDS, LINE_COLUMNS
from catalog.imports.labels import Language
from catalog.imports.numbers import NumberStyle
from catalog.imports.template_values import (
    TenderBrief,
    caption,
    empty_values,
    sheet_values,
    shown_text,
)
from procurement.money import TaxBasis
from tests.catalog.imports.samples import BRIEF, make_line, make_sheet

FIELDS = {field.key: field for field in (*HEADER_FIELDS, *LINE_COLUMNS)}


def test_an_empty_template_holds_what_the_tender_fixes():
    values = empty_values(BRIEF)

    assert dict(values.header) == {
        "number_style": NumberStyle.POINT,
        "tender": "EV-2026-014",
        "vendor": "Example Systems",
        "round_number": 1,
        "currency": "EUR",
        "tax_basis": TaxBasis.NET,
    }
    assert values.offers == ({"nodes": 16, "is_base": True, "gpus_per_node": 8},)
    assert values.lines == ()


def test_gpus_that_do_not_divide_by_the_nodes_leave_their_cell_empty():
    brief = TenderBrief(reference="R", title="T", currency="USD", nodes=3, gpus=8)

    assert empty_values(brief).offers == ({"nodes": 3, "is_base": True},)


def test_a_line_without_discount_leaves_the_cell_empty():
    (values,) = sheet_values(make_sheet(make_line(unit_price=None))).lines

    assert "discount" not in values
    assert values["unit_price"] is None


def test_the_caption_names_the_tender_in_either_language():
    assert caption(BRIEF, Language.ENGLISH) == (
        "EV-2026-014 AI training cluster, phase 2 · 16 nodes, 128 GPUs"
    )
    assert caption(BRIEF, Language.CHINESE).endswith("16 节点, 128 GPU")


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("unit_price", None, "not offered"),
        ("unit_price", Decimal(0), "0"),
        ("discount", Decimal("0.025"), "2.5%"),
        ("quantity", Decimal("1.250"), "1.25"),
        ("category", "server", "Server"),
        ("incoterm", None, ""),
        ("tax_basis", TaxBasis.GROSS, "gross"),
        ("quoted_on", make_sheet().header.quoted_on, "2026-11-18"),
    ],
)
def test_a_value_is_shown_as_the_reader_takes_it(key, value, text):
    assert shown_text(FIELDS[key], value, Language.ENGLISH) == text
