"""One MLPerf log, read line by line into the few facts that a score needs.

Lines look like `<any text>:::MLLOG {json}`; the old rounds wrote
`:::MLL <seconds> <key>: {json}`. What stands before the last token is ignored.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from catalog.benchmarks.findings import FindingList, Json, shown
from catalog.benchmarks.lines import LONGEST_LINE, Line, marked_lines
from catalog.benchmarks.sources import Bytes, Entry

TOKEN = b":::MLLOG "
OLD_TOKEN = b":::MLL "
EITHER_TOKEN = b":::MLL"
OLD_LINE = re.compile(r"([0-9.]{1,40}) ([A-Za-z0-9_]{1,100}) ?:\s+(.+)")
MOST_LOG_LINES = 1_000_000
MOST_EVALUATIONS = 1_000
LARGEST_NUMBER = 1e15

IDENTITY = (
    "submission_benchmark",
    "submission_org",
    "submission_division",
    "submission_status",
    "submission_platform",
)
SETTINGS = ("global_batch_size", "train_samples", "eval_samples", "seed")
FIRST_ONLY = frozenset((*IDENTITY, *SETTINGS))
# Several ranks may draw seeds of their own; that is no contradiction.
MAY_DIFFER = frozenset({"seed"})
MOMENTS = frozenset({"run_start", "run_stop"})
EVALUATIONS = frozenset({"eval_accuracy", "eval_error"})
REPORTED = ("throughput", "imgs_sec")
COUNTS = ("samples_count", "epoch_num", "step_num")


type Scalar = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One measurement of quality: its values by metric and where the run stood."""

    key: str
    line: int
    values: Mapping[str, float]
    counts: Mapping[str, float]


@dataclass(slots=True)
class RunLog:
    """What one log says, before any rule is applied.

    Times are exact milliseconds since 1970, None when absent or not a number.
    """

    file: str
    findings: FindingList
    sha256: str = ""
    log_lines: int = 0
    is_old_format: bool = False
    is_readable: bool = True
    first: dict[str, Scalar] = field(default_factory=dict)
    moments: dict[str, Fraction | None] = field(default_factory=dict)
    moment_lines: dict[str, int] = field(default_factory=dict)
    status: str | None = None
    init_start: Fraction | None = None
    init_stop: Fraction | None = None
    evaluations: list[Evaluation] = field(default_factory=list)
    reported_sum: float = 0.0
    reported_count: int = 0

    def text(self, key: str) -> str | None:
        """Return the first value of a key as clean text; None when empty."""
        value = self.first.get(key)
        return None if value is None else shown(str(value)) or None

    def number(self, key: str) -> float | None:
        """Return the first value of a key as a finite positive number."""
        value = finite(self.first.get(key))
        return value if value is not None and value > 0 else None


