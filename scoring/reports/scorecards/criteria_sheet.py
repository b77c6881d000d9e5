"""The criteria with their weights and curves."""

from decimal import Decimal
from typing import Final

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from scoring.reports import schema
from scoring.reports.scorecards import formulas, words
from scoring.reports.scorecards.frames import Frame, Leaf, span
from scoring.selectors.workbook_cells import write_text

NAME: Final = "Criteria"
_POINTS: Final = 15
"""The column in which the points of the curves begin."""


def write_criteria(sheet: Worksheet, frame: Frame) -> None:
    """Write a row for each criterion: weight, effective weight, points of its curve."""
    longest = max((len(leaf.criterion["curve"]) for leaf in frame.leaves), default=0)
    points = [
        word % {"number": number}
        for number in range(1, longest + 1)
        for word in words.point_headings()
    ]
    frame.head(sheet, (*words.criteria_headings(), *points))
    sheet.set_column(1, 1, 22)
    sheet.set_column(3, 3, 44)
    for leaf in frame.leaves:
        _write_texts(sheet, frame, leaf)
        _write_weights(sheet, frame, leaf)
        for at, point in enumerate(_rising(leaf.criterion)):
            for side, value in enumerate((point["value"], point["score"])):
                place = (leaf.row, _POINTS + 2 * at + side)
                frame.input(sheet, place, Decimal(value))


def effective_weight(leaf: Leaf) -> str:
    """Where the effective weight of a criterion stands."""
    return f"{NAME}!$J${leaf.row + 1}"


def curve_points(leaf: Leaf) -> list[tuple[str, str]]:
    """Where the points of a curve stand, in rising order of their values."""
    columns = [
        (xl_col_to_name(_POINTS + 2 * at), xl_col_to_name(_POINTS + 2 * at + 1))
        for at in range(len(leaf.criterion["curve"]))
    ]
    row = leaf.row + 1
    return [
        (f"{NAME}!${value}${row}", f"{NAME}!${score}${row}") for value, score in columns
    ]


def _rising(criterion: schema.Criterion) -> list[schema.CurvePoint]:
    return sorted(criterion["curve"], key=lambda point: Decimal(point["value"]))


def _write_texts(sheet: Worksheet, frame: Frame, leaf: Leaf) -> None:
    criterion, formats = leaf.criterion, frame.formats
    sheet.write_number(leaf.row, 0, leaf.dimension_number)
    texts = {
        1: formats.text(leaf.dimension["name"]),
        2: criterion["code"],
        3: formats.text(criterion["name"]),
        4: words.kind(criterion["kind"]),
        5: words.perspective(criterion["perspective"]),
        13: formats.text(criterion["unit"]),
        14: words.scale(criterion["scale"]) if criterion["scale"] else "",
    }
    for column, text in texts.items():
        write_text(sheet, (leaf.row, column), text)


def _write_weights(sheet: Worksheet, frame: Frame, leaf: Leaf) -> None:
    row, r, count = leaf.row, leaf.row + 1, len(frame.leaves)
    stored = Decimal(leaf.criterion["effective_weight"] or 0)
    frame.input(sheet, (row, 6), Decimal(leaf.criterion["weight"]))
    frame.input(sheet, (row, 7), 1 if stored else 0)
    group: tuple[str, ...] = ()
    if frame.card["criteria"]["weight_scope"] == "dimension":
        group = (*(span(letter, count) for letter in "AGH"), f"A{r}")
    before = formulas.weight_before_scaling(f"G{r}", f"H{r}", group)
    sheet.write_formula(row, 8, before, None, float(stored))
    scaled = f"=100*I{r}/SUM({span('I', count)})"
    sheet.write_formula(row, 9, scaled, None, float(stored))
    frame.compared(sheet, (row, 10), "J", stored)
