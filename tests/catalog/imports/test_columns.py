"""The fields of the template carry both languages and no label twice."""

import pytest

from catalog.imports.columns import (
    HEADER_FIELDS,
    LINE_COLUMNS,
    OFFER_COLUMNS,
    PAYMENT_COLUMNS,
    TIERS,
)
from catalog.imports.quote_sheet import Payment, QuoteHeader, QuoteLine, QuoteOffer

TABLES = [HEADER_FIELDS, OFFER_COLUMNS, LINE_COLUMNS, PAYMENT_COLUMNS]
TIER_PARTS = ("from", "price")


@pytest.mark.parametrize("fields", TABLES)
def test_no_label_names_two_fields(fields):
    names = [name for field in fields for name in field.label.folded]

    assert len(names) == len(set(names))
    assert all(field.label.en and field.label.zh for field in fields)
    assert all(bool(field.note.en) == bool(field.note.zh) for field in fields)


def test_each_attribute_of_a_quote_has_its_field():
    header = {field.key for field in HEADER_FIELDS}
    clause = {"buy_back_share", "buy_back_month", "buy_back_conditions"}

    assert header - clause - {"number_style"} == {*QuoteHeader.__slots__} - {"buy_back"}
    lines = {field.key for field in LINE_COLUMNS}
    tiers = {f"tier_{n}_{part}" for n in range(1, TIERS + 1) for part in TIER_PARTS}
    assert lines - tiers == {*QuoteLine.__slots__} - {"tiers"}
    assert {field.key for field in OFFER_COLUMNS} == {*QuoteOffer.__slots__}
    assert {field.key for field in PAYMENT_COLUMNS} == {*Payment.__slots__}