def finite(value: Json) -> float | None:
    """Return a number of bearable size, else None; integers stay integers."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value if -LARGEST_NUMBER <= value <= LARGEST_NUMBER else None


def read_log(entry: Entry) -> RunLog:
    """Read a log; what is wrong with it becomes findings, never an exception."""
    log = RunLog(file=entry.basename, findings=FindingList(entry.basename))
    content = Bytes(entry.path)
    is_full = False
    try:
        for line in marked_lines(content, EITHER_TOKEN):
            if log.log_lines < MOST_LOG_LINES:
                _take_line(log, line)
            elif not is_full:
                is_full = True
                log.findings.add(
                    "log/too-many-lines", line.number, limit=MOST_LOG_LINES
                )
    except OSError as error:
        log.is_readable = False
        problem = error.strerror or "not readable"
        log.findings.add("file/unreadable", problem=problem)
    log.sha256 = content.sha256
    if not log.log_lines and log.is_readable:
        log.findings.add("log/no-lines")
    return log


def _take_line(log: RunLog, line: Line) -> None:
    if line.is_cut:
        log.log_lines += 1
        log.findings.add("log/line-too-long", line.number, limit=LONGEST_LINE)
        return
    record = _record(line.text)
    if record is None:
        return
    log.log_lines += 1
    if isinstance(record, _Undecodable):
        log.findings.add("log/corrupt-json", line.number)
        return
    log.is_old_format = log.is_old_format or record.is_old
    _take_record(log, line.number, record)


class _Undecodable:
    """A line with the token whose rest does not decode."""


@dataclass(frozen=True, slots=True)
class _Record:
    key: str
    time: Fraction | None
    value: Json
    metadata: Mapping[str, Json]
    is_old: bool = False


def _record(text: bytes) -> _Record | _Undecodable | None:
    place = text.rfind(TOKEN)
    if place >= 0:
        return _new_record(text[place + len(TOKEN) :])
    place = text.rfind(OLD_TOKEN)
    return _old_record(text[place + len(OLD_TOKEN) :]) if place >= 0 else None


def _decoded(text: str) -> dict[str, Json] | None:
    try:
        value = json.loads(text.strip(), parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _new_record(payload: bytes) -> _Record | _Undecodable:
    # latin-1 as in the official reader: every byte is a character, none fails.
    content = _decoded(payload.decode("latin-1"))
    if content is None or not isinstance(content.get("key"), str):
        return _Undecodable()
    moment = finite(content.get("time_ms"))
    return _Record(
        key=str(content["key"]),
        time=None if moment is None else Fraction(moment),
        value=content.get("value"),
        metadata=_mapping(content.get("metadata")),
    )


def _old_record(payload: bytes) -> _Record | _Undecodable:
    match = OLD_LINE.fullmatch(payload.decode("latin-1").strip())
    content = _decoded(match[3]) if match else None
    if match is None or content is None or match[1].count(".") > 1:
        return _Undecodable()
    seconds = match[1].strip(".")
    return _Record(
        key=match[2],
        time=Fraction(seconds) * 1000 if seconds else None,
        value=content.get("value"),
        metadata=_mapping(content.get("metadata")),
        is_old=True,
    )


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _take_record(log: RunLog, number: int, record: _Record) -> None:
    key = record.key
    if key in MOMENTS:
        _take_moment(log, number, record)
    elif key in FIRST_ONLY:
        _take_first(log, number, record)
    elif key in EVALUATIONS:
        _take_evaluation(log, number, record)
    elif key in {"tracked_stats", "throughput"}:
        _take_reported(log, record)
    elif key == "init_start":
        log.init_start = _earliest(log.init_start, record.time)
    elif key == "init_stop" and log.init_stop is None:
        log.init_stop = record.time


def _earliest(known: Fraction | None, new: Fraction | None) -> Fraction | None:
    return new if known is None else known if new is None else min(known, new)


def _take_moment(log: RunLog, number: int, record: _Record) -> None:
    if record.key in log.moments:
        log.findings.add("log/repeated", number, key=record.key)
        return
    log.moments[record.key] = record.time
    log.moment_lines[record.key] = number
    if record.key == "run_stop":
        status = _scalar(record.metadata.get("status"))
        log.status = None if status is None else shown(str(status))


def _take_first(log: RunLog, number: int, record: _Record) -> None:
    value = _scalar(record.value)
    if record.key not in log.first:
        log.first[record.key] = value
    elif log.first[record.key] != value and record.key not in MAY_DIFFER:
        log.findings.add("log/values-differ", number, key=record.key)


def _scalar(value: Json) -> Scalar:
    """Keep a plain value; undo latin-1 where the bytes of a text were UTF-8."""
    if isinstance(value, (list, dict)):
        return None
    if isinstance(value, str):
        with suppress(UnicodeError):
            value = value.encode("latin-1").decode()
        return shown(value)
    return value


def _take_evaluation(log: RunLog, number: int, record: _Record) -> None:
    values = _metrics(record)
    if not values:
        log.findings.add("log/not-a-number", number, key=record.key)
        return
    counts = {
        name: value
        for name in COUNTS
        if (value := finite(record.metadata.get(name))) is not None
    }
    if len(log.evaluations) >= MOST_EVALUATIONS:
        log.evaluations.pop()
    log.evaluations.append(Evaluation(record.key, number, values, counts))


def _metrics(record: _Record) -> dict[str, float]:
    metric = record.metadata.get("metric")
    name = metric if isinstance(metric, str) else "eval_accuracy"
    named = record.value if isinstance(record.value, dict) else {name: record.value}
    return {
        shown(key, 40): number
        for key, value in list(named.items())[:8]
        if (number := finite(value)) is not None
    }


def _take_reported(log: RunLog, record: _Record) -> None:
    values = record.value if isinstance(record.value, dict) else {}
    if record.key == "throughput":
        values = {"throughput": record.value}
    for name in REPORTED:
        number = finite(values.get(name))
        if number is not None and number > 0:
            log.reported_sum += number
            log.reported_count += 1
