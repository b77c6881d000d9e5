"""XLSX: a checked package to grids of the sheets asked for."""

import io
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final

import python_calamine

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault
from catalog.imports.numbers import decimal_from_float
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.grid import Cell, CellValue, Grid, Row
from catalog.imports.spreadsheets.markup import Attributes, Handlers, read_markup
from catalog.imports.spreadsheets.package import Package, packed
from catalog.imports.spreadsheets.plain_facts import plain_facts
from catalog.imports.spreadsheets.sheet_scan import (
    CellFacts,
    Position,
    cell_facts,
    text_lengths,
)
from catalog.imports.spreadsheets.styles import percent_styles
from catalog.imports.texts import folded


def workbook_grids(content: bytes, names: Collection[str] | None) -> list[Grid]:
    """Return the grids of the sheets whose folded name is asked for.

    With ``None`` those of the first sheets, whatever their names. Other sheets are
    neither unpacked nor read. Formulas count as the values that the file stores for
    them.
    """
    package = Package(content)
    _check_kind(package)
    _check_root(package)
    sheets = _asked_for(_sheets(package), names)
    parts = {_ROOT: _ROOT_LINKS}
    parts |= {name: package.read(name) for name in _SHARED if name in package.names}
    parts |= {sheet.part: package.read(sheet.part) for sheet in sheets}
    lengths = text_lengths(parts[_TEXTS]) if _TEXTS in parts else []
    percents = percent_styles(parts[_STYLES]) if _STYLES in parts else frozenset()
    scans = [_Scan(parts[sheet.part], lengths, percents) for sheet in sheets]
    if names is None and sum(scan.filled for scan in scans) > limits.ALL_CELLS:
        raise ImportRefusedError(Fault.TOO_MANY_CELLS, limit=limits.ALL_CELLS)
    try:
        book = python_calamine.load_workbook(io.BytesIO(packed(parts)))
        return [
            scan.grid(book.get_sheet_by_name(sheet.name))
            for sheet, scan in zip(sheets, scans, strict=True)
        ]
    except python_calamine.CalamineError as error:
        raise ImportRefusedError(Fault.FILE_BROKEN, reason=error) from error


_ROOT: Final = "_rels/.rels"
_ROOT_LINKS: Final = (
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
    b'relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/'
    b'officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
    b"</Relationships>"
)
_BOOK: Final = "xl/workbook.xml"
_LINKS: Final = "xl/_rels/workbook.xml.rels"
_TEXTS: Final = "xl/sharedStrings.xml"
_STYLES: Final = "xl/styles.xml"
_READ_FOR: Final[Mapping[str, str]] = {"sharedStrings": _TEXTS, "styles": _STYLES}
_SHARED: Final[tuple[str, ...]] = (_BOOK, _LINKS, _TEXTS, _STYLES)
_KIND: Final = (
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
)


_MADE: Final = Cell._make  # the constructor takes twice as long
_NO_FACTS: Final = CellFacts(is_percent=False, is_formula=False, is_error=False)


@dataclass(frozen=True, slots=True)
class _Sheet:
    name: str
    part: str


def _asked_for(sheets: list[_Sheet], names: Collection[str] | None) -> list[_Sheet]:
    """The sheets of these names; with None the first ones that are no chart."""
    if names is not None:
        return [sheet for sheet in sheets if folded(sheet.name) in names]
    tables = [sheet for sheet in sheets if sheet.part.startswith("xl/worksheets/")]
    return tables[: limits.SHEETS]


def _check_kind(package: Package) -> None:
    kinds: dict[str, str] = {}

    def start(name: str, attributes: Attributes) -> None:
        if name == "Override":
            kinds[attributes.get("PartName", "")] = attributes.get("ContentType", "")

    read_markup(package.read("[Content_Types].xml"), Handlers(start=start))
    kind = kinds.get(f"/{_BOOK}", "")
    if "macroenabled" in kind.lower():
        raise ImportRefusedError(Fault.WORKBOOK_MACROS)
    if kind != _KIND:
        raise ImportRefusedError(Fault.WORKBOOK_KIND)


def _check_root(package: Package) -> None:
    """Refuse a package whose workbook, for other programs, is not the one we read."""
    books: list[str] = []

    def start(name: str, attributes: Attributes) -> None:
        if name == "Relationship" and _kind_of(attributes) == "officeDocument":
            books.append(_linked(attributes, ""))

    read_markup(package.read(_ROOT), Handlers(start=start))
    if books != [_BOOK]:
        raise ImportRefusedError(Fault.WORKBOOK_KIND)


def _kind_of(link: Attributes) -> str:
    return link.get("Type", "").rpartition("/")[2]


def _linked(link: Attributes, folder: str) -> str:
    target = link.get("Target", "")
    return target[1:] if target.startswith("/") else f"{folder}{target}"


def _sheets(package: Package) -> list[_Sheet]:
    targets = _targets(package.read(_LINKS))
    sheets: list[_Sheet] = []

    def start(name: str, attributes: Attributes) -> None:
        if name == "sheet":
            part = targets.get(attributes.get("id", ""), "")
            sheets.append(_Sheet(attributes.get("name", ""), part))

    read_markup(package.read(_BOOK), Handlers(start=start))
    return sheets


