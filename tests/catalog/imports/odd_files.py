"""Odd and hostile quote files by name, each with what must come of it.

All are made here and are small: what means to grow is packed tightly.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from catalog.imports.quote_sheet import QuoteSheet
from catalog.imports.template import quote_workbook
from tests.catalog.imports.samples import (
    BRIEF,
    make_line,
    make_sheet,
    part_of,
    table_bytes,
    table_rows,
    with_field,
    with_line_cell,
    with_parts,
    workbook_bytes,
)
from tests.catalog.imports.spreadsheets import hostile

type Rows = list[list[str]]

CHINESE_VENDOR: Final = "浪潮电子信息产业股份有限公司"


@dataclass(frozen=True, slots=True, kw_only=True)
class OddFile:
    """A file and its outcome: a quote, or the cell and the code of its one fault.

    The cell is empty where the fault is of the whole file.
    """

    build: Callable[[], bytes]
    gives: QuoteSheet | tuple[str, str]
    name: str = "quote.xlsx"


def priced(price: str, style: str = "point (1,234.56)", sign: str = ",") -> bytes:
    """A text table with one price as written."""
    rows = with_line_cell("Unit price", price)
    return table_bytes([[_styled(cell, style) for cell in row] for row in rows], sign)


def _styled(cell: str, style: str) -> str:
    return style if cell == "point (1,234.56)" else cell


def chinese(encoding: str) -> bytes:
    rows = table_rows(make_sheet(vendor=CHINESE_VENDOR))
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    return mark + table_bytes(rows, encoding=encoding)


def line_again() -> bytes:
    rows = table_rows()
    (last,) = (row for row in rows if "chassis" in row)
    return table_bytes([*rows[: rows.index(last) + 1], list(last)])


def trailing_rows() -> bytes:
    return table_bytes(table_rows()) + b",,,,,,,\r\n" * 4_000


def trailing_workbook_rows() -> bytes:
    rows = "".join(f'<row r="{n}"><c r="A{n}" s="1"/></row>' for n in range(3, 5_003))
    return _lines(r"</sheetData>", f"{rows}</sheetData>")


def million_empty_rows() -> bytes:
    return hostile.with_lines("<row/>" * 1_000_000)


def eight_million_cells() -> bytes:
    return hostile.with_lines(f"<row>{'<c/>' * 8_000}</row>" * 1_000)


def price_cell(cell: str) -> bytes:
    """A workbook with the price of its line replaced by raw markup."""
    return _lines(r'<c r="G2".*?</c>', cell)


def _lines(old: str, new: str) -> bytes:
    content = hostile.workbook()
    part = part_of(content, hostile.LINES).decode()
    spoilt = re.sub(old, lambda _: new, part, count=1)
    assert spoilt != part
    return with_parts(content, {hostile.LINES: spoilt.encode()})


def merged_offer() -> bytes:
    """Two lines below one merged offer: only the first holds it."""

    def change(sheets, _):
        lines = sheets["Lines"]
        lines.merge_range("A2:A3", "Base")
        values = "Server", "second", "Second line", "node", "1", "1.50"
        for column, text in enumerate(values, start=1):
            lines.write_string(2, column, text)

    return workbook_bytes(change)


def hidden_sheet() -> bytes:
    def change(_, book):
        sheet = book.add_worksheet("Old prices")
        sheet.write(0, 0, "Unit price")
        sheet.write(1, 0, 1)
        sheet.hide()

    return workbook_bytes(change)


def part_added(name: str) -> bytes:
    return with_parts(hostile.workbook(), {name: b"x"})


def long_quote() -> QuoteSheet:
    """About as many lines as fit into the bounds of a workbook."""
    return make_sheet(
        *(
            make_line(key=f"line-{n}", label=f"Line {n}", unit_price=Decimal(n))
            for n in range(2_400)
        )
    )


def cr_only() -> bytes:
    return table_bytes(table_rows()).replace(b"\r\n", b"\r")


def with_price(price: str) -> QuoteSheet:
    return make_sheet(make_line(unit_price=Decimal(price)))


COMMA: Final = "comma (1.234,56)"
FILES: Final[Mapping[str, OddFile]] = {
    "decimal comma": OddFile(
        build=lambda: priced("205497,140749", COMMA, ";"), gives=make_sheet()
    ),
    "thousands dots": OddFile(
        build=lambda: priced("1.205.497,14", COMMA, ";"), gives=with_price("1205497.14")
    ),
    "thousands commas": OddFile(
        build=lambda: priced("1,205,497.14"), gives=with_price("1205497.14")
    ),
    "comma where a point is declared": OddFile(
        build=lambda: priced("205497,14"), gives=("G35", "number_invalid")
    ),
    "ambiguous 1.234": OddFile(
        build=lambda: priced("1.234"), gives=("G35", "number_ambiguous")
    ),
    "ambiguous 1.234 with comma": OddFile(
        build=lambda: priced("1.234", COMMA, ";"), gives=("G35", "number_ambiguous")
    ),
    "GB18030": OddFile(
        build=lambda: chinese("gb18030"), gives=make_sheet(vendor=CHINESE_VENDOR)
    ),
    "UTF-8 with mark": OddFile(
        build=lambda: chinese("utf-8-sig"), gives=make_sheet(vendor=CHINESE_VENDOR)
    ),
    "UTF-16 LE": OddFile(
        build=lambda: chinese("utf-16-le"), gives=make_sheet(vendor=CHINESE_VENDOR)
    ),
    "UTF-16 BE": OddFile(
        build=lambda: chinese("utf-16-be"), gives=make_sheet(vendor=CHINESE_VENDOR)
    ),
    "semicolons": OddFile(
        build=lambda: table_bytes(table_rows(), ";"), gives=make_sheet()
    ),
    "tabs": OddFile(build=lambda: table_bytes(table_rows(), "\t"), gives=make_sheet()),
    "CR only": OddFile(build=cr_only, gives=make_sheet()),
    "2,400 lines": OddFile(
        build=lambda: quote_workbook(BRIEF, sheet=long_quote()), gives=long_quote()
    ),
    "merged cells": OddFile(build=merged_offer, gives=("A3", "required")),
    "empty trailing rows": OddFile(build=trailing_rows, gives=make_sheet()),
    "empty trailing rows of a workbook": OddFile(
        build=trailing_workbook_rows, gives=make_sheet()
    ),
    "a million empty rows": OddFile(
        build=million_empty_rows, gives=("", "workbook_too_large")
    ),
    "eight million cells": OddFile(
        build=eight_million_cells, gives=("", "workbook_too_large")
    ),
    "900,000 cells": OddFile(
        build=hostile.many_cells, gives=("", "workbook_too_large")
    ),
    "false dimension": OddFile(
        build=lambda: _lines('dimension ref=".*?"', 'dimension ref="A1:XFD1048576"'),
        gives=make_sheet(),
    ),
    "shared text bomb": OddFile(build=hostile.text_bomb, gives=("", "too_much_text")),
    "zip bomb": OddFile(build=hostile.zero_bomb, gives=("", "workbook_too_large")),
    "formula with its value": OddFile(
        build=lambda: price_cell('<c r="G2"><f>100*12.5</f><v>1250</v></c>'),
        gives=with_price("1250"),
    ),
    "formula without a value": OddFile(
        build=lambda: price_cell('<c r="G2"><f>100*12.5</f></c>'),
        gives=("G2", "formula_empty"),
    ),
    "formula with an error": OddFile(
        build=lambda: price_cell('<c r="G2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
        gives=("G2", "formula_error"),
    ),
    "date as ISO text": OddFile(
        build=lambda: table_bytes(with_field("Quote date", "2026-11-18")),
        gives=make_sheet(),
    ),
    "date as other text": OddFile(
        build=lambda: table_bytes(with_field("Quote date", "18/11/2026")),
        gives=("B11", "date_invalid"),
    ),
    "negative price": OddFile(
        build=lambda: priced("-205497.14"), gives=("G35", "number_too_small")
    ),
    "duplicate line": OddFile(build=line_again, gives=("C36", "line_double")),
    "missing currency": OddFile(
        build=lambda: table_bytes(with_field("Currency", "")), gives=("B8", "required")
    ),
    "fullwidth digits": OddFile(
        build=lambda: priced("\uff12\uff10\uff15"), gives=("G35", "number_digits")
    ),
    "Arabic digits": OddFile(
        build=lambda: priced("\u0662\u0660\u0665"), gives=("G35", "number_digits")
    ),
    "1e400": OddFile(build=lambda: priced("1e400"), gives=("G35", "number_invalid")),
    "1e400 in a number cell": OddFile(
        build=lambda: price_cell('<c r="G2"><v>1e400</v></c>'),
        gives=("G2", "number_not_finite"),
    ),
    "NaN": OddFile(build=lambda: priced("NaN"), gives=("G35", "number_invalid")),
    "external link": OddFile(
        build=lambda: part_added("xl/externalLinks/externalLink1.xml"),
        gives=("", "workbook_external"),
    ),
    "external entity": OddFile(
        build=hostile.external_entity, gives=("", "workbook_doctype")
    ),
    "entity bomb": OddFile(build=hostile.entity_bomb, gives=("", "workbook_doctype")),
    "macro": OddFile(
        build=lambda: part_added("xl/vbaProject.bin"), gives=("", "workbook_macros")
    ),
    "hidden sheet": OddFile(build=hidden_sheet, gives=make_sheet()),
    "workbook named as text": OddFile(
        build=hostile.workbook, gives=make_sheet(), name="quote.csv"
    ),
    "picture named as workbook": OddFile(
        build=lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 64, gives=("", "file_not_text")
    ),
    "truncated archive": OddFile(
        build=lambda: hostile.workbook()[:-200], gives=("", "file_broken")
    ),
    "cell of 20,000 characters": OddFile(
        build=lambda: table_bytes(with_line_cell("Item", "x" * 20_000)),
        gives=("D35", "text_too_long"),
    ),
}
