"""One cell of the comparison: what it says in each state, escaped."""

from dataclasses import replace
from datetime import date

import pytest

from catalog.pricing.comparing import Per, State
from scoring.selectors.comparisons import View, quote_comparison
from scoring.templatetags.comparing import line_cell
from tests.factories import make_quote


def written(user, tender, line, *, per=Per.LINE, cell=None, **quote):
    make_quote(tender, offers=[{"lines": [line]}], **quote)
    found = quote_comparison(tender, user, date(2026, 11, 30), View())
    row = found.table.sections[0].rows[0]
    around = {"display": found.display, "places": 2, "per": per.value}
    return line_cell(around, found.offers[0], row, replace(row.cells[0], **cell or {}))


def test_priced_cell_says_how_its_amount_comes_about(officer, tender):
    html = written(officer, tender, {"unit_price": "1000", "discount": "0.05"})

    assert "<span data-num>15,200.00</span>" in html
    assert 'title="1000 USD">16 × 1,000 − 5\N{NO-BREAK SPACE}%</span>' in html
    assert 'data-v="15200' in html


def test_lowest_is_marked_and_another_divisor_shows_the_amount_only(officer, tender):
    html = written(officer, tender, {}, per=Per.GPU, cell={"is_lowest": True})

    assert 'class="n low"' in html
    assert 'aria-label="lowest comparable value"' in html
    assert "×" not in html


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.INCLUDED, "included"),
        (State.BUNDLED, "included in &lt;b&gt;"),
        (State.NOT_OFFERED, "not ranked on this line"),
        (State.ABSENT, "no such line in the quote"),
    ],
)
def test_cell_without_a_price_says_why_and_holds_no_value(
    officer, tender, state, words
):
    html = written(officer, tender, {}, cell={"state": state, "bundle": "<b>"})

    assert words in html
    assert 'data-v=""' in html


def test_option_that_was_not_chosen_says_that_it_is_in_no_total(officer, tender):
    html = written(officer, tender, {"is_optional": True})

    assert "option, not in the total" in html
    assert 'data-v=""' in html


def test_missing_rate_stands_in_place_of_the_amount(officer, tender):
    html = written(officer, tender, {}, currency="CHF")

    assert "The exchange rate from CHF to USD is missing." in html
