"""Snapshot → CSV files for spreadsheets and finance: quotes, ranking, cash flows.

Amounts have four decimals, unit prices six; numbers are plain, without grouping. The
column names are the same in every language, texts are in the one asked for. A text
that a spreadsheet would run as a formula starts with an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from catalog.imports.texts import guarded
from procurement.money import UNIT_PRICE_PLACES, round_decimal
from scoring.reports.formats import Formats, printable
from scoring.reports.schema import Quote, RankingRow, Snapshot

PLACES: Final = 4
BYTE_ORDER_MARK: Final = "\ufeff"

RANKING_COLUMNS: Final = (
    "evaluation",
    "state",
    "candidate",
    "vendor",
    "admission",
    "rank",
    "total",
    "dimension",
    "criterion",
    "criterion_name",
    "weight",
    "effective_weight",
    "score",
    "share",
    "points",
    "reason",
)
"""The columns of a ranking; the frozen one also says its version."""

Value = str | int | Decimal | None


def quotes_csv(
    snapshot: Snapshot, language: str, *, has_byte_order_mark: bool = True
) -> bytes:
    """Write one row for each quoted line, and one for a discount on a total."""
    columns = (
        "evaluation",
        "version",
        "candidate",
        "vendor",
        "sku",
        "admission",
        "quote",
        "position",
        "category",
        "item",
        "label",
        "quantity",
        "unit",
        "tier",
        "state",
        "included_in",
        "quote_currency",
        "quote_tax_basis",
        "unit_price",
        "discount",
        "currency",
        "tax_basis",
        "amount",
    )
    formats = _formats(snapshot, language)
    rows = _quote_rows(snapshot, formats)
    return csv_file(columns, rows, has_byte_order_mark=has_byte_order_mark)


def ranking_csv(
    snapshot: Snapshot, language: str, *, has_byte_order_mark: bool = True
) -> bytes:
    """Write one row for each candidate and criterion, with its total and rank."""
    columns = (RANKING_COLUMNS[0], "version", *RANKING_COLUMNS[1:])
    formats = _formats(snapshot, language)
    rows = _ranking_rows(snapshot, formats)
    return csv_file(columns, rows, has_byte_order_mark=has_byte_order_mark)


def cash_flows_csv(
    snapshot: Snapshot, language: str, *, has_byte_order_mark: bool = True
) -> bytes:
    """Write one row for each candidate, horizon, cost line and year."""
    columns = (
        "evaluation",
        "version",
        "candidate",
        "horizon_years",
        "line",
        "line_name",
        "component",
        "year",
        "currency",
        "tax_basis",
        "amount",
        "present_value_of_line",
    )
    formats = _formats(snapshot, language)
    rows = _cash_flow_rows(snapshot, formats)
    return csv_file(columns, rows, has_byte_order_mark=has_byte_order_mark)


def _formats(snapshot: Snapshot, language: str) -> Formats:
    return Formats(language=language, time_zone=snapshot["evaluation"]["time_zone"])


def _head(snapshot: Snapshot) -> list[Value]:
    return [snapshot["evaluation"]["reference"], snapshot["version"]]


def _number(text: str | None, places: int = PLACES) -> Decimal | None:
    return None if text is None else round_decimal(Decimal(text), places)


def _quote_rows(snapshot: Snapshot, formats: Formats) -> Iterator[Sequence[Value]]:
    candidates = {each["key"]: each for each in snapshot["candidates"]}
    evaluation = snapshot["evaluation"]
    for quote in snapshot["quotes"]:
        candidate = candidates[quote["candidate"]]
        for line in _line_values(quote, formats):
            yield [
                *_head(snapshot),
                formats.text(candidate["name"]),
                formats.text(candidate["vendor"]),
                candidate["sku"],
                candidate["admission"]["state"],
                quote["reference"],
                *line[:-1],
                evaluation["currency"],
                evaluation["tax_basis"],
                line[-1],
            ]


def _line_values(quote: Quote, formats: Formats) -> Iterator[list[Value]]:
    for line in quote["lines"]:
        yield [
            line["position"],
            formats.text(line["category_name"]),
            line["item"],
            formats.text(line["label"]),
            _number(line["quantity"]),
            formats.text(line["unit"]),
            _number(line["tier"]),
            line["state"],
            line["included_in"],
            quote["currency"],
            quote["tax_basis"],
            _number(line["unit_price"], UNIT_PRICE_PLACES),
            _number(line["discount"]),
            _number(line["amount"]),
        ]
    if discount := quote["discount"]:
        yield [
            *(None, None, None, discount["label"], None, None, None),
            *("total_discount", None, quote["currency"], quote["tax_basis"], None),
            _number(discount["share"]),
            -Decimal(discount["amount"]),
        ]


def _ranking_rows(snapshot: Snapshot, formats: Formats) -> Iterator[Sequence[Value]]:
    rows = {row["candidate"]: row for row in snapshot["ranking"]["rows"]}
    for candidate in snapshot["candidates"]:
        row = rows.get(candidate["key"])
        head = [
            *_head(snapshot),
            snapshot["state"],
            formats.text(candidate["name"]),
            formats.text(candidate["vendor"]),
            candidate["admission"]["state"],
            row["rank"] if row else None,
            _number(row["total"]) if row else None,
        ]
        if row is None:
            reason = formats.text(candidate["admission"]["reason"])
            yield [*head, *[None] * 8, reason]
        else:
            for values in _score_values(snapshot, row, formats):
                yield [*head, *values]


def _score_values(
    snapshot: Snapshot, row: RankingRow, formats: Formats
) -> Iterator[list[Value]]:
    scores = {each["criterion"]: each for each in row["scores"]}
    for dimension in snapshot["criteria"]["dimensions"]:
        for criterion in dimension["criteria"]:
            score = scores.get(criterion["key"])
            yield [
                dimension["code"],
                criterion["code"],
                formats.text(criterion["name"]),
                _number(criterion["weight"]),
                _number(criterion["effective_weight"]),
                _number(score["score"]) if score else None,
                _number(score["share"]) if score else None,
                _number(score["points"]) if score else None,
                formats.text(score["reason"] if score else row["reason"]),
            ]


def _cash_flow_rows(snapshot: Snapshot, formats: Formats) -> Iterator[Sequence[Value]]:
    names = {each["key"]: each["name"] for each in snapshot["candidates"]}
    evaluation = snapshot["evaluation"]
    for result in snapshot["cost"]["results"]:
        for line in result["lines"]:
            for year, amount in enumerate(line["amounts"]):
                yield [
                    *_head(snapshot),
                    formats.text(names[result["candidate"]]),
                    result["horizon_years"],
                    line["key"],
                    formats.text(line["name"]),
                    line["component"],
                    year,
                    evaluation["currency"],
                    evaluation["tax_basis"],
                    _number(amount),
                    _number(line["present_value"]) if year == 0 else None,
                ]


def csv_file(
    columns: Sequence[str],
    rows: Iterable[Sequence[Value]],
    *,
    has_byte_order_mark: bool,
) -> bytes:
    """Quote every field, so that no separator inside a text starts a new one."""
    written = io.StringIO(newline="")
    if has_byte_order_mark:
        written.write(BYTE_ORDER_MARK)
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_field(value) for value in row])
    return written.getvalue().encode()


def _field(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return format(value, "f")
    return str(value) if isinstance(value, int) else guarded(printable(value))
