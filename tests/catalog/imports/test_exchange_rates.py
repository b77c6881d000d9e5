"""Rates are read in both layouts, never derived, and named where they are wrong."""

from datetime import date
from decimal import Decimal

import pytest

from catalog.imports.exchange_rates import read_rates
from procurement.money import Rate

DAILY = b"Date, USD, JPY, CNY, \n16 November 2026, 1.0842, 164.93, 7.6976, \n"
HISTORY = (
    b"Date,USD,JPY,CYP,\n2026-11-16,1.0842,164.93,N/A,\n2026-11-13,1.084,165,0.58,\n"
)
LISTED = b"base,quote,rate,date,source\nCNY,USD,0.14085,2026-11-16,ECB reference\n"


def euro(quote: str, rate: str, day: int) -> Rate:
    return Rate("EUR", quote, Decimal(rate), date(2026, 11, day), "ECB reference")


def faults(content: bytes) -> list[tuple[str, str]]:
    reading = read_rates(content)
    assert reading.rates == ()
    return [(error.cell, error.code.value) for error in reading.errors]


def test_the_daily_table_of_the_ecb_is_read():
    assert read_rates(DAILY).rates == (
        euro("USD", "1.0842", 16),
        euro("JPY", "164.93", 16),
        euro("CNY", "7.6976", 16),
    )


def test_the_table_of_many_days_is_read_without_withdrawn_money():
    assert read_rates(HISTORY).rates == (
        euro("USD", "1.0842", 16),
        euro("JPY", "164.93", 16),
        euro("USD", "1.084", 13),
        euro("JPY", "165", 13),
    )


def test_a_plain_list_names_base_quote_and_source():
    day = date(2026, 11, 16)

    assert read_rates(LISTED).rates == (
        Rate("CNY", "USD", Decimal("0.14085"), day, "ECB reference"),
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (b"CNY", b"CNX", ("A2", "currency_unknown")),
        (b"CNY", b"cny", ("A2", "currency_unknown")),
        (b"CNY", b"USD", ("B2", "currency_same")),
        (b"0.14085", b"0", ("C2", "rate_invalid")),
        (b"0.14085", b"-1", ("C2", "rate_invalid")),
        (b"0.14085", b"NaN", ("C2", "rate_invalid")),
        (b"0.14085", b"1e3", ("C2", "rate_invalid")),
        (b"0.14085", b'"0,14085"', ("C2", "rate_invalid")),
        (b"0.14085", b"", ("C2", "required")),
        (b"2026-11-16", b"16/11/2026", ("D2", "date_invalid")),
        (b"2026-11-16", b"2126-11-16", ("D2", "date_window")),
        (b"ECB reference", b"", ("E2", "required")),
        (b"source", b"origin", ("E1", "column_unknown")),
    ],
)
def test_a_faulty_cell_of_a_list_is_named(old, new, fault):
    assert fault in faults(LISTED.replace(old, new, 1))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (DAILY.replace(b"November", b"Brumaire"), ("A2", "date_invalid")),
        (DAILY.replace(b"16 November", b"31 November"), ("A2", "date_invalid")),
        (DAILY.replace(b"1.0842", b"one"), ("B2", "rate_invalid")),
        (DAILY.replace(b"USD", b"usd"), ("B1", "currency_unknown")),
        (b"Date,USD,USD\n2026-11-16,1,2\n", ("C2", "row_double")),
        (b"Date,USD\n", ("", "no_rows")),
        (b"", ("", "file_empty")),
        (LISTED + LISTED.splitlines()[1] + b"\n", ("A3", "row_double")),
    ],
)
def test_another_faulty_file_is_refused_whole(content, fault):
    assert faults(content) == [fault]
