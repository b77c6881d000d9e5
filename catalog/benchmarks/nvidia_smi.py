"""Reads samples of `nvidia-smi --query-gpu=… --format=csv`, one row a GPU and tick.

Cells that are no number (`[N/A]`, `[Not Supported]`, empty, …) are left out of
every mean and counted: none of them is zero.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from catalog.benchmarks.findings import FindingList, shown
from catalog.benchmarks.lines import Line, all_lines
from catalog.benchmarks.nvidia_columns import (
    Column,
    declared_columns,
    guessed_columns,
    header_of,
    sidecar_columns,
    sidecar_name,
)
from catalog.benchmarks.nvidia_rows import (
    LONGEST_ROW,
    NO_LAYOUT,
    Row,
    Samples,
    delimiter_in,
    layout_of,
    logical_lines,
    split_cells,
)
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.result import TelemetryResult
from catalog.benchmarks.sources import Bytes, Entry, JsonProblem
from catalog.benchmarks.training.grouping import is_result

FORMAT = "nvidia-smi-csv"
SUFFIXES = frozenset({".csv", ".tsv", ".txt", ".log"})
SNIFFED_LINES = 60
SHORTEST_EVENT = 40
MOST_LINES = 50_000_000
HEADER_WORD = re.compile(rb"(?i)util|temp|power|mem|clocks")
UNIT = re.compile(rb"[0-9] (?:%|MiB|W|MHz)")
LOST_GPU = re.compile(
    rb"(?i)unable to determine the device handle for (?:gpu)?\s?"
    rb"([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])",
)


def read_telemetry(
    entries: Sequence[Entry],
    options: ReadOptions,
) -> Iterator[TelemetryResult]:
    """Read each file that was named by hand or is recognised by its first lines."""
    by_name = {entry.name: entry for entry in entries}
    for entry in entries:
        if is_result(entry):
            continue
        reader = _Reader(entry, _sidecar(entry, by_name), options)
        if entry.is_named_by_hand or reader.recognises():
            yield reader.read()


def _sidecar(
    entry: Entry,
    by_name: Mapping[str, Entry],
) -> tuple[Column, ...] | JsonProblem:
    declaration = by_name.get(sidecar_name(entry.name))
    return sidecar_columns(declaration) if declaration else ()


class _Reader:
    """One file being read: its samples so far and what tells its columns."""

    def __init__(
        self,
        entry: Entry,
        sidecar: tuple[Column, ...] | JsonProblem,
        options: ReadOptions,
    ) -> None:
        self.entry = entry
        self.findings = FindingList(entry.basename)
        self.samples = Samples(self.findings)
        self.sidecar = sidecar
        self.declared = declared_columns(options.columns)
        if isinstance(sidecar, tuple) and sidecar:
            self.declared = sidecar
        self.delimiter = b","
        self.header = b""

    def recognises(self) -> bool:
        """Whether the first lines hold a header, a declared row or telling units."""
        if self.entry.suffix not in SUFFIXES:
            return False
        if self.sidecar:
            return True
        lines = all_lines(Bytes(self.entry.path), LONGEST_ROW)
        try:
            return any(self._is_telling(ln) for ln in islice(lines, SNIFFED_LINES))
        except OSError:
            return False

    def _is_telling(self, line: Line) -> bool:
        delimiter = delimiter_in(line.text)
        row = split_cells(line.text, delimiter)
        if _header(line.text, row) or _guess(line.text, row):
            return True
        is_declared = self.entry.suffix == ".csv" and len(row) == len(self.declared)
        return is_declared and self._layout_takes(row)

    def _layout_takes(self, row: Row) -> bool:
        layout = layout_of(self.declared, is_comma_decimal=False)
        return any(figure.value(row) is not None for figure in layout.figures)

    def read(self) -> TelemetryResult:
        """Read the whole file; what is wrong with it becomes findings."""
        if isinstance(self.sidecar, JsonProblem):
            self.findings.add("columns/declaration", problem=self.sidecar.text)
        content = Bytes(self.entry.path)
        try:
            for line in logical_lines(all_lines(content, LONGEST_ROW)):
                if line.number > MOST_LINES:
                    self.findings.add("row/limit", line.number, limit=MOST_LINES)
                    break
                self._take(line)
        except OSError as error:
            problem = error.strerror or "not readable"
            self.findings.add("file/unreadable", problem=problem)
        return self._result(content)

    def _take(self, line: Line) -> None:
        if line.is_cut:
            self.findings.add("row/too-long", line.number, limit=LONGEST_ROW)
            return
        if line.text == self.header or not line.text.strip():
            return
        row = split_cells(line.text, self.delimiter)
        if self.samples.layout is not NO_LAYOUT and self.samples.take(line.number, row):
            return
        if not self._take_columns(line):
            self._take_other(line)

    def _take_columns(self, line: Line) -> bool:
        """Learn the columns from a header, a declaration or units, in this order."""
        is_known = self.samples.layout is not NO_LAYOUT
        if is_known and not HEADER_WORD.search(line.text):
            return False
        delimiter = delimiter_in(line.text)
        row = split_cells(line.text, delimiter)
        header = _header(line.text, row)
        if header:
            self.header = line.text
            self._set_columns(header, line, delimiter)
            return True
        if is_known:
            return False
        columns = self._declared_for(row, line)
        if columns is None:
            return False
        self._set_columns(columns, line, delimiter)
        return self.samples.take(line.number, row)

    def _declared_for(self, row: Row, line: Line) -> tuple[Column, ...] | None:
        if len(row) == len(self.declared):
            return self.declared
        if self.declared:
            counts = {"declared": len(self.declared), "found": len(row)}
            self.findings.add("columns/count", line.number, **counts)
            return None
        columns = _guess(line.text, row)
        if columns:
            names = ", ".join(column.name for column in columns if column.name)
            self.findings.add("columns/guessed", line.number, columns=names)
        return columns

    def _set_columns(
        self,
        columns: tuple[Column, ...],
        line: Line,
        delimiter: bytes,
    ) -> None:
        known = self.samples.layout
        if known.columns == columns:
            return
        if known is not NO_LAYOUT:
            self.findings.add("columns/changed", line.number)
        self.delimiter = delimiter
        layout = layout_of(columns, is_comma_decimal=delimiter == b";")
        self.samples.layout = layout
        for column in columns:
            if not column.has_right_unit:
                values = {"column": column.name, "unit": column.unit or ""}
                self.findings.add("columns/unit", line.number, **values)
        if not layout.figures:
            self.findings.add("columns/none", line.number)

    def _take_other(self, line: Line) -> None:
        event = LOST_GPU.search(line.text) if len(line.text) > SHORTEST_EVENT else None
        if event is None:
            self.findings.add("row/skipped", line.number)
            return
        bus = event[1].decode()
        self.samples.note_event(bus)
        self.findings.add("gpu/error-event", line.number, gpu=bus)

    def _result(self, content: Bytes) -> TelemetryResult:
        samples = self.samples
        if not content.size:
            self.findings.add("file/empty")
        elif samples.layout is NO_LAYOUT:
            self.findings.add("columns/undeclared")
        if samples.is_uneven:
            self.findings.add("gpu/incomplete-tick")
        return TelemetryResult(
            path=self.entry.name,
            format=FORMAT,
            sha256=content.sha256,
            rows=samples.rows,
            gpus=samples.gpus(),
            columns=tuple(shown(column.name) for column in samples.layout.columns),
            first_at=_moment(samples.first_at),
            last_at=_moment(samples.last_at),
            error_events=samples.events.total(),
            findings=tuple(self.findings),
        )


def _header(text: bytes, row: Row) -> tuple[Column, ...] | None:
    return header_of(_texts(row)) if HEADER_WORD.search(text) else None


def _guess(text: bytes, row: Row) -> tuple[Column, ...] | None:
    return guessed_columns(_texts(row)) if UNIT.search(text) else None


def _texts(row: Row) -> list[str]:
    return [cell.decode(errors="replace") for cell in row]


def _moment(cell: bytes) -> str | None:
    return shown(cell.decode(errors="replace")) or None
