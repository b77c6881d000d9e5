"""The quote template to hand out: a workbook or a text table, empty or filled."""

from catalog.imports.labels import Language
from catalog.imports.quote_sheet import QuoteSheet
from catalog.imports.template_csv import text_table
from catalog.imports.template_values import (
    TenderBrief,
    caption,
    empty_values,
    sheet_values,
)
from catalog.imports.template_xlsx import workbook


def quote_workbook(
    brief: TenderBrief,
    language: Language = Language.ENGLISH,
    sheet: QuoteSheet | None = None,
) -> bytes:
    """Write the XLSX template of a tender, filled with a quote where one is given."""
    values = sheet_values(sheet) if sheet else empty_values(brief)
    return workbook(values, caption(brief, language), language)


def quote_text_table(
    brief: TenderBrief,
    language: Language = Language.ENGLISH,
    sheet: QuoteSheet | None = None,
) -> bytes:
    """Write the CSV template of a tender, filled with a quote where one is given."""
    values = sheet_values(sheet) if sheet else empty_values(brief)
    return text_table(values, caption(brief, language), language)
