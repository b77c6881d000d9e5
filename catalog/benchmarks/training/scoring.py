"""The official score of a run set: the olympic mean of its minutes, scaled.

MLPerf Training rules: sort the converged runs, drop the fastest and the slowest
(four each for unet3d), take the mean of the rest; a run that did not converge
fills a place at the slow end; more of them than may drop leave no score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalog.benchmarks.findings import Finding, finding
from catalog.benchmarks.result import Outcome
from catalog.benchmarks.training.rulesets import Benchmark


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The figures of a set, exact, and why it is not official if it is not."""

    olympic_mean: Fraction | None = None
    mean: Fraction | None = None
    outcomes: Mapping[str, Outcome]
    verdict: Finding | None = None


def score_runs(
    benchmark: Benchmark,
    minutes: Mapping[str, Fraction | None],
    duplicates: Sequence[str] = (),
) -> Score:
    """Score the runs of a set: minutes by file, None for a run that failed.

    With fewer files than required the mean of the converged runs is taken and is
    not official. Duplicates are files that repeat a run; they do not count.

    >>> from catalog.benchmarks.training.rulesets import BENCHMARKS
    >>> five = {f"result_{n}.txt": Fraction(n) for n in range(1, 6)}
    >>> score_runs(BENCHMARKS["resnet"], five).mean
    Fraction(3, 1)
    """
    outcomes = dict.fromkeys(minutes, Outcome.FAILED)
    outcomes.update(dict.fromkeys(duplicates, Outcome.DUPLICATE))
    counted = {
        file: taken
        for file, taken in minutes.items()
        if taken is not None and file not in duplicates
    }
    outcomes.update(dict.fromkeys(counted, Outcome.COUNTED))
    found = len(minutes) - len(duplicates)
    failed = found - len(counted)
    if failed > benchmark.dropped:
        rule, allowed = "set/too-many-failed", benchmark.dropped
        return _unscored(outcomes, finding(rule, failed=failed, allowed=allowed))
    if found < benchmark.runs:
        return _plain(outcomes, counted, found, benchmark.runs)
    return _olympic(outcomes, counted, benchmark.dropped, failed)


def _unscored(outcomes: Mapping[str, Outcome], verdict: Finding) -> Score:
    return Score(outcomes=outcomes, verdict=verdict)


def _plain(
    outcomes: Mapping[str, Outcome],
    counted: Mapping[str, Fraction],
    found: int,
    required: int,
) -> Score:
    verdict = finding("set/files-missing", found=found, required=required)
    if not counted:
        return _unscored(outcomes, verdict)
    return Score(mean=_mean(list(counted.values())), outcomes=outcomes, verdict=verdict)


def _olympic(
    outcomes: dict[str, Outcome],
    counted: Mapping[str, Fraction],
    dropped: int,
    failed: int,
) -> Score:
    order = sorted(counted, key=lambda file: counted[file])
    slow_end = max(dropped, len(order) - (dropped - failed))
    outcomes.update(dict.fromkeys(order[:dropped], Outcome.DROPPED_FASTEST))
    outcomes.update(dict.fromkeys(order[slow_end:], Outcome.DROPPED_SLOWEST))
    kept = order[dropped:slow_end]
    if not kept:
        return _unscored(outcomes, finding("set/nothing-left"))
    mean = _mean([counted[file] for file in kept])
    return Score(olympic_mean=mean, mean=mean, outcomes=outcomes)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values)
