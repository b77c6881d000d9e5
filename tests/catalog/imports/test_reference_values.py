"""Figures, dates and marks are read as precisely as they are written."""

from datetime import date
from decimal import Decimal

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.reference_values import (
    Mark,
    Verification,
    count,
    figure,
    mark,
    partial_date,
    price_date,
    whole,
)


@pytest.mark.parametrize(
    ("text", "first_day"),
    [
        ("2026-08-22", date(2026, 8, 22)),
        ("2026-06", date(2026, 6, 1)),
        ("2025", date(2025, 1, 1)),
        ("2021-2026", date(2021, 1, 1)),
    ],
)
def test_a_partial_date_keeps_its_text_and_knows_its_first_day(text, first_day):
    found = partial_date(text)

    assert (found.text, found.first_day) == (text, first_day)


@pytest.mark.parametrize("text", ["", "1999", "2026-13", "2026-02-30", "June 2026"])
def test_another_date_is_refused(text):
    with pytest.raises(ImportRefusedError):
        partial_date(text)


def test_the_date_of_a_price_keeps_its_remark():
    dated = price_date("2026 (list price, via a blog)")
    undated = price_date("trade article, undated")

    assert dated is not None
    assert dated.on is not None
    assert (dated.on.text, dated.remark) == ("2026", "list price, via a blog")
    assert undated is not None
    assert (undated.on, undated.remark) == (None, "trade article, undated")
    assert price_date("") is None


def test_figures_are_exact_and_unknown_ones_are_none():
    assert (figure("0.59"), figure("")) == (Decimal("0.59"), None)
    assert (whole("8"), whole(""), count("8")) == (8, None, 8)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (figure, "1e3"),
        (figure, "NaN"),
        (figure, "1,000"),
        (whole, "1.5"),
        (count, ""),
        (count, "0"),
    ],
)
def test_another_figure_is_refused(read, text):
    with pytest.raises(ImportRefusedError):
        read(text)


def test_a_mark_may_carry_a_note():
    assert mark("fetched") == Mark(verification=Verification.FETCHED)
    assert mark("recalled (MIG fetched)") == Mark(
        verification=Verification.RECALLED, note="MIG fetched"
    )
