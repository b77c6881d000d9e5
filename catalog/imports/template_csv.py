"""The quote template as a text table: UTF-8 with its mark, a block a section."""

import csv
import io
from collections.abc import Mapping
from typing import Any

from catalog.imports.columns import (
    HEADER_FIELDS,
    LINE_COLUMNS,
    OFFER_COLUMNS,
    PAYMENT_COLUMNS,
)
from catalog.imports.labels import (
    SECTION_LABELS,
    TEMPLATE_LABEL,
    VERSION,
    Field,
    Language,
    Section,
)
from catalog.imports.template_values import TemplateValues, shown_text
from catalog.imports.texts import guarded


def text_table(values: TemplateValues, title: str, language: Language) -> bytes:
    """Write a template, empty or filled, that a spreadsheet program opens safely."""
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    writer.writerow([TEMPLATE_LABEL.to(language), VERSION])
    writer.writerow([guarded(title)])
    for field in HEADER_FIELDS:
        text = shown_text(field, values.header.get(field.key), language)
        note = field.note.to(language)
        writer.writerow([_heading(field, language), guarded(text), note])
    for section, fields, rows in (
        (Section.OFFERS, OFFER_COLUMNS, values.offers),
        (Section.PAYMENTS, PAYMENT_COLUMNS, values.payments),
        (Section.LINES, LINE_COLUMNS, values.lines),
    ):
        writer.writerow([])
        writer.writerow([f"[{SECTION_LABELS[section].to(language)}]"])
        writer.writerow([_heading(field, language) for field in fields])
        writer.writerows([_cells(row, fields, language) for row in rows])
    return target.getvalue().encode("utf-8-sig")


def _heading(field: Field, language: Language) -> str:
    return field.label.to(language) + (" *" if field.is_required else "")


def _cells(
    row: Mapping[str, Any], fields: tuple[Field, ...], language: Language
) -> list[str]:
    return [
        guarded(shown_text(field, row[field.key], language)) if field.key in row else ""
        for field in fields
    ]
