from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.reports.formats import (
    Formats,
    printable,
    printable_document,
    utc_stamp,
)

EN = Formats(language="en", time_zone="Europe/Amsterdam")
ZH = Formats(language="zh-hans", time_zone="Asia/Shanghai")


@pytest.mark.parametrize("formats", [EN, ZH])
@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        ("80.17361111111111111111111111", 2, "80.17"),
        ("-390394.9356560747100807051018", 0, "−390,395"),
        ("0.125", 2, "0.12"),
        ("0.135", 2, "0.14"),
        ("-0.004", 2, "0.00"),
        ("1128", None, "1,128"),
        ("0.0920", None, "0.092"),
        ("0", None, "0"),
        ("12345678901234567890.5", 1, "12,345,678,901,234,567,890.5"),
    ],
)
def test_numbers_are_exact_grouped_and_rounded_half_to_even(
    formats, value, places, shown
):
    assert formats.number(value, places) == shown


def test_sign_is_written_except_for_nothing():
    assert EN.signed("0.066", 2) == "+0.07"
    assert EN.signed("-5.059", 2) == "−5.06"
    assert EN.signed("0.001", 2) == "0.00"


def test_percent_and_money_stay_on_one_line():
    assert EN.percent("-0.1072", 1) == "−10.7\u00a0%"
    assert EN.percent("0.085", None) == "8.5\u00a0%"
    assert EN.money("4999780", "USD") == "USD\u00a04,999,780.00"
    assert EN.money("4999780.5", "JPY") == "JPY\u00a04,999,780"
    assert EN.whole_money("42428.84", "USD") == "USD\u00a042,429"


def test_days_and_instants_follow_language_and_time_zone():
    assert EN.day("2026-12-31") == "31 Dec 2026"
    assert ZH.day("2026-12-31") == "2026-12-31"
    assert EN.instant("2026-12-15T23:30:00Z") == "16 Dec 2026, 00:30"
    assert ZH.instant("2026-12-15T23:30:00Z") == "2026-12-16 07:30"
    assert EN.zoned_instant("2026-07-01T12:00:00Z") == "1 Jul 2026, 14:00 UTC+02:00"
    assert EN.zoned_instant("2026-12-01T12:00:00Z") == "1 Dec 2026, 13:00 UTC+01:00"


def test_text_is_the_one_of_the_language_and_empty_without_one():
    text = {"en": "rejected", "zh": "否决"}

    assert (EN.text(text), ZH.text(text), EN.text(None)) == ("rejected", "否决", "")


def test_metadata_stamp_is_in_utc():
    moment = datetime(2026, 12, 15, 14, 5, tzinfo=timezone(timedelta(hours=1)))

    assert utc_stamp(moment) == "2026-12-15T13:05:00Z"
    assert utc_stamp(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Dell\u202eXE9680", "DellXE9680"),
        ("a\u200bb\ufeffc\x00d\x1be", "abcde"),
        ("one\u2028two\nthree\ttwo", "one two three two"),
        ("8\u00a0%", "8\u00a0%"),
        ("e\u0301", "é"),
        (
            "a" + "\u0300\u0301\u0302\u0303\u0304\u0305\u0306" * 50,
            "à\u0301\u0302\u0303",
        ),
        ("\u05e9\u05e8\u05ea", "\u2068\u05e9\u05e8\u05ea\u2069"),
        ("Huawei 华为", "Huawei 华为"),
        ("{{ 7*7 }} %s {0.__class__}", "{{ 7*7 }} %s {0.__class__}"),
    ],
)
def test_printable_text_leaves_its_surroundings_alone(raw, clean):
    assert printable(raw) == clean


@given(st.text())
def test_printable_text_has_no_control_and_stays_when_printed_again(raw):
    clean = printable(raw)

    assert not any(ord(character) < 32 for character in clean)
    assert printable(clean) == clean


def test_whole_document_is_made_printable_and_numbers_stay():
    document = {
        "name": "a\x00b",
        "n": 3,
        "none": None,
        "list": [True, {"x": "\u202ey"}],
    }

    assert printable_document(document) == {
        "name": "ab",
        "n": 3,
        "none": None,
        "list": [True, {"x": "y"}],
    }


def test_decimals_may_come_as_decimals():
    assert EN.number(Decimal("1.5"), 1) == "1.5"
