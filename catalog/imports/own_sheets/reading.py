"""A vendor's own sheet, by its plan, to a quote or to its errors."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

from catalog.imports.columns import HEADER_FIELDS, LINE_COLUMNS, OFFER_COLUMNS
from catalog.imports.errors import CellError, ErrorList, ImportRefusedError
from catalog.imports.labels import Field
from catalog.imports.messages import Fault
from catalog.imports.numbers import NumberStyle
from catalog.imports.own_sheets.line_totals import check_total, unit_price_from
from catalog.imports.own_sheets.plans import SheetPlan
from catalog.imports.own_sheets.tables import OwnTable, own_grids, table_at
from catalog.imports.own_sheets.words import LINE_TOTAL, is_sum, is_tax
from catalog.imports.quote_sheet import Category
from catalog.imports.quotes import QuoteReading, QuoteRecords, reading_of
from catalog.imports.records import Record, checked_record
from catalog.imports.spreadsheets.grid import Cell, Row
from catalog.imports.texts import folded
from procurement.money import exponent

PRICES: Final = ("unit_price", "line_total")


def read_own_quote(content: bytes, plan: SheetPlan) -> QuoteReading:
    """Read a vendor's own sheet; a single error means that no quote is returned.

    A sheet whose columns are not those of the plan is refused before a cell is read.
    """
    try:
        table = _table(content, plan)
    except ImportRefusedError as refusal:
        return QuoteReading(errors=(refusal.error,))
    errors = ErrorList()
    _check_columns(table, plan, errors)
    if errors:
        return QuoteReading(errors=errors.in_order())
    reader = _Reader(table, plan, errors)
    reading = reading_of(reader.records(), errors)
    return replace(reading, left_out=reader.left_out)


def words_of(table: OwnTable, columns: Mapping[str, str]) -> dict[str, str]:
    """The names of groups in the table, by their folded form, in their order.

    Where no column holds groups, the items themselves are the words.
    """
    places = _places(table, columns)
    if "label" not in places:
        return {}
    words = [_one_line(_word_cell(row, places)) for row in _lines(table, places)]
    return {folded(word): word for word in words if word}


def key_for(text: str) -> str:
    """The key of an item by its name: the same for the same name, and only for it.

    >>> key_for("Rail kit"), key_for("rail  KIT"), key_for("导轨")
    ('rail-kit', 'rail-kit', 'item-a0504945')
    """
    word = folded(text)
    plain = _NO_KEY.sub("-", word).strip("-_")
    if plain == word.replace(" ", "-") and 0 < len(plain) <= _KEY_LENGTH:
        return plain
    digest = hashlib.sha256(word.encode()).hexdigest()[:8]
    return f"{plain[: _KEY_LENGTH - 9].strip('-_') or 'item'}-{digest}"


_NO_KEY: Final = re.compile(r"[^a-z0-9_]+")
_KEY_LENGTH: Final = 36


def _table(content: bytes, plan: SheetPlan) -> OwnTable:
    for grid in own_grids(content):
        if grid.sheet == plan.sheet:
            return table_at(grid, plan.heading_row)
    raise ImportRefusedError(Fault.SHEET_MISSING, name=plan.sheet)


def _places(table: OwnTable, columns: Mapping[str, str]) -> dict[str, int]:
    return {
        columns[column.key]: column.number
        for column in table.columns
        if columns.get(column.key)
    }


def _lines(table: OwnTable, places: Mapping[str, int]) -> Iterator[Row]:
    """The rows that are lines: all with a quantity or a price, but for sums."""
    counted = [places[key] for key in ("quantity", *PRICES) if key in places]
    for row in table.rows:
        is_filled = any(not row.cell(at).is_empty for at in counted)
        if is_filled and not _is_sum(row, places):
            yield row


def _is_sum(row: Row, places: Mapping[str, int]) -> bool:
    """Tell a sum from a line: an item may have a lump sum as its unit, or a tax."""
    item = _one_line(row.cell(places["label"])) if "label" in places else ""
    if not item or is_sum(item):
        return any(is_sum(_one_line(cell)) for cell in row)
    worded = {places[key] for key in _WORDED if key in places}
    beside = [_one_line(cell) for cell in row if cell.column not in worded]
    return any(is_sum(text) and not is_tax(text) for text in beside)


_WORDED: Final = ("unit", "category", "tax_rate", "key", "is_optional")


def _check_columns(table: OwnTable, plan: SheetPlan, errors: ErrorList) -> None:
    known = {column.key: column for column in table.columns}
    for key, column in known.items():
        if key not in plan.columns:
            place = table.heading.cell(column.number)
            name = column.heading or column.letters
            errors.add(place.error(Fault.COLUMN_UNMATCHED, label=name))
    for key, meant in plan.columns.items():
        if meant and key not in known:
            errors.add(_fault(table, Fault.COLUMN_GONE, label=key))
    _check_fields(table, plan, errors)


def _check_fields(table: OwnTable, plan: SheetPlan, errors: ErrorList) -> None:
    fields = [key for key in plan.columns.values() if key]
    labels = {each.key: each.label.both for each in (*LINE_COLUMNS, LINE_TOTAL)}
    for key, count in Counter(fields).items():
        if count > 1:
            errors.add(_fault(table, Fault.COLUMN_DOUBLE, label=labels[key]))
    for key in ("label", "quantity"):
        if key not in fields:
            errors.add(_fault(table, Fault.COLUMN_NEEDED, label=labels[key]))
    if not set(PRICES) & set(fields):
        errors.add(_fault(table, Fault.COLUMN_NEEDED, label=labels["unit_price"]))
    if plan.is_extended and "discount" in fields:
        errors.add(_fault(table, Fault.TOTAL_WITH_DISCOUNT))


def _fault(table: OwnTable, code: Fault, **params: str) -> CellError:
    return CellError(
        code=code, params=params, sheet=table.sheet, row=table.heading.number, column=1
    )


class _Reader:
    """Read the lines of one table, and what the plan says beside it."""

    def __init__(self, table: OwnTable, plan: SheetPlan, errors: ErrorList) -> None:
        self._table, self._plan, self._errors = table, plan, errors
        self._places = _places(table, plan.columns)
        self._rows = list(_lines(table, self._places))
        self._fields = _fields(plan)
        self._keys: Counter[str] = Counter()

    @property
    def left_out(self) -> tuple[Row, ...]:
        """The rows that are no lines."""
        numbers = {row.number for row in self._rows}
        rows = (*self._table.above, *self._table.rows)
        return tuple(row for row in rows if row.number not in numbers)

    def records(self) -> QuoteRecords:
        """The records of the whole quote."""
        style = {"number_style": NumberStyle.POINT.value}
        header = self._said("", HEADER_FIELDS, style)
        offer = self._said("offer.", OFFER_COLUMNS, {"is_base": "yes"})
        lines = [self._line(row, header, offer) for row in self._rows]
        if not lines:
            self._errors.add(_fault(self._table, Fault.NO_ROWS))
        return QuoteRecords(header=header, offers=[offer], lines=lines, payments=[])

    def _said(
        self, prefix: str, fields: tuple[Field, ...], more: dict[str, str]
    ) -> Record:
        """What stands in no cell of the sheet."""
        facts = {each.key: self._plan.facts.get(prefix + each.key) for each in fields}
        cells = {
            key: Cell(row=0, column=0, value=text or None)
            for key, text in {**facts, **more}.items()
        }
        return checked_record(cells, fields, NumberStyle.POINT, self._errors)

    def _line(self, row: Row, header: Record, offer: Record) -> Record:
        cells = {key: row.cell(at) for key, at in self._places.items()}
        group = self._group(row)
        cells["category"] = _saying(_word_cell(row, self._places), group)
        cells["key"] = _saying(cells["label"], self._key(cells))
        cells["offer"] = _saying(row.cell(1), offer.values.get("name"))
        for key in ("unit", *(_YEARS if group == Category.SUPPORT else ())):
            if key not in cells or cells[key].is_empty:
                fact = self._plan.facts.get(f"line.{key}")
                cells[key] = _saying(cells.get(key, row.cell(1)), fact)
        style = self._plan.number_style
        record = checked_record(cells, self._fields, style, self._errors)
        return self._priced(record, header.values.get("currency"))

    def _group(self, row: Row) -> str | None:
        cell = _word_cell(row, self._places)
        word = _one_line(cell)
        group = self._plan.words.get(folded(word))
        if word and not group:
            self._errors.add(cell.error(Fault.GROUP_UNMATCHED, label=word[:40]))
        return group

    def _key(self, cells: Mapping[str, Cell]) -> str | None:
        own = cells.get("key")
        text = _one_line(own) if own else ""
        text = text or _one_line(cells["label"])
        if not text:
            return None
        key = key_for(text)
        self._keys[key] += 1
        return key if self._keys[key] == 1 else f"{key}-{self._keys[key]}"

    def _priced(self, record: Record, currency: str | None) -> Record:
        """The record with its unit price, worked out of or held against its total."""
        values: dict[str, Any] = dict(record.values)
        has_total = "line_total" in values
        total, quantity = values.pop("line_total", None), values.get("quantity")
        if not has_total or quantity is None or currency is None:
            return Record(cells=record.cells, values=values)
        places = exponent(currency)
        try:
            if self._plan.is_extended:
                values["unit_price"] = (
                    None if total is None else unit_price_from(total, quantity, places)
                )
            elif "unit_price" in values:
                price = values["unit_price"] or Decimal(0)
                discount = values.get("discount", Decimal(0))
                check_total(total or Decimal(0), (quantity, price, discount), places)
        except ImportRefusedError as refusal:
            place = record.cells["line_total"]
            fault = refusal.error
            self._errors.add(place.error(fault.code, **fault.params))
        return Record(cells=record.cells, values=values)


_YEARS: Final = ("first_year", "last_year")


def _fields(plan: SheetPlan) -> tuple[Field, ...]:
    """The fields of a line; key and group have refusals of their own."""
    needed = {"label", "quantity", "unit"}
    needed.add("line_total" if plan.is_extended else "unit_price")
    fields = (*LINE_COLUMNS, LINE_TOTAL)
    return tuple(replace(each, is_required=each.key in needed) for each in fields)


def _word_cell(row: Row, places: Mapping[str, int]) -> Cell:
    """The cell that tells the group of a line: its group, else its item."""
    group = row.cell(places["category"]) if "category" in places else None
    return row.cell(places["label"]) if group is None or group.is_empty else group


def _one_line(cell: Cell) -> str:
    return " ".join(str(cell.value if cell.value is not None else "").split())


def _saying(cell: Cell, text: str | None) -> Cell:
    """A cell of the same place that holds a text of ours."""
    return Cell(sheet=cell.sheet, row=cell.row, column=cell.column, value=text or None)