def _targets(content: bytes) -> Mapping[str, str]:
    """The parts by the id of their link; shared ones must be those that are read."""
    targets: dict[str, str] = {}

    def start(name: str, attributes: Attributes) -> None:
        if name != "Relationship":
            return
        if attributes.get("TargetMode", "").lower() == "external":
            raise ImportRefusedError(Fault.WORKBOOK_EXTERNAL, part=_LINKS)
        part = _linked(attributes, "xl/")
        if part != _READ_FOR.get(_kind_of(attributes), part):
            raise ImportRefusedError(Fault.WORKBOOK_KIND)
        targets[attributes.get("Id", "")] = part

    read_markup(content, Handlers(start=start))
    return targets


class _Scan:
    """What is known of a sheet before its values: plainly, else by the full scan."""

    def __init__(
        self, content: bytes, lengths: list[int], percents: frozenset[int]
    ) -> None:
        self._full = partial(cell_facts, content, lengths, percents)
        self._plain = plain_facts(content, lengths, percents)
        self._facts = {} if self._plain else self._full()

    @property
    def filled(self) -> int:
        """How many cells hold something."""
        return self._plain.filled if self._plain else len(self._facts)

    def grid(self, sheet: python_calamine.CalamineSheet) -> Grid:
        """Return the cells; where the reader sees others than we do, scan in full."""
        values = sheet.to_python(skip_empty_area=False)
        if self._plain:
            seen = sum(len(row) - row.count("") for row in values)
            if seen == self._plain.filled:
                return _plain_grid(sheet.name, values, self._plain.special)
            self._facts = self._full()
        return _grid(sheet.name, values, self._facts)


def _plain_grid(
    sheet: str, values: list[list[Any]], special: Mapping[Position, CellFacts]
) -> Grid:
    careful = {row for row, _ in special}
    rows: list[Row] = []
    for number, raws in enumerate(values, start=1):
        found = None if number in careful else _plain_cells(sheet, number, raws)
        cells = _cells(sheet, number, raws, special) if found is None else found
        if cells:
            rows.append(Row(sheet=sheet, number=number, cells=cells))
    return Grid(sheet=sheet, rows=tuple(rows))


def _plain_cells(sheet: str, row: int, raws: list[Any]) -> dict[int, Cell] | None:
    """Return the cells of a row without facts, nothing if one of them has a problem."""
    try:
        return {
            column: _MADE((row, column, value, sheet, False, False, None, ""))
            for column, raw in enumerate(raws, start=1)
            if raw != "" and (value := _value(raw)) is not None
        }
    except ImportRefusedError:
        return None


def _cells(
    sheet: str, row: int, raws: list[Any], special: Mapping[Position, CellFacts]
) -> dict[int, Cell]:
    cells = {
        column: _cell(sheet, (row, column), raw, special.get((row, column), _NO_FACTS))
        for column, raw in enumerate(raws, start=1)
        if raw != ""
    }
    return {column: cell for column, cell in cells.items() if not cell.is_empty}


def _grid(
    sheet: str, values: list[list[Any]], facts: Mapping[Position, CellFacts]
) -> Grid:
    seen = {
        (row, column): raw
        for row, raws in enumerate(values, start=1)
        for column, raw in enumerate(raws, start=1)
        if raw != ""
    }
    meant = {place for place, found in facts.items() if found.has_value}
    if not meant <= seen.keys() <= facts.keys():
        raise ImportRefusedError(Fault.FILE_BROKEN, reason="a cell in two places")
    rows: dict[int, dict[int, Cell]] = {}
    for (row, column), found in sorted(facts.items()):
        cell = _cell(sheet, (row, column), seen.get((row, column), ""), found)
        if not cell.is_empty:
            rows.setdefault(row, {})[column] = cell
    return Grid(
        sheet=sheet,
        rows=tuple(
            Row(sheet=sheet, number=number, cells=cells)
            for number, cells in rows.items()
        ),
    )


def _cell(sheet: str, place: Position, raw: object, facts: CellFacts) -> Cell:
    value: CellValue = None
    problem: Fault | None = None
    problem_value = ""
    try:
        value = _value(raw)
    except ImportRefusedError as refusal:
        problem = refusal.error.code
        problem_value = refusal.error.params.get("value", "")
    if facts.is_error:
        value, problem = None, Fault.FORMULA_ERROR
    return Cell(
        sheet=sheet,
        row=place[0],
        column=place[1],
        value=value,
        is_percent=facts.is_percent,
        is_formula=facts.is_formula,
        problem=problem,
        problem_value=problem_value,
    )


def _value(raw: object) -> CellValue:
    if isinstance(raw, str):
        return raw if raw.strip() else None
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, float):
        return decimal_from_float(raw)
    return _day(raw)


def _day(raw: object) -> date:
    if isinstance(raw, date) and not isinstance(raw, datetime):
        return raw
    raise ImportRefusedError(Fault.DATE_TIME)
