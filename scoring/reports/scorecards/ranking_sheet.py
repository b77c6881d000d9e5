"""The ranking: totals and ranks, worked out; below it who is not ranked, and why."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from scoring.reports import schema, wording
from scoring.reports.scorecards import formulas, score_sheet, words
from scoring.reports.scorecards.frames import (
    FIRST,
    Frame,
    four_places,
    price_of,
    span,
)
from scoring.reports.scorecards.price_sheet import place_of_price
from scoring.selectors.workbook_cells import write_number, write_text

NAME: Final = "Ranking"
_CHAIN: Final = 15
"""The column in which the steps of the chain begin; the dimensions follow."""
_STEPS: Final = 3
_VALUES: Final = {
    "lower_price": "IF(ISNUMBER(H{r}),H{r},{last})",
    "higher_technical": "IF(ISNUMBER(I{r}),-I{r},{last})",
    "earlier_submission": "IF(ISNUMBER(J{r}),J{r},{last})",
}
_APART: Final = {"higher_technical": formulas.LEVEL}


def write_ranking(sheet: Worksheet, frame: Frame) -> None:
    """Write who is ranked, then who has no total, then who takes no part."""
    names = [
        frame.formats.text(each["name"])
        for each in frame.card["criteria"]["dimensions"]
    ]
    frame.head(sheet, (*words.ranking_headings(), *names))
    sheet.set_column(2, 3, 26)
    sheet.set_column(4, 10, 14)
    _Ranking(sheet, frame).write()


class _Ranking:
    def __init__(self, sheet: Worksheet, frame: Frame) -> None:
        self.sheet = sheet
        self.frame = frame
        self.steps = frame.card["criteria"]["tie_breaks"][:_STEPS]
        self.submitted = _order_of_submission(frame)

    def write(self) -> None:
        for number, line in enumerate(self.frame.rows, start=1):
            row = FIRST + number - 1
            self._write_candidate(row, line["candidate"], line["reason"])
            self.sheet.write_number(row, 0, number)
            self._write_chain_values(row, number, line)
            if line["total"] is not None and line["rank"] is not None:
                self._write_total(row, Decimal(line["total"]))
                self._write_rank(row, line["rank"])
                self._write_dimensions(row, line)
        counted = {line["candidate"] for line in self.frame.rows}
        row = FIRST + len(self.frame.rows) + 1
        for candidate in self.frame.card["candidates"]:
            if candidate["key"] not in counted:
                reason = candidate["admission_reason"]
                self._write_candidate(row, candidate["key"], reason)
                row += 1

    def _write_candidate(self, row: int, key: str, reason: schema.Text | None) -> None:
        candidate, formats = self.frame.names[key], self.frame.formats
        texts = {
            2: formats.text(candidate["name"]),
            3: formats.text(candidate["vendor"]),
            4: wording.admission(candidate["admission"]),
            14: formats.text(reason),
        }
        for column, text in texts.items():
            write_text(self.sheet, (row, column), text)

    def _sum(self, of: str, row: int, *more: str) -> str:
        """The formula of a sum over the candidate's rows of the scores."""
        count = len(self.frame.rows) * len(self.frame.leaves)
        summed, numbers = (
            f"{score_sheet.NAME}!{span(letter, count)}" for letter in (of, "A")
        )
        pairs = zip(more[::2], more[1::2], strict=True)
        also = "".join(
            f",{score_sheet.NAME}!{span(letter, count)},{value}"
            for letter, value in pairs
        )
        return f"SUMIFS({summed},{numbers},$A{row + 1}{also})"

    def _write_total(self, row: int, total: Decimal) -> None:
        formula = f"={self._sum('K', row)}"
        self.sheet.write_formula(row, 6, formula, None, float(total))
        found = formulas.four_places(f"G{row + 1}")
        stored = four_places(total)
        style = self.frame.styles["total"]
        self.sheet.write_formula(row, 5, found, style, float(stored))
        write_number(self.sheet, (row, 11), stored, self.frame.styles["four"])
        rest = f"=ROUND(F{row + 1}-L{row + 1},{formulas.PLACES})"
        self.sheet.write_formula(row, 12, rest, None, 0)

    def _write_rank(self, row: int, rank: int) -> None:
        self.sheet.write_number(row, 10, rank)
        if self.frame.card["is_partial"]:
            self.sheet.write_number(row, 1, rank, self.frame.styles["bold"])
        else:
            formula = formulas.rank(self._column("G", row), self._chain(row))
            self.sheet.write_formula(row, 1, formula, self.frame.styles["bold"], rank)
        self.sheet.write_formula(row, 13, f"=B{row + 1}-K{row + 1}", None, 0)

    def _column(self, letter: str, row: int) -> tuple[str, str]:
        return span(letter, len(self.frame.ranked)), f"{letter}{row + 1}"

    def _chain(self, row: int) -> Sequence[tuple[str, str, str]]:
        return [
            (*self._column(xl_col_to_name(_CHAIN + at), row), _APART.get(step, "0"))
            for at, step in enumerate(self.steps)
        ]

    def _write_chain_values(
        self, row: int, number: int, line: schema.RankingRow
    ) -> None:
        """Price, technical share and order; then each as the chain uses it."""
        price, technical = price_of(line), _technical_share(self.frame, line)
        order = self.submitted.get(line["candidate"])
        known: dict[str, float | None] = {
            "lower_price": None if price is None else float(price),
            "higher_technical": None if technical is None else -technical,
            "earlier_submission": order,
        }
        if price is not None:
            formula = f"={place_of_price(number)}"
            self.sheet.write_formula(row, 7, formula, None, float(price))
        if technical is not None:
            mine = ("F", f'"{words.perspective("technical")}"')
            formula = f"={self._sum('K', row, *mine)}/{self._sum('G', row, *mine)}"
            self.sheet.write_formula(row, 8, formula, None, technical)
        write_number(self.sheet, (row, 9), order)
        for at, step in enumerate(self.steps):
            formula = _VALUES[step].format(r=row + 1, last=formulas.LAST)
            value = known[step]
            shown = float(formulas.LAST) if value is None else value
            self.sheet.write_formula(row, _CHAIN + at, f"={formula}", None, shown)

    def _write_dimensions(self, row: int, line: schema.RankingRow) -> None:
        points = {each["dimension"]: each["points"] for each in line["dimensions"]}
        for at, dimension in enumerate(self.frame.card["criteria"]["dimensions"]):
            value = points.get(dimension["key"])
            if value is not None:
                formula = formulas.four_places(self._sum("K", row, "E", str(at + 1)))
                shown = float(four_places(Decimal(value)))
                place = (row, _CHAIN + _STEPS + at)
                style = self.frame.styles["four"]
                self.sheet.write_formula(*place, formula, style, shown)


def _order_of_submission(frame: Frame) -> dict[str, int]:
    """First, second, … by when the offers came in; those of one instant share it."""
    times = {
        line["candidate"]: datetime.fromisoformat(at)
        for line in frame.rows
        if (at := frame.names[line["candidate"]]["submitted_at"]) is not None
    }
    order = {at: place for place, at in enumerate(sorted({*times.values()}), start=1)}
    return {key: order[at] for key, at in times.items()}


def _technical_share(frame: Frame, line: schema.RankingRow) -> float | None:
    """Points per point of weight on the technical perspective, if there is any."""
    scores = {each["criterion"]: each for each in line["scores"]}
    weight, points = Decimal(0), Decimal(0)
    for leaf in frame.leaves:
        own = leaf.criterion
        if own["perspective"] == "technical" and own["effective_weight"] is not None:
            value = scores[own["key"]]["points"]
            if value is None:
                return None
            weight += Decimal(own["effective_weight"])
            points += Decimal(value)
    return float(points / weight) if weight else None
