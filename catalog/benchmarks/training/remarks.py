"""What a reader of a run set should know beside its score."""

from collections.abc import Iterator

from catalog.benchmarks.findings import Finding, finding
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.training.assessment import Assessment
from catalog.benchmarks.training.grouping import Group
from catalog.benchmarks.training.runs import Run
from catalog.benchmarks.training.systems import System

ONE_DAY_MS = 86_400_000


def remarks_on(
    group: Group,
    assessment: Assessment,
    system: System,
    options: ReadOptions,
) -> Iterator[Finding]:
    """Give all findings on a set: the verdict, the set, its system, each run."""
    if assessment.verdict:
        yield assessment.verdict
    if assessment.edition.finding:
        yield assessment.edition.finding
    yield from _on_the_group(group, assessment)
    yield from _on_the_system(group, system)
    yield from _on_seeds(assessment)
    for run in assessment.runs:
        yield from _on_a_run(run, assessment, options)


def _on_the_group(group: Group, assessment: Assessment) -> Iterator[Finding]:
    benchmark, count = assessment.rules.benchmark, len(assessment.runs)
    if group.others:
        names = ", ".join((str(group.benchmark), *group.others))
        yield finding("set/mixed-benchmarks", benchmarks=names)
    if benchmark and not any(log.text("submission_benchmark") for log in group.logs):
        yield finding("set/benchmark-assumed", benchmark=benchmark.name)
    if benchmark and count > benchmark.runs:
        yield finding("set/files-extra", found=count, required=benchmark.runs)
    if group.text("submission_division") is None:
        yield finding("set/division-assumed")
    platforms = sorted(
        {name for log in group.logs if (name := log.text("submission_platform"))}
    )
    if len(platforms) > 1:
        yield finding("set/mixed-platforms", platforms=", ".join(platforms))


def _on_the_system(group: Group, system: System) -> Iterator[Finding]:
    yield from system.findings
    logged, submitter = group.text("submission_org"), system.facts.get("submitter")
    if logged and submitter and _bare(logged) != _bare(submitter):
        yield finding("set/organisation", logged=logged, submitter=submitter)


def _bare(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def _on_seeds(assessment: Assessment) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for run in assessment.runs:
        seed, file = run.log.text("seed"), run.log.file
        if seed is None or file in assessment.repeated:
            continue
        other = seen.setdefault(seed, file)
        if other != file:
            yield finding("run/seed", file, seed=seed, other=other)


def _on_a_run(
    run: Run,
    assessment: Assessment,
    options: ReadOptions,
) -> Iterator[Finding]:
    file = run.log.file
    listed = list(run.log.findings)
    yield from listed
    if run.failure and run.failure not in listed:
        yield run.failure
    if file in assessment.repeated:
        yield finding("run/duplicate", file, other=assessment.repeated[file])
    start = run.log.moments.get("run_start")
    if start and options.now_ms and start > options.now_ms + ONE_DAY_MS:
        yield finding("run/future", file, run.log.moment_lines["run_start"])
    if run.quality.is_target_met is None and run.quality.values:
        yield finding("run/target-unknown", file)
