"""An uploaded quote to the grids of its parts, the format told by its bytes."""

from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.labels import (
    OPTIONAL_SECTIONS,
    SECTION_LABELS,
    TEMPLATE_LABEL,
    VERSION,
    Section,
    section_named,
)
from catalog.imports.messages import Fault
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.delimited import grid_from_text_table
from catalog.imports.spreadsheets.grid import Cell, Grid, Row
from catalog.imports.spreadsheets.workbook import workbook_grids
from catalog.imports.texts import folded


def quote_sections(content: bytes) -> dict[Section, Grid]:
    """Return the grids of a workbook or a text table, or refuse the file.

    The name of the file plays no part. The first row of the quote section, which says
    that this is our template, is checked and left out.
    """
    return _of_workbook(content) if is_workbook(content) else _of_text_table(content)


def is_workbook(content: bytes) -> bool:
    """Tell a workbook from a text table by its bytes; refuse what can be neither."""
    if not content:
        raise ImportRefusedError(Fault.FILE_EMPTY)
    if len(content) > limits.FILE_BYTES:
        limit = limits.FILE_BYTES // limits.MEGABYTE
        raise ImportRefusedError(Fault.FILE_TOO_LARGE, limit=limit)
    if content.startswith(_OLD_WORKBOOK):
        raise ImportRefusedError(Fault.FILE_ENCRYPTED)
    if content.startswith(_PACKAGE):
        return True
    if any(content.startswith(start) for start in _BINARY):
        raise ImportRefusedError(Fault.FILE_NOT_TEXT)
    return False


_PACKAGE: Final = b"PK\x03\x04"
_OLD_WORKBOOK: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BINARY: Final = (
    b"PK",
    b"\x1f\x8b",
    b"\x28\xb5\x2f\xfd",
    b"\x7fELF",
    b"MZ",
    b"\x89PNG",
)


def _of_workbook(content: bytes) -> dict[Section, Grid]:
    names = {
        name: section
        for section, label in SECTION_LABELS.items()
        for name in label.folded
    }
    grids: dict[Section, Grid] = {}
    for grid in workbook_grids(content, names):
        section = names[folded(grid.sheet)]
        if section in grids:
            name = SECTION_LABELS[section].both
            raise ImportRefusedError(Fault.SECTION_DOUBLE, name=name)
        grids[section] = grid
    for section, label in SECTION_LABELS.items():
        if section not in grids and section not in OPTIONAL_SECTIONS:
            raise ImportRefusedError(Fault.SHEET_MISSING, name=label.both)
    quote = grids[Section.QUOTE]
    _check_template(quote.rows)
    return grids | {Section.QUOTE: Grid(sheet=quote.sheet, rows=quote.rows[1:])}


def _of_text_table(content: bytes) -> dict[Section, Grid]:
    rows = grid_from_text_table(content).rows
    _check_template(rows)
    blocks: dict[Section, list[Row]] = {Section.QUOTE: []}
    current = blocks[Section.QUOTE]
    for row in rows[1:]:
        section = _block_start(row)
        if section is None:
            current.append(row)
        elif blocks.get(section):
            name = SECTION_LABELS[section].both
            raise ImportRefusedError(Fault.SECTION_DOUBLE, name=name)
        else:
            current = blocks[section] = []
    for section, label in SECTION_LABELS.items():
        if section not in blocks and section not in OPTIONAL_SECTIONS:
            raise ImportRefusedError(Fault.SECTION_MISSING, name=label.both)
    return {section: Grid(rows=tuple(block)) for section, block in blocks.items()}


def _check_template(rows: tuple[Row, ...]) -> None:
    first = rows[0] if rows else Row(number=1, cells={})
    label = folded(str(first.cell(1).value or ""))
    version = first.cell(2).value
    if label not in TEMPLATE_LABEL.folded or version != VERSION:
        raise ImportRefusedError(Fault.FILE_NOT_TEMPLATE, version=VERSION)


def _block_start(row: Row) -> Section | None:
    first: Cell = row.cell(1)
    text = str(first.value or "").strip()
    if len(row.cells) != 1 or not (text.startswith("[") and text.endswith("]")):
        return None
    return section_named(text[1:-1])
