"""The workbook: its formulas, worked out by another program, give the page's totals."""

from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal

import formulas
import pytest

from scoring.selectors.comparison_workbooks import comparison_workbook
from scoring.selectors.comparisons import View, quote_comparison
from scoring.selectors.workbook_cells import half_even
from tests.factories import make_quote, make_vendor
from tests.workbooks import rows_of, worked_out

DAY = date(2026, 11, 30)
# The formula library compares with "is"; our own code still turns warnings to errors.
pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")


@pytest.fixture
def compared(officer, tender):
    """Three bids: euros with tax, yuan with a discount amount, dollars with a share."""
    for currency, rate in (("EUR", "1.0842"), ("CNY", "0.14085")):
        tender.rates.create(currency=currency, rate=rate, on=DAY, source="ECB")
    make_quote(
        tender,
        vendor=make_vendor(name="=HYPERLINK(1)"),
        currency="EUR",
        tax_basis="gross",
        tax_rate="0.19",
        offers=[{"lines": [{"unit_price": "228400.123456"}, nic("9.005")]}],
    )
    make_quote(
        tender,
        currency="CNY",
        offers=[
            {
                "lines": [{"unit_price": "1000000"}, nic("77.77", discount="0.05")],
                "discount_amount": "1234.56",
            }
        ],
    )
    make_quote(
        tender,
        offers=[
            {
                "lines": [{"unit_price": "0.125", "quantity": 1}, nic(None)],
                "discount_share": "0.031",
            }
        ],
    )
    return quote_comparison(tender, officer, DAY, View())


def nic(price, **fields):
    own = {"key": "nic", "category": "network", "label": "@NIC", "quantity": 128}
    return own | {"unit_price": price} | fields


def test_formulas_work_out_the_totals_of_the_page(compared, tmp_path):
    content = comparison_workbook(compared, "EV")
    values = worked_out(content, tmp_path)

    labels = [row[0] for row in rows_of(content, "Comparison")]
    total, per_gpu = labels.index("Total") + 1, labels.index("Per GPU") + 1
    for letter, offer in zip("BCD", compared.offers, strict=True):
        found = Decimal(repr(float(values["COMPARISON", f"{letter}{total}"])))
        assert found == offer.column.total.value
        assert float(values["COMPARISON", f"{letter}{per_gpu}"]) == pytest.approx(
            float(offer.column.per_gpu.value), rel=1e-14
        )
    mix = Decimal(repr(float(values["COMPARISON", f"E{total}"])))
    assert mix == compared.line_mix
    differences = [
        value
        for (sheet, at), value in values.items()
        if sheet == "LINES" and at[0] == "O" and at[1:].isdecimal() and int(at[1:]) > 4
    ]
    assert [float(each) for each in differences] == [0.0] * 5


def test_values_that_stand_in_the_file_are_those_of_the_page(compared):
    rows = rows_of(comparison_workbook(compared, "EV"), "Comparison")

    (total,) = [row for row in rows if row[0] == "Total"]
    assert total[1:4] == [float(offer.column.total.value) for offer in compared.offers]


def test_texts_that_look_like_formulas_stay_texts(compared, tmp_path):
    content = comparison_workbook(compared, "=1+1")
    rows = rows_of(content, "Comparison")

    assert rows[0][0] == "=1+1"
    assert rows[3][1].startswith("=HYPERLINK(1)")
    assert any(row[0] == "@NIC" for row in rows)


def test_line_without_a_price_is_words_and_in_no_sum(compared):
    rows = rows_of(comparison_workbook(compared, "EV"), "Comparison")

    (line,) = [row for row in rows if row[0] == "@NIC"]
    assert line[3] == "not offered"


@pytest.mark.parametrize(
    "coins", ["0.5", "1.5", "2.5", "2.500001", "2.499999", "7", "365440050.5"]
)
def test_the_rounding_formula_takes_half_to_even(coins):
    formula = formulas.Parser().ast(f"={half_even('A1', 2)}")[1].compile()

    expected = Decimal(coins).quantize(Decimal(1), ROUND_HALF_EVEN).scaleb(-2)
    assert Decimal(repr(float(formula(float(coins))))) == expected


def test_nothing_to_compare_is_a_workbook_too(officer, tender):
    empty = quote_comparison(tender, officer, DAY, View())

    assert rows_of(comparison_workbook(empty, "EV"), "Comparison")[0][0] == "EV"
