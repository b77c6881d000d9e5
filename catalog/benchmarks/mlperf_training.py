"""Reads MLPerf Training results: folders of `result_*.txt`, one run in each file."""

from collections.abc import Iterator, Sequence
from statistics import median

from catalog.benchmarks.findings import finding
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.result import Outcome, RunResult, RunSetResult
from catalog.benchmarks.sources import Entry
from catalog.benchmarks.training.assessment import Assessment, assess
from catalog.benchmarks.training.grouping import Group, groups_of
from catalog.benchmarks.training.remarks import remarks_on
from catalog.benchmarks.training.rulesets import TRAINING, version_text
from catalog.benchmarks.training.systems import describe_system
from catalog.benchmarks.training.targets import throughput_unit

UNCOUNTED = frozenset({Outcome.FAILED, Outcome.DUPLICATE})


def read_run_sets(
    entries: Sequence[Entry],
    options: ReadOptions,
) -> Iterator[RunSetResult]:
    """Read each folder that holds results, each of its benchmarks as one set."""
    for group in groups_of(entries):
        yield _run_set(group, assess(group), options)


def _run_set(
    group: Group,
    assessment: Assessment,
    options: ReadOptions,
) -> RunSetResult:
    benchmark, score = assessment.rules.benchmark, assessment.score
    version = assessment.edition.version
    place = group.place
    system = describe_system(place.folder, place.origin, place.entries)
    runs = _results(assessment)
    throughput = _median_throughput(runs)
    remarks = tuple(remarks_on(group, assessment, system, options))
    return RunSetResult(
        path=str(place.folder),
        suite=benchmark.suite if benchmark else TRAINING,
        ruleset=version_text(version) if version else None,
        benchmark=benchmark.name if benchmark else group.benchmark,
        submitter=system.submitter or group.text("submission_org"),
        system=system.identifier or group.text("submission_platform"),
        division=group.text("submission_division"),
        status=group.text("submission_status"),
        platform=group.text("submission_platform"),
        runs_required=benchmark.runs if benchmark else None,
        dropped_each_end=benchmark.dropped if benchmark else None,
        runs=runs,
        olympic_mean_minutes=None
        if score.olympic_mean is None
        else float(score.olympic_mean),
        scaling_factor=assessment.scaling_factor,
        score_minutes=assessment.score_minutes,
        official=assessment.verdict is None,
        verdict=assessment.verdict,
        throughput=throughput,
        throughput_unit=throughput_unit(benchmark.name)
        if throughput and benchmark
        else None,
        system_facts=system.facts,
        findings=remarks if throughput else (*remarks, finding("set/throughput")),
    )


def _results(assessment: Assessment) -> tuple[RunResult, ...]:
    outcomes, repeated = assessment.score.outcomes, assessment.repeated
    return tuple(
        run.to_result(outcomes[run.log.file], repeated.get(run.log.file))
        for run in assessment.runs
    )


def _median_throughput(runs: Sequence[RunResult]) -> float | None:
    """Take the middle end-to-end throughput of the runs that converged."""
    known = [
        run.throughput
        for run in runs
        if run.outcome not in UNCOUNTED and run.throughput is not None
    ]
    return median(known) if known else None
