"""Exchange rates from a file: the ECB's table of a day or of many, or a plain list.

The ECB writes what one euro costs, a column a currency. The plain list has the
columns base, quote, rate, date, source: one unit of base costs rate units of quote.
No rate is derived from two others.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final, Protocol

from catalog.imports.errors import CellError, ErrorList, ImportRefusedError
from catalog.imports.kinds import CodeKind, DayKind, TextKind
from catalog.imports.labels import Field, Label
from catalog.imports.messages import Fault
from catalog.imports.numbers import NumberStyle
from catalog.imports.records import checked_record, table_rows
from catalog.imports.spreadsheets.delimited import grid_from_text_table
from catalog.imports.spreadsheets.grid import Cell, Grid
from catalog.imports.texts import folded
from procurement.money import CURRENCIES, Rate

ECB_SOURCE: Final = "ECB reference"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatesReading:
    """What a file of rates gave: all its rates, or its errors and nothing else."""

    rates: tuple[Rate, ...] = ()
    errors: tuple[CellError, ...] = ()


def read_rates(content: bytes) -> RatesReading:
    """Read a file of exchange rates, its layout told by its heading."""
    errors = ErrorList()
    try:
        grid = grid_from_text_table(content)
    except ImportRefusedError as refusal:
        return RatesReading(errors=(refusal.error,))
    first = folded(str(grid.rows[0].cell(1).value or ""))
    layout = _ecb_rates if first == "date" else _listed_rates
    rates = _once_each(layout(grid, errors), errors)
    if not rates and not errors:
        errors.add(CellError(code=Fault.NO_ROWS))
    if errors:
        return RatesReading(errors=errors.in_order())
    return RatesReading(rates=tuple(rates))


class _RateKind:
    """A rate above zero with a decimal point and no grouping, as the ECB writes it."""

    def read(self, cell: Cell, _style: NumberStyle | None) -> Decimal:
        text = str(cell.value).strip()
        if not _RATE.fullmatch(text) or not (rate := Decimal(text)):
            raise ImportRefusedError(Fault.RATE_INVALID, value=text[:40])
        return rate


class _RateDayKind:
    """An ISO day, or one with the month's English name as in the ECB's daily table."""

    def read(self, cell: Cell, style: NumberStyle | None) -> date:
        found = _LONG_DAY.fullmatch(folded(str(cell.value)))
        if found is None or found.group(2) not in _MONTHS:
            return DayKind().read(cell, style)
        month = _MONTHS.index(found.group(2)) + 1
        iso = f"{found.group(3)}-{month:02}-{int(found.group(1)):02}"
        return DayKind().read(Cell(row=cell.row, column=cell.column, value=iso), style)


type _Placed = tuple[Cell, Rate]

_CODE: Final = CodeKind(codes=frozenset(CURRENCIES))
_COLUMNS: Final = tuple(
    Field(key=key, label=label, kind=kind, is_required=True, note=Label(en="", zh=""))
    for key, label, kind in (
        ("base", Label(en="base", zh="基准货币"), _CODE),
        ("quote", Label(en="quote", zh="计价货币"), _CODE),
        ("quote_per_base", Label(en="rate", zh="汇率"), _RateKind()),
        ("on", Label(en="date", zh="日期"), _RateDayKind()),
        ("source", Label(en="source", zh="来源"), TextKind(limit=120)),
    )
)
_RATE: Final = re.compile(r"[0-9]{1,10}(\.[0-9]{1,8})?")
_MISSING: Final = frozenset({"", "n/a"})
_LONG_DAY: Final = re.compile(r"([0-9]{1,2}) ([a-z]+) ([0-9]{4})")
_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)


def _listed_rates(grid: Grid, errors: ErrorList) -> Iterator[_Placed]:
    rows = table_rows(grid, _COLUMNS, errors)
    if errors:
        return
    for row in rows:
        values = checked_record(row, _COLUMNS, None, errors).values
        if values.get("base") and values.get("base") == values.get("quote"):
            errors.add(row["quote"].error(Fault.CURRENCY_SAME))
        elif len(values) == len(_COLUMNS):
            yield row["base"], Rate(**values)


def _ecb_rates(grid: Grid, errors: ErrorList) -> Iterator[_Placed]:
    """Read what a euro costs; money that was withdrawn since is passed over."""
    heading, *rows = grid.rows
    codes = {cell.column: str(cell.value).strip() for cell in heading}
    for column, code in codes.items():
        if column > 1 and not re.fullmatch("[A-Z]{3}", code):
            place = heading.cell(column)
            errors.add(place.error(Fault.CURRENCY_UNKNOWN, value=code[:40]))
    for row in rows:
        day = _read(row.cell(1), _RateDayKind(), errors)
        for cell in row:
            code = codes.get(cell.column, "")
            is_given = folded(str(cell.value)) not in _MISSING
            if day is None or code not in CURRENCIES or not is_given:
                continue
            if (rate := _read(cell, _RateKind(), errors)) is not None:
                yield cell, Rate("EUR", code, rate, day, ECB_SOURCE)


class _Reads[Value](Protocol):
    def read(self, cell: Cell, style: NumberStyle | None, /) -> Value: ...


def _read[Value](cell: Cell, kind: _Reads[Value], errors: ErrorList) -> Value | None:
    try:
        return kind.read(cell, None)
    except ImportRefusedError as refusal:
        errors.add(cell.error(refusal.error.code, **refusal.error.params))
        return None


def _once_each(placed: Iterator[_Placed], errors: ErrorList) -> list[Rate]:
    rates: dict[tuple[str, str, date, str], Rate] = {}
    for cell, rate in placed:
        key = rate.base, rate.quote, rate.on, rate.source
        if key in rates:
            shown = f"{rate.base} {rate.quote} {rate.on}"
            errors.add(cell.error(Fault.ROW_DOUBLE, key=shown))
        rates[key] = rate
    return list(rates.values())
