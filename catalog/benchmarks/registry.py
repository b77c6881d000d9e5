"""Which reader takes which file. A new format is one module and one line here."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalog.benchmarks.findings import Finding, finding
from catalog.benchmarks.mlperf_training import read_run_sets
from catalog.benchmarks.nvidia_smi import read_telemetry
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.result import RunSetResult, TelemetryResult
from catalog.benchmarks.sources import MOST_FILES, Entry, entries_below, in_order

type Result = RunSetResult | TelemetryResult


type Reader = Callable[[Sequence[Entry], ReadOptions], Iterator[Result]]

# Each reader picks its own files by name and content; no file is of two formats.
READERS: tuple[Reader, ...] = (read_run_sets, read_telemetry)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that was read from one place."""

    run_sets: tuple[RunSetResult, ...] = ()
    telemetry: tuple[TelemetryResult, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def results(self) -> tuple[Result, ...]:
        """Run sets first, then samples."""
        return (*self.run_sets, *self.telemetry)


def read_entries(
    entries: Sequence[Entry],
    options: ReadOptions | None = None,
) -> Reading:
    """Read files, from a folder or an unpacked archive; never raises for content."""
    options = options or ReadOptions()
    ordered = in_order(entries)
    results: list[Result] = []
    for reader in READERS:
        results.extend(reader(ordered, options))
    return Reading(
        run_sets=tuple(item for item in results if isinstance(item, RunSetResult)),
        telemetry=tuple(item for item in results if isinstance(item, TelemetryResult)),
        findings=tuple(_remarks(ordered, results)),
    )


def read_path(path: Path, options: ReadOptions | None = None) -> Reading:
    """Read a file or all files of a folder."""
    return read_entries(entries_below(path), options)


def _remarks(entries: Sequence[Entry], results: Sequence[Result]) -> Iterator[Finding]:
    if not results:
        yield finding("file/nothing-read")
    if len(entries) >= MOST_FILES:
        yield finding("file/too-many", limit=MOST_FILES)
