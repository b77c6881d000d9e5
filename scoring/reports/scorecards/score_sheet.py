"""A row for each candidate and criterion: from scores, data and prices to points."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from scoring.reports import schema
from scoring.reports.scorecards import formulas, words
from scoring.reports.scorecards.criteria_sheet import curve_points, effective_weight
from scoring.reports.scorecards.frames import FIRST, Frame, Leaf, price_of
from scoring.reports.scorecards.price_sheet import READ_THE_FIELD, place_of_price
from scoring.selectors.workbook_cells import write_text

NAME: Final = "Scores"
_MARKS: Final = 18
"""The column in which the single scores begin; their weights follow."""


def write_scores(sheet: Worksheet, frame: Frame, anchors: Mapping[str, str]) -> None:
    """Write every number that a total adds up; ``anchors`` are those of the price."""
    cells = frame.card["cells"]
    widest = max((len(cell["marks"]) for cell in cells), default=0)
    marks = [
        heading % {"number": number}
        for heading in words.mark_headings()
        for number in range(1, widest + 1)
    ]
    frame.head(sheet, (*words.score_headings(), *marks))
    sheet.set_column(1, 1, 30)
    sheet.set_column(3, 3, 44)
    writer = _Scores(sheet, frame, anchors, widest)
    row = FIRST
    for number, line in enumerate(frame.rows, start=1):
        scores = {each["criterion"]: each for each in line["scores"]}
        for leaf in frame.leaves:
            score = scores[leaf.criterion["key"]]
            writer.write(_Place(row, number, line, leaf, score))
            row += 1


@dataclass(frozen=True, slots=True)
class _Place:
    row: int
    number: int
    line: schema.RankingRow
    leaf: Leaf
    score: schema.Score

    @property
    def value(self) -> str:
        """The address of the score, datum or price."""
        return f"I{self.row + 1}"

    @property
    def key(self) -> tuple[str, str]:
        """The candidate and the criterion."""
        return self.line["candidate"], self.leaf.criterion["key"]


class _Scores:
    """Write the rows one by one."""

    def __init__(
        self, sheet: Worksheet, frame: Frame, anchors: Mapping[str, str], widest: int
    ) -> None:
        self.sheet = sheet
        self.frame = frame
        self.anchors = anchors
        self.widest = widest
        card = frame.card
        self.cells = {
            (each["candidate"], each["criterion"]): each for each in card["cells"]
        }
        self.data = {
            (each["candidate"], each["criterion"]): each["value"]
            for each in card["data"]
        }

    def write(self, at: _Place) -> None:
        self._write_head(at)
        write_value = {
            "price": self._write_price,
            "curve": self._write_datum,
            "rubric": self._write_cell,
        }[at.leaf.criterion["kind"]]
        is_known = write_value(at)
        self._write_share(at, self._formula(at) if is_known else None)

    def _write_head(self, at: _Place) -> None:
        criterion, formats = at.leaf.criterion, self.frame.formats
        self.sheet.write_number(at.row, 0, at.number)
        self.sheet.write_number(at.row, 4, at.leaf.dimension_number)
        texts = {
            1: self.frame.name_of(at.line),
            2: criterion["code"],
            3: formats.text(criterion["name"]),
            5: words.perspective(criterion["perspective"]),
            17: formats.text(at.score["reason"]),
        }
        for column, text in texts.items():
            write_text(self.sheet, (at.row, column), text)
        weight = float(criterion["effective_weight"] or 0)
        formula = f"={effective_weight(at.leaf)}"
        self.sheet.write_formula(at.row, 6, formula, None, weight)

    def _write_price(self, at: _Place) -> bool:
        price = price_of(at.line)
        if price is not None:
            formula = f"={place_of_price(at.number)}"
            self.sheet.write_formula(at.row, 8, formula, None, float(price))
        return price is not None

    def _write_datum(self, at: _Place) -> bool:
        datum = self.data.get(at.key)
        if datum is not None:
            self.frame.input(self.sheet, (at.row, 8), Decimal(datum))
        return datum is not None

    def _write_cell(self, at: _Place) -> bool:
        """The consensus and the scores; where they are not shown, the mean alone."""
        cell = self.cells.get(at.key)
        marks = cell["marks"] if cell else []
        consensus = cell["consensus"] if cell else None
        if consensus is not None:
            self.frame.input(self.sheet, (at.row, 7), Decimal(consensus))
        for number, mark in enumerate(marks):
            for half, value in enumerate((mark["score"], mark["weight"])):
                column = _MARKS + half * self.widest + number
                self.frame.input(self.sheet, (at.row, column), Decimal(value))
        stored = at.score["score"]
        if stored is None:
            return False
        formula = None
        if marks:
            given, weights = self._range(at, 0), self._range(at, 1)
            formula = formulas.cell_mean(given, weights, f"H{at.row + 1}")
        elif consensus is not None:
            formula = f"=H{at.row + 1}"
        if formula is None:
            self.frame.input(self.sheet, (at.row, 8), Decimal(stored))
        else:
            self.sheet.write_formula(at.row, 8, formula, None, float(stored))
        return True

    def _range(self, at: _Place, half: int) -> str:
        first = xl_col_to_name(_MARKS + half * self.widest)
        last = xl_col_to_name(_MARKS + (half + 1) * self.widest - 1)
        return f"{first}{at.row + 1}:{last}{at.row + 1}"

    def _write_share(self, at: _Place, formula: str | None) -> None:
        """Share and points, unrounded and to four places, beside what was stored."""
        share, points = at.score["share"], at.score["points"]
        if share is None or points is None:
            return
        if formula is None:
            self.frame.input(self.sheet, (at.row, 9), Decimal(share))
        else:
            self.sheet.write_formula(at.row, 9, formula, None, float(share))
        product = f"=G{at.row + 1}*J{at.row + 1}"
        self.sheet.write_formula(at.row, 10, product, None, float(points))
        self.frame.compared(self.sheet, (at.row, 11), "J", Decimal(share))
        self.frame.compared(self.sheet, (at.row, 14), "K", Decimal(points))

    def _formula(self, at: _Place) -> str | None:
        """The formula of the share; None where the number stands alone."""
        criterion, criteria = at.leaf.criterion, self.frame.card["criteria"]
        if criterion["kind"] == "rubric":
            return formulas.rubric_share(at.value, criteria["share_rule"])
        if criterion["kind"] == "curve":
            is_log = criterion["scale"] == "log"
            return formulas.curve_share(at.value, curve_points(at.leaf), is_log=is_log)
        rule = criteria["price_rule"]
        is_partial = self.frame.card["is_partial"]
        if rule is None or (is_partial and rule["formula"] in READ_THE_FIELD):
            return None
        return formulas.price_share(rule["formula"], at.value, self.anchors)
