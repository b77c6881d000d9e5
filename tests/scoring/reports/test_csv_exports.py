import csv
import io
from decimal import Decimal

import pytest

from scoring.reports.csv_exports import cash_flows_csv, quotes_csv, ranking_csv
from tests.scoring.reports.story import text


def rows_of(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_quotes_hold_every_line_with_exact_amounts(snapshot):
    rows = rows_of(quotes_csv(snapshot, "en"))

    assert len(rows) == 72
    assert rows[24] == {
        "evaluation": "EV-2026-014",
        "version": "3",
        "candidate": "Inspur NF5688M7",
        "vendor": "Inspur",
        "sku": "NF5688M7",
        "admission": "rejected",
        "quote": "Q-C",
        "position": "1",
        "category": "Compute",
        "item": "chassis",
        "label": "Server with 8 GPUs",
        "quantity": "16.0000",
        "unit": "node",
        "tier": "16.0000",
        "state": "priced",
        "included_in": "",
        "quote_currency": "CNY",
        "quote_tax_basis": "gross",
        "unit_price": "1188966.986155",
        "discount": "",
        "currency": "USD",
        "tax_basis": "net",
        "amount": "2371200.0000",
    }


def test_missing_price_is_empty_and_never_zero(snapshot):
    rows = rows_of(quotes_csv(snapshot, "en"))
    extension = next(
        row for row in rows if (row["quote"], row["item"]) == ("Q-C", "s5")
    )

    assert (extension["state"], extension["amount"]) == ("not_offered", "")
    assert extension["unit_price"] == ""


def test_ranking_adds_up_and_lists_who_was_not_ranked(snapshot):
    rows = rows_of(ranking_csv(snapshot, "en"))
    winner = [row for row in rows if row["candidate"] == "HPE XD670"]

    assert len(rows) == 4 * 18 + 2
    assert {(row["rank"], row["total"]) for row in winner} == {("1", "80.1736")}
    assert abs(sum(Decimal(row["points"]) for row in winner) - Decimal("80.1736")) < (
        Decimal("0.001")
    )
    inspur = next(row for row in rows if row["candidate"] == "Inspur NF5688M7")
    assert (inspur["rank"], inspur["points"]) == ("", "")
    assert inspur["reason"].startswith("33.5 % under the next bid")


def test_cash_flows_hold_every_year_of_every_line(snapshot):
    rows = rows_of(cash_flows_csv(snapshot, "en"))
    energy = [
        (row["year"], row["amount"], row["present_value_of_line"])
        for row in rows
        if (row["candidate"], row["horizon_years"], row["line"])
        == ("HPE XD670", "4", "energy")
    ]

    assert len(rows) == 4 * 13 * (4 + 5 + 6)
    assert energy == [
        ("0", "0.0000", "461023.4180"),
        ("1", "135342.9811", ""),
        ("2", "138049.8407", ""),
        ("3", "140810.8376", ""),
        ("4", "143627.0543", ""),
    ]
    residual = next(
        row["amount"]
        for row in rows
        if row["line"] == "residual" and row["year"] == "3"
    )
    assert residual.startswith("-")


def test_texts_are_in_the_language_and_column_names_stay(snapshot):
    english = rows_of(quotes_csv(snapshot, "en"))[0]
    chinese = rows_of(quotes_csv(snapshot, "zh-hans"))[0]

    assert list(english) == list(chinese)
    assert (chinese["vendor"], chinese["label"]) == ("戴尔科技", "8 卡服务器")


@pytest.mark.parametrize("make", [quotes_csv, ranking_csv, cash_flows_csv])
def test_byte_order_mark_is_a_choice(snapshot, make):
    assert make(snapshot, "en").startswith(b'\xef\xbb\xbf"evaluation"')
    assert make(snapshot, "en", has_byte_order_mark=False).startswith(b'"evaluation"')


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1", "'+1"),
        ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\t=1", " =1"),
        ('a";=1+1;"', 'a";=1+1;"'),
        ("Dell", "Dell"),
    ],
)
def test_text_never_runs_as_a_formula(snapshot, name, written):
    snapshot["candidates"][0]["name"] = text(name)

    data = quotes_csv(snapshot, "en")

    assert rows_of(data)[0]["candidate"] == written
    assert all(line.startswith('"') for line in data.decode("utf-8-sig").splitlines())
