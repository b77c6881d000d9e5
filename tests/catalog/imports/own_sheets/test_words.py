"""Headings and groups in two languages: known, or asked for."""

import pytest

from catalog.imports.numbers import NumberStyle
from catalog.imports.own_sheets.words import (
    category_meant,
    field_meant,
    is_sum,
    style_meant,
)


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("QTY", "quantity"),
        ("Unit Price (USD):", "unit_price"),
        ("单价（元）", "unit_price"),
        ("总价", "line_total"),
        ("Ext. Price", "line_total"),
        ("Description *", "label"),
        ("No.", ""),
        ("序号", ""),
        ("Price", None),
        ("List price", None),
        ("", None),
    ],
)
def test_a_heading_is_known_or_nobody_guesses(heading, field):
    assert field_meant(heading) == field


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("5 years server support", "support"),
        ("GPU server", "server"),
        ("Spares", "spares"),
        ("光模块 400G", "network"),
        ("Other things", None),
    ],
)
def test_a_group_is_proposed(text, category):
    assert category_meant(text) == category


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("TOTAL", True),
        ("Sub-total", True),
        ("Total excl. VAT", True),
        ("含税合计", True),
        ("增值税 13%", True),
        ("Total care pack", False),
        ("Summit switch", False),
        ("合计算力平台", False),
    ],
)
def test_a_sum_is_told_from_an_item(text, is_one):
    assert is_sum(text) is is_one


@pytest.mark.parametrize(
    ("texts", "style"),
    [
        (["1,234.56", "12"], NumberStyle.POINT),
        (["1.234,56", "0,50"], NumberStyle.COMMA),
        (["1,234.56", "1.234,56"], None),
        (["1.234", "text"], None),
    ],
)
def test_a_number_format_is_proposed_where_the_texts_agree(texts, style):
    assert style_meant(texts) == style
