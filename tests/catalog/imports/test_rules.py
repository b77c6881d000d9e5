"""Rules between cells leave alone what a cell rule already refused."""

import pytest

from tests.catalog.imports.samples import faults_of, place, table_rows, with_field


@pytest.mark.parametrize(
    ("label", "value", "faults"),
    [
        ("Valid until", "never", ["date_invalid"]),
        ("Quote date", "never", ["date_invalid"]),
        ("Tax basis", "with tax", ["choice_unknown"]),
        ("Tax rate", "high", ["number_invalid"]),
    ],
)
def test_one_fault_is_reported_once(label, value, faults):
    assert [fault for _, fault in faults_of(with_field(label, value))] == faults


def test_a_refused_tax_rate_is_not_also_missing():
    rows = with_field("Tax basis", "gross")
    rows[place(rows, "Tax rate")[0]][1] = "13"

    assert faults_of(rows) == []

    rows[place(rows, "Tax rate")[0]][1] = "0.13"

    assert [fault for _, fault in faults_of(rows)] == ["percent_ambiguous"]


def test_a_refused_base_mark_is_not_also_counted():
    rows = table_rows()
    number, column = place(rows, "Base offer")
    rows[number + 1][column] = "perhaps"

    assert [fault for _, fault in faults_of(rows)] == ["choice_unknown"]


def test_a_refused_year_is_not_also_missing():
    rows = table_rows()
    number, column = place(rows, "First year")
    rows[number + 1][1] = "Support"
    rows[number + 1][column : column + 2] = ["1", "many"]

    assert [fault for _, fault in faults_of(rows)] == ["number_invalid"]
