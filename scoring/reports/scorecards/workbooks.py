"""The scorecard as a workbook whose formulas work the ranking out again."""

import io

from xlsxwriter.workbook import Workbook

from scoring.reports.formats import Formats
from scoring.reports.scorecards import (
    criteria_sheet,
    price_sheet,
    ranking_sheet,
    score_sheet,
)
from scoring.reports.scorecards.documents import Scorecard
from scoring.reports.scorecards.frames import Frame
from scoring.selectors.workbook_cells import CREATED, WORKBOOK_OPTIONS


def scorecard_workbook(card: Scorecard, language: str) -> bytes:
    """Write four sheets: the ranking, the criteria, the scores, the prices.

    Weights, scores, data, prices and anchors are numbers; all that follows from them
    is a formula. Beside it stands what was stored. Texts are written as texts.
    """
    target = io.BytesIO()
    book = Workbook(target, WORKBOOK_OPTIONS)
    title = card["evaluation"]["reference"]
    book.set_properties({"created": CREATED, "title": title})
    sheets = [
        book.add_worksheet(module.NAME)
        for module in (ranking_sheet, criteria_sheet, score_sheet, price_sheet)
    ]
    ranking, criteria, scores, prices = sheets
    frame = Frame(book, card, Formats(language=language, time_zone="UTC"))
    criteria_sheet.write_criteria(criteria, frame)
    anchors = price_sheet.write_prices(prices, frame)
    score_sheet.write_scores(scores, frame, anchors)
    ranking_sheet.write_ranking(ranking, frame)
    book.close()
    return target.getvalue()
