from fractions import Fraction

import pytest

from catalog.benchmarks.result import Outcome
from catalog.benchmarks.sources import Entry
from catalog.benchmarks.training.log import read_log
from catalog.benchmarks.training.rulesets import BENCHMARKS
from catalog.benchmarks.training.runs import Rules, judge_run
from tests.catalog.benchmarks.log_files import START, log_line, run_lines


@pytest.fixture
def judged(tmp_path):
    def judge(lines, benchmark="llama2_70b_lora", version=(6, 1), **rules):
        path = tmp_path / "result_0.txt"
        path.write_text("\n".join(lines), encoding="utf-8")
        log = read_log(Entry(name=path.name, path=path, origin=path.name))
        known = BENCHMARKS.get(benchmark)
        return judge_run(log, Rules(benchmark=known, version=version, **rules))

    return judge


def without(lines, key):
    return [line for line in lines if f'"{key}"' not in line]


def replaced(lines, key, *new):
    return [*without(lines, key), *new]


def test_a_run_that_converged_counts_with_exact_minutes(judged):
    run = judged(run_lines(25.4))

    assert run.scored_minutes == Fraction(254, 10)
    assert run.failure is None
    assert run.samples == 3072
    assert run.throughput == pytest.approx(3072 / 1524, rel=1e-12)


@pytest.mark.parametrize(
    ("change", "rule", "line"),
    [
        (lambda lines: without(lines, "run_start"), "run/no-start", None),
        (lambda lines: without(lines, "run_stop"), "run/no-stop", None),
        (lambda lines: without(lines, "eval_accuracy"), "run/no-eval", None),
        (lambda lines: [*lines, ":::MLLOG {"], "log/corrupt-json", 14),
        (lambda lines: [], "log/no-lines", None),
        (
            lambda lines: replaced(
                lines, "run_stop", log_line("run_stop", time_ms=START + 1)
            ),
            "run/no-status",
            13,
        ),
        (
            lambda lines: replaced(
                lines, "run_stop", log_line("run_stop", time_ms=START, status="success")
            ),
            "run/backwards",
            13,
        ),
        (
            lambda lines: replaced(
                lines, "run_stop", log_line("run_stop", time_ms=5, status="success")
            ),
            "run/time",
            13,
        ),
        (
            lambda lines: replaced(
                lines, "run_stop", log_line("run_stop", time_ms="x", status="success")
            ),
            "run/time",
            13,
        ),
    ],
)
def test_a_run_that_broke_off_failed_with_its_reason(judged, change, rule, line):
    run = judged(change(run_lines(25)))

    assert run.scored_minutes is None
    assert (run.failure.rule, run.failure.line) == (rule, line)


@pytest.mark.parametrize("status", ["aborted", "abort", "", "unknown"])
def test_any_status_but_success_fails(judged, status):
    assert judged(run_lines(25, status=status)).failure.rule == "run/aborted"


def test_a_missed_target_fails_and_tells_the_last_value(judged):
    run = judged(run_lines(25, quality=0.9251))

    assert run.failure.text == (
        "The quality target was not met; the last value is eval_accuracy 0.9251."
    )
    assert run.quality.is_target_met is False
    assert run.minutes == 25


def test_one_value_at_the_target_is_enough_and_the_last_point_counts(judged):
    lines = run_lines(25, quality=0.92)
    later = log_line("eval_accuracy", 0.93, time_ms=START + 5, samples_count=3456)

    run = judged([*lines, later])

    assert run.failure is None
    assert run.quality.point.value == 3456


def test_images_are_judged_at_the_first_point_that_meets_both(judged):
    def measured(samples, fid, clip):
        return [
            log_line("eval_accuracy", fid, metric="FID", samples_count=samples),
            log_line("eval_accuracy", clip, metric="CLIP", samples_count=samples),
        ]

    lines = without(run_lines(25, benchmark="stable_diffusion"), "eval_accuracy")
    lines += measured(512_000, 95.0, 0.14)
    lines += measured(1_024_000, 89.0, 0.16)
    lines += measured(1_536_000, 85.0, 0.17)

    run = judged(lines, "stable_diffusion", (5, 0))

    assert run.failure is None
    assert run.quality.values == {"FID": 89.0, "CLIP": 0.16}
    assert run.samples == 1_024_000


@pytest.mark.parametrize(
    ("minutes", "version", "is_open", "fails"),
    [
        (29.9, (5, 1), False, False),
        (30, (5, 1), False, True),
        (20, (0, 7), False, True),
        (239, (5, 1), True, False),
        (240, (5, 1), True, True),
        (999, (0, 6), False, False),
    ],
)
def test_initialisation_may_last_as_long_as_its_division_allows(
    judged, minutes, version, is_open, fails
):
    start = log_line("init_start", time_ms=START - 1000 - round(minutes * 60_000))
    lines = replaced(run_lines(25), "init_start", start)

    run = judged(lines, version=version, is_open_division=is_open)

    assert (run.failure is not None) is fails
    if fails:
        assert run.failure.rule == "run/init-too-long"


def test_without_a_known_benchmark_the_status_speaks(judged):
    run = judged(run_lines(25, benchmark="quake"), "quake")

    assert run.failure is None
    assert run.quality.is_target_met is None
    assert run.samples is None


def test_eval_error_counts_only_where_no_accuracy_is_logged(judged):
    error = log_line("eval_error", 0.5, samples_count=1)
    lines = run_lines(25)

    assert judged([*lines, error]).quality.values == {"eval_accuracy": 0.92}
    alone = judged([*without(lines, "eval_accuracy"), error])
    assert alone.quality.values == {"eval_accuracy": 0.5}


def test_a_run_becomes_a_result_with_all_that_a_page_shows(judged):
    run = judged([*run_lines(25), log_line("tracked_stats", {"throughput": 2.5})])

    result = run.to_result(Outcome.COUNTED)

    assert result.started_at == "2026-09-21T14:13:20.000Z"
    assert result.reported_throughput == 2.5
    assert result.to_record()["reason"] is None
    assert result.to_record()["minutes"] == 25.0
    repeated = run.to_result(Outcome.DUPLICATE, "result_9.txt").to_record()
    assert repeated["reason"] == "The same run as result_9.txt; it is counted once."
