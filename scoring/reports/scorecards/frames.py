"""What the sheets of a scorecard share: its rows in order, styles, heads."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from procurement.money import round_decimal
from scoring.reports import schema
from scoring.reports.formats import Formats
from scoring.reports.scorecards import formulas, words
from scoring.reports.scorecards.documents import Scorecard
from scoring.selectors.workbook_cells import write_number, write_text

FIRST: Final = 5
"""The first row of values under the headings of a sheet, from zero."""

STYLES: Final = {
    "head": {"bold": True, "bg_color": "#E8EDF3", "bottom": 1, "text_wrap": True},
    "bold": {"bold": True},
    "total": {"bold": True, "num_format": "0.0000"},
    "four": {"num_format": "0.0000"},
    "input": {"num_format": "#,##0.######", "font_color": "#1F4FA3"},
    "note": {"font_color": "#5B6675", "italic": True},
}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A criterion, with the number of its dimension and its row among all."""

    criterion: schema.Criterion
    dimension: schema.Dimension
    dimension_number: int
    row: int


class Frame:
    """A scorecard laid out: what stands in which row, and how it is written."""

    def __init__(self, book: Workbook, card: Scorecard, formats: Formats) -> None:
        self.card = card
        self.formats = formats
        self.styles = {name: book.add_format(style) for name, style in STYLES.items()}
        rows = card["ranking"]["rows"]
        self.ranked = [row for row in rows if row["rank"] is not None]
        self.rows = [*self.ranked, *(row for row in rows if row["rank"] is None)]
        self.leaves = self._leaves()
        self.names = {each["key"]: each for each in card["candidates"]}

    def _leaves(self) -> list[Leaf]:
        found: list[Leaf] = []
        dimensions = self.card["criteria"]["dimensions"]
        for number, dimension in enumerate(dimensions, start=1):
            for criterion in dimension["criteria"]:
                row = FIRST + len(found)
                found.append(Leaf(criterion, dimension, number, row))
        return found

    def name_of(self, row: schema.RankingRow) -> str:
        """The name of a candidate."""
        return self.formats.text(self.names[row["candidate"]]["name"])

    def head(self, sheet: Worksheet, headings: Sequence[str]) -> None:
        """Title, state, rules and how it is worked out; then the headings."""
        whole = self.card["evaluation"]
        title = f"{whole['reference']} {self.formats.text(whole['title'])}"
        notes = (
            words.state(self.card, self.formats),
            words.rules(self.card["criteria"], self.formats),
            words.reckoning(self.card),
        )
        write_text(sheet, (0, 0), title, self.styles["bold"])
        for row, note in enumerate(notes, start=1):
            write_text(sheet, (row, 0), note, self.styles["note"])
        sheet.set_row(FIRST - 1, 32)
        for column, heading in enumerate(headings):
            write_text(sheet, (FIRST - 1, column), heading, self.styles["head"])
        sheet.freeze_panes(FIRST, 0)

    def input(
        self, sheet: Worksheet, place: tuple[int, int], value: Decimal | int | None
    ) -> None:
        """Write a number that can be changed."""
        write_number(sheet, place, value, self.styles["input"])

    def compared(
        self, sheet: Worksheet, place: tuple[int, int], source: str, value: Decimal
    ) -> None:
        """Write a number to four places, the stored one, and their difference."""
        row, column = place
        stored, style = four_places(value), self.styles["four"]
        found = formulas.four_places(f"{source}{row + 1}")
        sheet.write_formula(row, column, found, style, float(stored))
        write_number(sheet, (row, column + 1), stored, style)
        left, right = (xl_col_to_name(column + side) for side in (0, 1))
        rest = f"=ROUND({left}{row + 1}-{right}{row + 1},{formulas.PLACES})"
        sheet.write_formula(row, column + 2, rest, None, 0)


def four_places(value: Decimal) -> Decimal:
    """Round a stored number half to even to four places, as every export does."""
    return round_decimal(value, formulas.PLACES)


def span(letter: str, count: int) -> str:
    """The range of a column over so many rows of values, at least one.

    >>> span("G", 3)
    '$G$6:$G$8'
    """
    return f"${letter}${FIRST + 1}:${letter}${FIRST + max(1, count)}"


def price_of(row: schema.RankingRow) -> Decimal | None:
    """The evaluated price of a candidate, if it has one that is above 0."""
    price = row["evaluated_price"]
    return Decimal(price) if price is not None and Fraction(price) > 0 else None
