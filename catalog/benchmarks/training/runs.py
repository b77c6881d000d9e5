"""Whether a run counts: its duration, its status, its quality and its throughput."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction

from catalog.benchmarks.findings import Finding, finding
from catalog.benchmarks.result import Outcome, RunResult
from catalog.benchmarks.training.log import Evaluation, RunLog
from catalog.benchmarks.training.rulesets import TRAINING, Benchmark, Version
from catalog.benchmarks.training.targets import (
    Point,
    Targets,
    point_in,
    samples_at,
    targets_of,
)

# MLPerf began in 2018; a clock that says otherwise was wrong or made up.
EARLIEST = 1_514_764_800_000
LATEST = 4_102_444_800_000
MILLISECONDS_PER_MINUTE = 60_000
CORRUPT = ("log/corrupt-json", "log/line-too-long", "log/too-many-lines")
INIT_MINUTES_FIRST_ROUND = 20
INIT_MINUTES_CLOSED = 30
INIT_MINUTES_OPEN = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules that a run is judged by; no benchmark when none is known."""

    benchmark: Benchmark | None
    version: Version
    is_open_division: bool = False

    def targets(self, log: RunLog) -> Targets:
        """Tell the targets of the closed division; the open one has its own."""
        if self.benchmark is None or self.is_open_division:
            return ()
        batch_size = log.number("global_batch_size")
        return targets_of(self.benchmark.name, self.version, batch_size)

    @property
    def init_minutes(self) -> int | None:
        """How long initialisation may last, outside the clock."""
        is_training = self.benchmark is not None and self.benchmark.suite == TRAINING
        if not is_training or self.version < (0, 7):
            return None
        if self.version == (0, 7):
            return INIT_MINUTES_FIRST_ROUND
        return INIT_MINUTES_OPEN if self.is_open_division else INIT_MINUTES_CLOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """The measurement that speaks for a run, and whether a target was met."""

    values: Mapping[str, float] = field(default_factory=dict)
    point: Point | None = None
    is_target_met: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A log that was judged. Minutes are exact, None when the clock is not known."""

    log: RunLog
    minutes: Fraction | None
    quality: Quality
    failure: Finding | None
    samples: float | None
    throughput: float | None

    @property
    def scored_minutes(self) -> Fraction | None:
        """The minutes that count: those of a run that converged."""
        return None if self.failure else self.minutes

    def to_result(self, outcome: Outcome, repeated: str | None = None) -> RunResult:
        """Return the run with what became of it in its set."""
        log, failure = self.log, self.failure
        if repeated:
            failure = finding("run/duplicate", log.file, other=repeated)
        return RunResult(
            file=log.file,
            sha256=log.sha256,
            outcome=outcome,
            converged=self.failure is None,
            minutes=None if self.minutes is None else float(self.minutes),
            status=log.status,
            quality=self.quality.values,
            is_target_met=self.quality.is_target_met,
            convergence_point=self.quality.point.value if self.quality.point else None,
            samples=self.samples,
            throughput=self.throughput,
            reported_throughput=(
                log.reported_sum / log.reported_count if log.reported_count else None
            ),
            reported_count=log.reported_count,
            started_at=started_at(log),
            seed=log.text("seed"),
            global_batch_size=log.number("global_batch_size"),
            log_lines=log.log_lines,
            failure=failure,
        )


def judge_run(log: RunLog, rules: Rules) -> Run:
    """Apply the rules to a log."""
    quality = _quality(log, rules)
    minutes = _minutes(log)
    samples = _samples(log, rules, quality.point)
    per_second = None
    if samples is not None and samples > 0 and minutes is not None:
        per_second = samples / float(minutes * 60)
    return Run(
        log=log,
        minutes=minutes,
        quality=quality,
        failure=_failure(log, rules, quality),
        samples=samples,
        throughput=per_second,
    )


def started_at(log: RunLog) -> str | None:
    """Tell when the run began, ISO 8601 in UTC; None for an impossible time."""
    start = log.moments.get("run_start")
    if start is None or not _is_possible(start):
        return None
    moment = datetime.fromtimestamp(float(start) / 1000, tz=UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _is_possible(time: Fraction | None) -> bool:
    return time is not None and EARLIEST <= time < LATEST


def _minutes(log: RunLog) -> Fraction | None:
    start, stop = log.moments.get("run_start"), log.moments.get("run_stop")
    if start is None or stop is None:
        return None
    if not (_is_possible(start) and _is_possible(stop) and start < stop):
        return None
    return (stop - start) / MILLISECONDS_PER_MINUTE


def _samples(log: RunLog, rules: Rules, point: Point | None) -> float | None:
    if rules.benchmark is None or point is None or log.is_old_format:
        return None
    train_samples = log.number("train_samples")
    return samples_at(rules.benchmark.name, rules.version, point, train_samples)


def _quality(log: RunLog, rules: Rules) -> Quality:
    targets = rules.targets(log)
    measured = list(_measured(log.evaluations, is_merged=len(targets) > 1))
    if not measured:
        return Quality()
    name = rules.benchmark.name if rules.benchmark else ""
    met = [
        item
        for item in measured
        if targets and all(target.is_met(item.values) for target in targets)
    ]
    # Images are judged after the run, so their first point that meets both counts.
    speaking = met[0] if name == "stable_diffusion" and met else measured[-1]
    return Quality(
        values=speaking.values,
        point=point_in(name, speaking.counts),
        is_target_met=bool(met) if targets else None,
    )


def _measured(
    evaluations: Iterable[Evaluation],
    *,
    is_merged: bool,
) -> Iterator[Evaluation]:
    """Give the measurements of the log's own key, several metrics of a point as one."""
    known = list(evaluations)
    key = "eval_accuracy" if any(e.key == "eval_accuracy" for e in known) else None
    wanted = [item for item in known if key is None or item.key == key]
    if not is_merged:
        yield from wanted
        return
    by_point: dict[tuple[tuple[str, float], ...], Evaluation] = {}
    for item in wanted:
        point = tuple(item.counts.items())
        values = {**by_point[point].values, **item.values} if point in by_point else {}
        merged = values or item.values
        by_point[point] = Evaluation(item.key, item.line, merged, item.counts)
    yield from by_point.values()


