"""A group of logs judged as one result: rules, runs, score and verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from catalog.benchmarks.findings import Finding, finding
from catalog.benchmarks.result import Outcome
from catalog.benchmarks.training.grouping import MOST_RUNS, Group
from catalog.benchmarks.training.log import RunLog
from catalog.benchmarks.training.rulesets import (
    ROUNDS,
    TRAINING,
    Benchmark,
    Version,
    benchmark_named,
    version_in_path,
    version_on,
    version_text,
)
from catalog.benchmarks.training.runs import Rules, Run, judge_run, started_at
from catalog.benchmarks.training.scoring import Score, score_runs
from catalog.benchmarks.training.systems import scaling_factor

NEWEST_RULES = ROUNDS[TRAINING][-1][0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The rules of the round that apply; no version when nothing tells it."""

    version: Version | None
    finding: Finding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What the rules make of a group. `repeated` maps a file to the one it repeats."""

    edition: Edition
    rules: Rules
    runs: Sequence[Run]
    repeated: Mapping[str, str]
    score: Score
    factor: float | Finding

    @property
    def scaling_factor(self) -> float | None:
        """The factor, None when the file that gives it cannot be used."""
        return None if isinstance(self.factor, Finding) else self.factor

    @property
    def score_minutes(self) -> float | None:
        """The mean that the score rests on, times the factor."""
        if self.score.mean is None or self.scaling_factor is None:
            return None
        return float(self.score.mean) * self.scaling_factor

    @property
    def verdict(self) -> Finding | None:
        """Why the score is not official; None when it is."""
        if self.score.verdict:
            return self.score.verdict
        if isinstance(self.factor, Finding):
            return self.factor
        if self.rules.is_open_division:
            return finding("set/open-division")
        return self._left_ruleset()

    def _left_ruleset(self) -> Finding | None:
        benchmark, version = self.rules.benchmark, self.rules.version
        if benchmark is None or benchmark.is_in(version):
            return None
        return finding(
            "set/benchmark-left-ruleset",
            benchmark=benchmark.name,
            ruleset=version_text(version),
        )


def assess(group: Group) -> Assessment:
    """Judge the runs of a group and score them."""
    benchmark = benchmark_named(group.benchmark)
    edition = _edition(group, benchmark)
    division = group.text("submission_division") or "closed"
    rules = Rules(
        benchmark=benchmark,
        version=edition.version or (benchmark.last if benchmark else NEWEST_RULES),
        is_open_division=division.lower() == "open",
    )
    runs = [judge_run(log, rules) for log in group.logs]
    repeated = _repeated(runs)
    return Assessment(
        edition=edition,
        rules=rules,
        runs=runs,
        repeated=repeated,
        score=_score(group, benchmark, runs, repeated),
        factor=scaling_factor(group.place.beside("scaling.json")),
    )


def _edition(group: Group, benchmark: Benchmark | None) -> Edition:
    """Tell the round: by the folder, else by the day of the last run."""
    named = version_in_path(group.place.origin)
    day = _last_day(group.logs)
    if named is not None:
        return Edition(version=named, finding=_late(named, benchmark, day))
    if day is None or benchmark is None:
        return Edition(version=None, finding=finding("set/ruleset-unknown"))
    version = version_on(day, benchmark)
    remark = _remark("set/ruleset-by-date", version, day)
    return Edition(version=version, finding=remark)


def _remark(rule: str, version: Version, day: date) -> Finding:
    return finding(rule, ruleset=version_text(version), day=day.isoformat())


def _late(
    version: Version,
    benchmark: Benchmark | None,
    day: date | None,
) -> Finding | None:
    """Remark on runs made after the round that their folder names had closed."""
    rounds = dict(ROUNDS[benchmark.suite if benchmark else TRAINING])
    if day is None or day <= rounds.get(version, date.max):
        return None
    return _remark("set/ruleset-date", version, day)


def _last_day(logs: Sequence[RunLog]) -> date | None:
    starts = [start for log in logs if (start := started_at(log))]
    return max((date.fromisoformat(start[:10]) for start in starts), default=None)


def _repeated(runs: Sequence[Run]) -> dict[str, str]:
    """Find files that hold a run over again: the same bytes or the same clock."""
    seen: dict[object, str] = {}
    repeated: dict[str, str] = {}
    for run in runs:
        for mark in _marks(run.log):
            other = seen.setdefault(mark, run.log.file)
            if other != run.log.file:
                repeated.setdefault(run.log.file, other)
    return repeated


def _marks(log: RunLog) -> list[object]:
    start, stop = log.moments.get("run_start"), log.moments.get("run_stop")
    clock: list[object] = [] if start is None or stop is None else [(start, stop)]
    return [log.sha256, *clock] if log.log_lines else []


def _score(
    group: Group,
    benchmark: Benchmark | None,
    runs: Sequence[Run],
    repeated: Mapping[str, str],
) -> Score:
    minutes = {run.log.file: run.scored_minutes for run in runs}
    if benchmark is not None and group.place.is_whole:
        return score_runs(benchmark, minutes, list(repeated))
    verdict = finding("set/no-benchmark")
    if group.benchmark:
        verdict = finding("set/benchmark-unknown", benchmark=group.benchmark)
    if not group.place.is_whole:
        verdict = finding("set/files-unread", limit=MOST_RUNS)
    return Score(outcomes=_outcomes(minutes, repeated), verdict=verdict)


def _outcomes(
    minutes: Mapping[str, Fraction | None],
    repeated: Mapping[str, str],
) -> dict[str, Outcome]:
    outcomes = {
        file: Outcome.FAILED if taken is None else Outcome.COUNTED
        for file, taken in minutes.items()
    }
    return outcomes | dict.fromkeys(repeated, Outcome.DUPLICATE)
