"""Which logs belong together: those of one folder and one benchmark."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from catalog.benchmarks.sources import Entry, in_order
from catalog.benchmarks.training.log import RunLog, read_log
from catalog.benchmarks.training.rulesets import benchmark_named

RESULT_FILES = "result_*.txt"
MOST_RUNS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder with results, among all files that came with it."""

    folder: PurePosixPath
    origin: str
    entries: Sequence[Entry]
    is_whole: bool

    def beside(self, basename: str) -> list[Entry]:
        """Return the file of this name in the folder, if there is one."""
        return [
            entry
            for entry in self.entries
            if entry.basename == basename and entry.folder == self.folder
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The logs of one benchmark in a folder, and what else lies in it."""

    place: Place
    benchmark: str | None
    logs: Sequence[RunLog]
    others: Sequence[str]

    def text(self, key: str) -> str | None:
        """Return the first value that any log gives for a key."""
        return next((text for log in self.logs if (text := log.text(key))), None)


def is_result(entry: Entry) -> bool:
    """Whether a file is a run, by its name."""
    return fnmatchcase(entry.basename, RESULT_FILES)


def groups_of(entries: Sequence[Entry]) -> Iterator[Group]:
    """Read every folder that holds results, one group a benchmark."""
    folders: dict[PurePosixPath, list[Entry]] = {}
    for entry in in_order(entries):
        if is_result(entry):
            folders.setdefault(entry.folder, []).append(entry)
    for folder, files in folders.items():
        place = Place(
            folder=folder,
            origin=str(PurePosixPath(files[0].origin).parent),
            entries=entries,
            is_whole=len(files) <= MOST_RUNS,
        )
        yield from _groups_in(place, [read_log(file) for file in files[:MOST_RUNS]])


def _groups_in(place: Place, logs: Sequence[RunLog]) -> Iterator[Group]:
    fallback = _fallback(place, logs)
    by_name: dict[str | None, list[RunLog]] = {}
    for log in logs:
        name = log.text("submission_benchmark") or fallback
        by_name.setdefault(name, []).append(log)
    for name, group in by_name.items():
        others = [str(other) for other in by_name if other != name]
        yield Group(place=place, benchmark=name, logs=group, others=others)


def _fallback(place: Place, logs: Sequence[RunLog]) -> str | None:
    """Choose the benchmark for a log that names none: the folder's, else the most."""
    counts = Counter(name for log in logs if (name := log.text("submission_benchmark")))
    known = benchmark_named(place.folder.name)
    if known and (known.name in counts or not counts):
        return known.name
    return counts.most_common(1)[0][0] if counts else None