def _failure(log: RunLog, rules: Rules, quality: Quality) -> Finding | None:
    return (
        log.findings.first(("file/unreadable", "log/no-lines", *CORRUPT))
        or _clock_failure(log)
        or _status_failure(log)
        or _init_failure(log, rules)
        or _quality_failure(log, quality)
    )


def _clock_failure(log: RunLog) -> Finding | None:
    for key, rule in (("run_start", "run/no-start"), ("run_stop", "run/no-stop")):
        if key not in log.moments:
            return finding(rule, log.file)
        if not _is_possible(log.moments[key]):
            return finding("run/time", log.file, log.moment_lines[key])
    if _minutes(log) is None:
        return finding("run/backwards", log.file, log.moment_lines["run_stop"])
    return None


def _status_failure(log: RunLog) -> Finding | None:
    line = log.moment_lines["run_stop"]
    if log.status is None:
        return finding("run/no-status", log.file, line)
    if log.status.lower() != "success":
        return finding("run/aborted", log.file, line, status=log.status)
    return None


def _init_failure(log: RunLog, rules: Rules) -> Finding | None:
    limit, start, stop = rules.init_minutes, log.init_start, log.init_stop
    if limit is None or start is None or stop is None:
        return None
    minutes = (stop - start) / MILLISECONDS_PER_MINUTE
    if minutes < limit:
        return None
    taken = f"{float(minutes):.1f}"
    return finding("run/init-too-long", log.file, minutes=taken, limit=limit)


def _quality_failure(log: RunLog, quality: Quality) -> Finding | None:
    if quality.is_target_met or (quality.is_target_met is None and quality.values):
        return None
    if not quality.values:
        return finding("run/no-eval", log.file)
    value = ", ".join(f"{name} {value:g}" for name, value in quality.values.items())
    line = log.evaluations[-1].line
    return finding("run/target-missed", log.file, line, value=value)
