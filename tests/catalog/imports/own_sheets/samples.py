"""Sheets as vendors make them, and the plans that read them."""

import io
from typing import Any

from xlsxwriter.workbook import Workbook

from catalog.imports.numbers import NumberStyle
from catalog.imports.own_sheets.plans import SheetPlan
from catalog.imports.own_sheets.reading import words_of
from catalog.imports.own_sheets.tables import likely_table, own_grids
from catalog.imports.own_sheets.words import category_meant, field_meant

GERMAN = """\
Angebot der Example Systems GmbH;;;;
Datum;2026-11-18;;;
Pos;Beschreibung;Menge;Einzelpreis (EUR);Gesamtpreis
1;GPU server with 8 GPUs;16;"205.497,14";"3.287.954,24"
2;InfiniBand switch;4;"25.000,00";"100.000,00"
3;Support, 3 years;1;"90.000,00";"90.000,00"
;Total;;;"3.477.954,24"
"""
CHINESE = """\
序号\t产品名称\t单位\t数量\t总价（元）
1\t服务器\t台\t16\t1000000
2\t交换机\t台\t3\t1000
\t合计\t\t19\t1001000
"""
FACTS = {
    "vendor": "Example Systems",
    "reference": "Q-2026-77",
    "round_number": "1",
    "currency": "EUR",
    "tax_basis": "net",
    "quoted_on": "2026-11-18",
    "valid_until": "2027-01-29",
    "lead_weeks": "13",
    "offer.name": "Base",
    "offer.sku": "XS-800",
    "offer.nodes": "16",
    "offer.gpus_per_node": "8",
    "line.unit": "piece",
    "line.first_year": "1",
    "line.last_year": "3",
}


def plan_for(content: bytes, **changes: Any) -> SheetPlan:
    """The plan that the known words propose, with changed columns and facts."""
    table = likely_table(own_grids(content))
    columns = {each.key: field_meant(each.heading) or "" for each in table.columns}
    columns |= changes.pop("columns", {})
    groups = words_of(table, columns)
    words = {word: (category_meant(text) or "other") for word, text in groups.items()}
    values = {
        "sheet": table.sheet,
        "heading_row": table.heading.number,
        "columns": columns,
        "words": {word: str(group) for word, group in words.items()},
        "number_style": NumberStyle.COMMA,
        "facts": FACTS | changes.pop("facts", {}),
    }
    return SheetPlan(**(values | changes))


def workbook_of(sheets: dict[str, list[list[Any]]]) -> bytes:
    """A workbook with these rows."""
    target = io.BytesIO()
    book = Workbook(target, {"in_memory": True})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    book.close()
    return target.getvalue()
