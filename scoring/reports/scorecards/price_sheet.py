"""The evaluated prices, and the numbers that the price formula reads."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from xlsxwriter.worksheet import Worksheet

from scoring.reports import schema
from scoring.reports.scorecards import words
from scoring.reports.scorecards.frames import FIRST, Frame, price_of, span
from scoring.selectors.workbook_cells import write_text

NAME: Final = "Price"
READ_THE_FIELD: Final = frozenset({"low_bid", "min_max", "log"})
"""The formulas that read the lowest or the highest price of all."""


def write_prices(sheet: Worksheet, frame: Frame) -> Mapping[str, str]:
    """Write the prices; say where Pmin, Pmax and the anchors stand.

    A reader who is recused from a candidate is told neither the lowest price of all
    nor the highest.
    """
    frame.head(sheet, words.price_headings(frame.card))
    sheet.set_column(1, 1, 30)
    sheet.set_column(2, 2, 20)
    sheet.set_column(4, 5, 26)
    for at, row in enumerate(frame.rows):
        sheet.write_number(FIRST + at, 0, at + 1)
        write_text(sheet, (FIRST + at, 1), frame.name_of(row))
        frame.input(sheet, (FIRST + at, 2), price_of(row))
    rule = frame.card["criteria"]["price_rule"]
    return {} if rule is None else _write_rule(sheet, frame, rule)


def place_of_price(number: int) -> str:
    """Where the price of a candidate stands, by its number."""
    return f"{NAME}!$C${FIRST + number}"


def _write_rule(
    sheet: Worksheet, frame: Frame, rule: schema.PriceRule
) -> Mapping[str, str]:
    prices = [price for row in frame.rows if (price := price_of(row)) is not None]
    places: dict[str, str] = {}
    if prices and not frame.card["is_partial"]:
        of = span("C", len(frame.rows))
        field = (("lowest", "MIN", min(prices)), ("highest", "MAX", max(prices)))
        for row, (name, function, value) in enumerate(field, start=FIRST):
            write_text(sheet, (row, 4), words.anchor(name))
            formula = f"={function}({of})"
            sheet.write_formula(row, 5, formula, None, float(value))
            places[name] = f"{NAME}!$F${row + 1}"
    for row, stated in enumerate(rule["parameters"], start=FIRST + len(places)):
        write_text(sheet, (row, 4), words.anchor(stated["name"]))
        frame.input(sheet, (row, 5), Decimal(stated["value"]))
        places[stated["name"]] = f"{NAME}!$F${row + 1}"
    return places
