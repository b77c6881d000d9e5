"""Quotes and files of our own for the tests of the imports."""

import csv
import io
import zipfile
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from catalog.imports.labels import Language
from catalog.imports.quote_sheet import (
    Category,
    Incoterm,
    QuoteHeader,
    QuoteLine,
    QuoteOffer,
    QuoteSheet,
)
from catalog.imports.quotes import QuoteReading, read_quote
from catalog.imports.spreadsheets.workbook import workbook_grids
from catalog.imports.template import quote_text_table, quote_workbook
from catalog.imports.template_values import TenderBrief
from procurement.money import TaxBasis

BRIEF = TenderBrief(
    reference="EV-2026-014",
    title="AI training cluster, phase 2",
    currency="EUR",
    vendor="Example Systems",
    nodes=16,
    gpus=128,
)


def make_header(**values: Any) -> QuoteHeader:
    terms: dict[str, Any] = {
        "tender": "EV-2026-014",
        "vendor": "Example Systems",
        "reference": "Q-2026-77",
        "round_number": 1,
        "currency": "EUR",
        "tax_basis": TaxBasis.NET,
        "quoted_on": date(2026, 11, 18),
        "valid_until": date(2027, 1, 29),
        "lead_weeks": Decimal(13),
        "incoterm": Incoterm.DAP,
    }
    return QuoteHeader(**(terms | values))


def make_offer(**values: Any) -> QuoteOffer:
    terms: dict[str, Any] = {
        "name": "Base",
        "sku": "XS-800",
        "nodes": 16,
        "gpus_per_node": 8,
        "is_base": True,
    }
    return QuoteOffer(**(terms | values))


def make_line(**values: Any) -> QuoteLine:
    terms: dict[str, Any] = {
        "offer": "Base",
        "category": Category.SERVER,
        "key": "chassis",
        "label": "Server with 8 GPUs",
        "unit": "node",
        "quantity": Decimal(16),
        "unit_price": Decimal("205497.140749"),
    }
    return QuoteLine(**(terms | values))


def make_sheet(*lines: QuoteLine, **header: Any) -> QuoteSheet:
    return QuoteSheet(
        header=make_header(**header),
        offers=(make_offer(),),
        lines=lines or (make_line(),),
    )


def table_rows(sheet: QuoteSheet | None = None) -> list[list[str]]:
    """The rows of the English text table of a quote, to be spoilt by a test."""
    content = quote_text_table(BRIEF, Language.ENGLISH, sheet or make_sheet())
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def table_bytes(
    rows: list[list[str]], delimiter: str = ",", encoding: str = "utf-8"
) -> bytes:
    target = io.StringIO(newline="")
    csv.writer(target, delimiter=delimiter).writerows(rows)
    return target.getvalue().encode(encoding)


def place(rows: list[list[str]], label: str) -> tuple[int, int]:
    """Where a label stands, counted from 0; the last one wins: lines before offers."""
    for number in reversed(range(len(rows))):
        for column, text in enumerate(rows[number]):
            if text.removesuffix(" *") == label:
                return number, column
    raise AssertionError(label)


def with_field(label: str, value: str) -> list[list[str]]:
    rows = table_rows()
    number, _ = place(rows, label)
    rows[number][1] = value
    return rows


def with_line_cell(label: str, value: str) -> list[list[str]]:
    rows = table_rows()
    number, column = place(rows, label)
    rows[number + 1][column] = value
    return rows


def faults(reading: QuoteReading) -> list[tuple[str, str]]:
    """The cell and the code of each error; an error means that there is no quote."""
    assert (reading.sheet is None) == bool(reading.errors)
    return [(error.cell, error.code.value) for error in reading.errors]


def faults_of(rows: list[list[str]]) -> list[tuple[str, str]]:
    return faults(read_quote(table_bytes(rows)))


def workbook_bytes(change: Callable[[dict[str, Worksheet], Workbook], None]) -> bytes:
    """The workbook of a sound quote after a test has written over some cells."""
    return rewritten(quote_workbook(BRIEF, Language.ENGLISH, make_sheet()), change)


def rewritten(
    content: bytes, change: Callable[[dict[str, Worksheet], Workbook], None]
) -> bytes:
    target = io.BytesIO()
    book = Workbook(target, {"in_memory": True, "strings_to_formulas": False})
    sheets = {}
    for name, rows in text_cells(content).items():
        sheets[name] = book.add_worksheet(name)
        for (row, column), text in rows.items():
            sheets[name].write_string(row, column, text)
    change(sheets, book)
    book.close()
    return target.getvalue()


def text_cells(content: bytes) -> dict[str, dict[tuple[int, int], str]]:
    return {
        grid.sheet: {
            (cell.row - 1, cell.column - 1): shown(cell.value)
            for row in grid.rows
            for cell in row
        }
        for grid in workbook_grids(content, {"quote", "offers", "lines"})
    }


def shown(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def with_parts(content: bytes, parts: dict[str, bytes]) -> bytes:
    """Copy an archive with some parts replaced or added."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in source.namelist():
            if name not in parts:
                archive.writestr(name, source.read(name))
        for name, part in parts.items():
            archive.writestr(name, part)
    return target.getvalue()


def part_of(content: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(name)
