"""Rows of samples: joined, split and summed up by GPU, in constant memory."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from catalog.benchmarks.findings import FindingList, shown
from catalog.benchmarks.lines import Line
from catalog.benchmarks.nvidia_columns import FIELDS, IDENTIFIERS, Column, Field
from catalog.benchmarks.result import FieldStatistics, GpuTelemetry

LONGEST_ROW = 1 << 16
MOST_JOINED = 8
MOST_GPUS = 1024
MOST_REMEMBERED = 10_000
DELIMITERS = (b",", b";", b"\t")
NUMBER = re.compile(rb"\s*(-?[0-9]{1,12}(?:\.[0-9]{1,9})?)\s*(%|MiB|W|MHz|C)?\s*")
NO_NUMBER = re.compile(
    rb"\s*(?:\[[^\]]*\]|N/A|ERR!|Not Active|Active|Enabled|Disabled)?\s*",
)

INDEX = re.compile(rb"[0-9]{1,6}")

type Row = Sequence[bytes]


def logical_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """Join lines while a quoted cell is open, a few at most."""
    held: list[Line] = []
    quotes = 0
    for line in lines:
        if not held and (b'"' not in line.text or not line.text.count(b'"') % 2):
            yield line
            continue
        held.append(line)
        quotes += line.text.count(b'"')
        if quotes % 2 and len(held) < MOST_JOINED:
            continue
        yield from held if quotes % 2 else [_joined(held)]
        held, quotes = [], 0
    yield from held


def _joined(lines: Sequence[Line]) -> Line:
    text = b"\n".join(line.text for line in lines)
    is_cut = any(line.is_cut for line in lines) or len(text) > LONGEST_ROW
    return Line(lines[0].number, text[:LONGEST_ROW], is_cut)


def delimiter_in(text: bytes) -> bytes:
    """Choose what parts the cells of a line: the most frequent candidate.

    >>> delimiter_in(b"index; power.draw [W]; name")
    b';'
    """
    return max(DELIMITERS, key=text.count)


def split_cells(text: bytes, delimiter: bytes) -> Row:
    """Split a row; quotes are honoured where there are any."""
    if b'"' not in text:
        return text.split(delimiter)
    reader = csv.reader(
        [text.decode("latin-1")],
        delimiter=delimiter.decode(),
        skipinitialspace=True,
    )
    try:
        rows = list(reader)
    except csv.Error:
        return ()
    return [cell.encode("latin-1") for cell in rows[0]] if len(rows) == 1 else ()


@dataclass(slots=True)
class _Sum:
    """The running figures of one field of one GPU."""

    count: int = 0
    missing: int = 0
    total: float = 0.0
    low: float = 0.0
    high: float = 0.0

    def take(self, value: float) -> None:
        """Add a number."""
        if not self.count:
            self.low = self.high = value
        elif value < self.low:
            self.low = value
        elif value > self.high:
            self.high = value
        self.count += 1
        self.total += value

    def statistics(self) -> FieldStatistics:
        """Return the figures; without a number there is no mean."""
        if not self.count:
            return FieldStatistics(
                count=0, missing=self.missing, mean=None, minimum=None, maximum=None
            )
        return FieldStatistics(
            count=self.count,
            missing=self.missing,
            mean=self.total / self.count,
            minimum=self.low,
            maximum=self.high,
        )


@dataclass(slots=True)
class _Gpu:
    key: tuple[bytes, ...]
    index: bytes
    name: str
    bus: str
    sums: dict[str, _Sum] = field(default_factory=dict)
    rows: int = 0


@dataclass(slots=True)
class Figure:
    """A column that is summed up. Cells repeat, so their values are remembered."""

    place: int
    name: str
    bounds: Field
    is_comma_decimal: bool
    _known: dict[bytes, float | None] = field(default_factory=dict)

    def value(self, row: Row) -> float | None:
        """Return the number in its cell, None for no number or an impossible one."""
        cell = row[self.place]
        if cell in self._known:
            return self._known[cell]
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        value = self._number(cell)
        is_possible = value is not None and self._holds(value)
        self._known[cell] = value if is_possible else None
        return self._known[cell]

    def is_impossible(self, row: Row) -> bool:
        """Whether the cell holds a number that cannot be."""
        value = self._number(row[self.place])
        return value is not None and not self._holds(value)

    def _number(self, cell: bytes) -> float | None:
        if self.is_comma_decimal:
            cell = cell.replace(b",", b".")
        match = NUMBER.fullmatch(cell)
        has_unit = match is not None and match[2] in {None, self.bounds.unit}
        return float(match[1]) if match and has_unit else None

    def _holds(self, value: float) -> bool:
        return self.bounds.low <= value <= self.bounds.high


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a row holds what: by name, the figures to sum up, and the GPU's marks."""

    columns: tuple[Column, ...]
    places: Mapping[str, int]
    figures: tuple[Figure, ...]
    keys: tuple[int, ...]

    def cell(self, row: Row, name: str) -> bytes:
        """Return the cell of a named column, empty when there is none."""
        place = self.places.get(name)
        return b"" if place is None else row[place].strip()

    def is_row(self, row: Row, values: Sequence[float | None]) -> bool:
        """Whether a figure holds a number, or says in a known way that it has none."""
        return any(value is not None for value in values) or any(
            NO_NUMBER.fullmatch(row[figure.place]) or figure.is_impossible(row)
            for figure in self.figures
        )


