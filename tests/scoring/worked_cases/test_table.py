from decimal import Decimal

import pytest

from scoring.management.commands.write_worked_cases import DOCUMENT
from scoring.worked_cases.table import percent, shown, worked_cases

D = Decimal


def test_the_document_is_up_to_date():
    assert DOCUMENT.read_text("utf-8") == worked_cases()


def test_each_number_has_a_row():
    rows = [line for line in worked_cases().splitlines() if line.startswith("| S")]

    assert len(rows) == 46 + 98
    assert {row.count(" | ") for row in rows} == {7}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0.0207933333333333", "0.020793333"),
        ("2147483648", "2147483648"),
        ("1e3", "1000"),
        ("4.2944E+23", "4.2944e+23"),
        ("-12.50", "-12.5"),
    ],
)
def test_numbers_have_eight_digits(value, text):
    assert shown(D(value)) == text


def test_small_differences_are_nothing():
    assert percent(D("1e-12")) == "0 %"
    assert percent(D("0.0123456")) == "1.235 %"
    assert percent(D("-0.5")) == "−50 %"