def layout_of(columns: tuple[Column, ...], *, is_comma_decimal: bool) -> Layout:
    """Work out the places; the first column of a name counts."""
    places: dict[str, int] = {}
    for place, column in enumerate(columns):
        if column.has_right_unit:
            places.setdefault(column.name, place)
    figures = tuple(
        Figure(place, name, FIELDS[name], is_comma_decimal)
        for name, place in places.items()
        if name in FIELDS
    )
    # Without the share of use beside it a column `gpu` may be that share.
    marks = [n for n in IDENTIFIERS if n != "gpu" or "utilization.gpu" in places]
    keys = tuple(places[name] for name in marks if name in places)
    return Layout(columns, places, figures, keys)


NO_LAYOUT = layout_of((), is_comma_decimal=False)


@dataclass(slots=True)
class Samples:
    """All rows so far, summed up by GPU."""

    findings: FindingList
    layout: Layout = NO_LAYOUT
    rows: int = 0
    first_at: bytes = b""
    last_at: bytes = b""
    events: Counter[str] = field(default_factory=Counter)
    _gpus: dict[tuple[bytes, ...], _Gpu] = field(default_factory=dict)

    def take(self, line: int, row: Row) -> bool:
        """Add a row; False when it is no row of these columns."""
        layout = self.layout
        if len(row) != len(layout.columns):
            return False
        values = [figure.value(row) for figure in layout.figures]
        if not layout.is_row(row, values):
            return False
        self.rows += 1
        self.last_at = layout.cell(row, "timestamp")
        self.first_at = self.first_at or self.last_at
        gpu = self._gpu_of(row)
        if gpu is None:
            self.findings.add("gpu/too-many", line, limit=MOST_GPUS)
            return True
        gpu.rows += 1
        for figure, value in zip(layout.figures, values, strict=True):
            total = gpu.sums.get(figure.name)
            if total is None:
                total = gpu.sums[figure.name] = _Sum()
            if value is not None:
                total.take(value)
            else:
                self._miss(total, figure, line, row)
        return True

    def _miss(self, total: _Sum, figure: Figure, line: int, row: Row) -> None:
        total.missing += 1
        if figure.is_impossible(row):
            value = _text(row[figure.place])
            self.findings.add("cell/out-of-range", line, field=figure.name, value=value)

    def _gpu_of(self, row: Row) -> _Gpu | None:
        layout = self.layout
        key = tuple([row[place].strip() for place in layout.keys])
        gpu = self._gpus.get(key)
        if gpu is None and len(self._gpus) < MOST_GPUS:
            gpu = self._gpus[key] = _Gpu(
                key=key,
                index=layout.cell(row, "index") or layout.cell(row, "gpu"),
                name=_text(layout.cell(row, "name")),
                bus=bus_key(_text(layout.cell(row, "pci.bus_id"))),
            )
        return gpu

    def note_event(self, bus: str) -> None:
        """Count an error that the driver reports of the GPU at this bus number."""
        key = bus_key(bus)
        if key in self.events or len(self.events) < MOST_GPUS:
            self.events[key] += 1

    def gpus(self) -> tuple[GpuTelemetry, ...]:
        """Return every GPU with its figures, in order of index."""
        indexes = _indexes([gpu.index for gpu in self._gpus.values()])
        pairs = zip(indexes, self._gpus.values(), strict=True)
        return tuple(
            GpuTelemetry(
                index=index,
                name=gpu.name or None,
                key=" ".join(_text(part) for part in gpu.key),
                rows=gpu.rows,
                fields={name: total.statistics() for name, total in gpu.sums.items()},
                error_events=self.events[gpu.bus] if gpu.bus else 0,
            )
            for index, gpu in sorted(pairs, key=lambda pair: pair[0])
        )

    @property
    def is_uneven(self) -> bool:
        """Whether some GPU has fewer rows than another."""
        return len({gpu.rows for gpu in self._gpus.values()}) > 1


def _indexes(logged: Sequence[bytes]) -> list[int]:
    """Take the logged indexes if they tell the GPUs apart, else count on."""
    numbers = [int(index) for index in logged if INDEX.fullmatch(index)]
    is_usable = len(set(numbers)) == len(logged)
    return numbers if is_usable else list(range(len(logged)))


def bus_key(bus: str) -> str:
    """Make the two ways of writing a bus number comparable.

    >>> bus_key("00000000:3B:00.0") == bus_key("0000:3b:00.0")
    True
    """
    return bus.lower().lstrip("0")


def _text(cell: bytes) -> str:
    return shown(cell.decode(errors="replace"))
