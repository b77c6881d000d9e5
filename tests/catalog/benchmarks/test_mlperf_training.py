import json

import pytest
from hypothesis import given, strategies as st

from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.registry import read_path
from catalog.benchmarks.result import Grade, Outcome
from tests.catalog.benchmarks.log_files import (
    START,
    log_line,
    run_lines,
    write_run,
    write_runs,
)
from tests.catalog.benchmarks.shared_samples import TRAINING, needs_samples

TEN = (25.18, 25.02, 25.36, 26.03, 25.27, 27.02, 24.81, 25.49, 25.11, 25.74)


def read(path, **options):
    (result,) = read_path(path, ReadOptions(**options)).run_sets
    return result


def rules(result):
    return [item.rule for item in result.findings]


def test_ten_runs_give_the_official_score(tmp_path):
    result = read(write_runs(tmp_path / "set", TEN))

    assert result.score_minutes == pytest.approx(25.4, abs=1e-9)
    assert result.olympic_mean_minutes == result.score_minutes
    assert result.official
    assert result.grade is Grade.VALID
    assert result.to_json() == {
        "path": (tmp_path / "set").as_posix(),
        "suite": "mlperf-training",
        "ruleset": "6.1",
        "benchmark": "llama2_70b_lora",
        "submitter": "Example",
        "system": "Example 8x",
        "runs_required": 10,
        "runs_found": 10,
        "non_converged": [],
        "olympic_mean_minutes": result.olympic_mean_minutes,
        "scaling_factor": 1.0,
        "score_minutes": result.score_minutes,
        "official": True,
        "reason": None,
        "throughput": pytest.approx(3072 / (25.315 * 60), rel=1e-3),
        "throughput_unit": "samples/s",
        "findings": [
            {
                "file": None,
                "line": None,
                "rule": "set/ruleset-by-date",
                "text": "Rules 6.1, by the date of the runs (2026-09-22).",
            }
        ],
    }
    outcomes = {run.file: run.outcome for run in result.runs}
    assert outcomes["result_5.txt"] is Outcome.DROPPED_SLOWEST
    assert outcomes["result_6.txt"] is Outcome.DROPPED_FASTEST


def test_the_folder_tells_round_submitter_and_system_before_the_logs(tmp_path):
    submission = tmp_path / "training_results_v5.1" / "Example"
    folder = submission / "results" / "node8" / "llama2_70b_lora"
    write_runs(folder, TEN)
    (submission / "systems").mkdir()
    (submission / "systems" / "node8.json").write_text(
        json.dumps({"submitter": "Example Ltd", "accelerators_per_node": "8"}), "utf-8"
    )

    whole, alone = read(tmp_path), read(folder)

    for result in (whole, alone):
        assert (result.ruleset, result.system) == ("5.1", "node8")
        assert result.submitter == "Example Ltd"
        assert result.system_facts["accelerators_per_node"] == "8"
    assert rules(whole) == ["set/ruleset-date", "set/organisation"]


def test_the_scaling_factor_lengthens_the_score(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)
    (folder / "scaling.json").write_text('{"scaling_factor": 1.5}', encoding="utf-8")

    result = read(folder)

    assert result.olympic_mean_minutes == pytest.approx(25.4)
    assert result.score_minutes == pytest.approx(38.1)


def test_a_scaling_file_that_cannot_be_right_leaves_no_score(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)
    (folder / "scaling.json").write_text('{"scaling_factor": NaN}', encoding="utf-8")

    result = read(folder)

    assert (result.score_minutes, result.scaling_factor) == (None, None)
    assert result.olympic_mean_minutes == pytest.approx(25.4)
    assert not result.official
    assert result.reason == (
        "The scaling factor is not a number of 1 or more: no score."
    )


def test_missing_runs_give_the_plain_mean_and_no_official_score(tmp_path):
    result = read(write_runs(tmp_path / "set", (20, 30, 40)))

    assert result.score_minutes == pytest.approx(30)
    assert result.olympic_mean_minutes is None
    assert not result.official
    assert result.reason == "3 of 10 runs: the plain mean, not an official score."


def test_one_run_may_fail_and_a_second_may_not(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)
    write_run(folder, 5, minutes=27.02, status="aborted")
    one = read(folder)
    write_run(folder, 4, minutes=25.27, quality=0.95)
    two = read(folder)

    assert one.non_converged == ("result_5.txt",)
    assert (one.grade, two.grade) == (Grade.VALID_WITH_WARNINGS, Grade.INVALID)
    assert one.score_minutes == pytest.approx(25.4)
    assert one.official
    assert two.non_converged == ("result_4.txt", "result_5.txt")
    assert two.score_minutes is None
    assert two.reason == ("2 runs did not converge; the rules allow 1: no score.")


def test_a_copied_run_is_no_second_run(tmp_path):
    folder = write_runs(tmp_path / "set", TEN[:9])
    (folder / "result_9.txt").write_bytes((folder / "result_3.txt").read_bytes())

    result = read(folder)

    assert not result.official
    assert result.runs[9].outcome is Outcome.DUPLICATE
    assert "run/duplicate" in rules(result)
    assert result.score_minutes == pytest.approx(sum(TEN[:9]) / 9)


def test_a_copied_clock_is_a_copied_run_whatever_else_was_changed(tmp_path):
    folder = write_runs(tmp_path / "set", TEN[:9])
    text = (folder / "result_3.txt").read_text(encoding="utf-8")
    (folder / "result_9.txt").write_text(text.replace("train.py", "x.py"), "utf-8")

    assert read(folder).runs[9].outcome is Outcome.DUPLICATE


def test_a_repeated_seed_is_a_warning(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)
    write_run(folder, 4, lines=run_lines(25.27, start=START + 40_000_000, seed=1))

    result = read(folder)

    assert "run/seed" in rules(result)
    assert result.official


def test_runs_of_tomorrow_are_remarked_when_the_time_is_known(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)

    assert rules(read(folder, now_ms=START - 172_800_000)).count("run/future") == 10
    assert "run/future" not in rules(read(folder, now_ms=START + 100_000_000))
    assert "run/future" not in rules(read(folder))


def test_a_folder_may_hold_several_systems_and_benchmarks(tmp_path):
    write_runs(tmp_path / "a" / "llama2_70b_lora", TEN)
    write_runs(tmp_path / "b" / "llama2_70b_lora", [30] * 10)
    write_runs(tmp_path / "b" / "llama31_8b", TEN, benchmark="llama31_8b", quality=3.2)

    results = read_path(tmp_path).run_sets

    assert [
        (result.path.removeprefix(str(tmp_path)), result.benchmark, result.official)
        for result in results
    ] == [
        ("/a/llama2_70b_lora", "llama2_70b_lora", True),
        ("/b/llama2_70b_lora", "llama2_70b_lora", True),
        ("/b/llama31_8b", "llama31_8b", True),
    ]


def test_two_benchmarks_in_one_folder_are_never_averaged(tmp_path):
    write_runs(tmp_path, TEN[:5])
    for number in range(5, 8):
        write_run(tmp_path, number, minutes=1, benchmark="llama31_8b", quality=3.2)
    write_run(tmp_path, 8, lines=["no log at all"])

    first, second = read_path(tmp_path).run_sets

    assert (first.benchmark, len(first.runs)) == ("llama2_70b_lora", 6)
    assert (second.benchmark, len(second.runs)) == ("llama31_8b", 3)
    assert second.score_minutes == pytest.approx(1)
    assert "set/mixed-benchmarks" in rules(first)


def test_an_unknown_benchmark_has_no_score(tmp_path):
    result = read(write_runs(tmp_path / "set", TEN, benchmark="quake"))

    assert (result.score_minutes, result.runs_required) == (None, None)
    assert result.benchmark == "quake"
    assert result.reason == "“quake” is not a benchmark known here: no score."


def test_logs_without_a_name_count_for_the_benchmark_of_their_folder(tmp_path):
    folder = tmp_path / "llama2_70b_lora"
    for number, minutes in enumerate(TEN):
        lines = run_lines(minutes, start=START + number * 10_000_000, seed=number)
        write_run(folder, number, lines=lines[1:])

    result = read(folder)

    assert result.score_minutes == pytest.approx(25.4)
    assert "set/benchmark-assumed" in rules(result)


def test_a_benchmark_that_left_the_round_is_not_official(tmp_path):
    folder = tmp_path / "training_results_v5.1" / "resnet"
    write_runs(folder, TEN[:5], benchmark="resnet", quality=0.76)

    result = read(folder)

    assert result.score_minutes is not None
    assert not result.official
    assert result.reason == (
        "resnet is not a benchmark of the rules 5.1: not official."
    )


def test_the_open_division_is_not_comparable(tmp_path):
    result = read(write_runs(tmp_path / "set", TEN, division="open", quality=0.99))

    assert result.score_minutes == pytest.approx(25.4)
    assert not result.official
    assert result.verdict.rule == "set/open-division"


def test_more_runs_than_required_all_count_with_a_warning(tmp_path):
    result = read(write_runs(tmp_path / "set", [*TEN, 25.4]))

    assert result.official
    assert "set/files-extra" in rules(result)


def test_several_platforms_in_one_set_are_remarked(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)
    lines = run_lines(25.18, start=START, seed=0)
    other = log_line("submission_platform", "Other 8x")
    write_run(folder, 0, lines=[other, *lines])

    assert "set/mixed-platforms" in rules(read(folder))


def test_a_folder_of_nothing_but_noise_has_a_set_without_a_score(tmp_path):
    for number, content in enumerate([b"", b"\x00" * 99, b"x" * 99, b"\r\r\r"]):
        (tmp_path / f"result_{number}.txt").write_bytes(content)

    result = read(tmp_path)

    assert result.reason == "No log says which benchmark ran: no score."
    assert len(result.non_converged) == 4
    assert result.throughput is None
    assert json.dumps(result.to_record(), allow_nan=False)


def test_the_rounds_of_hpc_have_their_own_suite(tmp_path):
    folder = tmp_path / "hpc_results_v3.0" / "oc20"
    write_runs(folder, TEN[:5], benchmark="oc20", quality=-0.03)

    result = read(folder)

    assert (result.suite, result.ruleset) == ("mlperf-hpc", "3.0")
    assert result.official


def test_more_files_than_anyone_runs_are_not_scored(tmp_path, monkeypatch):
    monkeypatch.setattr("catalog.benchmarks.training.grouping.MOST_RUNS", 9)

    result = read(write_runs(tmp_path / "set", TEN))

    assert result.score_minutes is None
    assert result.verdict.rule == "set/files-unread"
    assert len(result.runs) == 9


def test_the_other_files_of_a_folder_are_not_runs(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)
    (folder / "power" / "result_0").mkdir(parents=True)
    (folder / "power" / "result_0" / "node_0.txt").write_text("power", "utf-8")
    (folder / "result_10.txt").symlink_to(folder / "result_0.txt")

    assert len(read(folder).runs) == 10


LINES = st.sampled_from([line.encode() for line in run_lines(25)])


@given(st.lists(st.one_of(LINES, st.binary(max_size=30)), max_size=40), st.binary())
def test_any_files_give_a_set_without_an_exception(tmp_path_factory, lines, scaling):
    folder = tmp_path_factory.mktemp("any")
    (folder / "result_0.txt").write_bytes(b"\n".join(lines))
    (folder / "result_1.txt").write_bytes(b"\r".join(lines[::-1]))
    (folder / "scaling.json").write_bytes(scaling)

    for result in read_path(folder).run_sets:
        assert json.loads(json.dumps(result.to_record(), allow_nan=False))


@needs_samples
@pytest.mark.parametrize(
    "name",
    sorted(
        str(p.parent.relative_to(TRAINING)) for p in TRAINING.glob("*/*/expected.json")
    ),
)
def test_published_sets_give_their_official_scores(name):
    expected = json.loads((TRAINING / name / "expected.json").read_text("utf-8"))

    result = read(TRAINING / name)

    assert result.official
    assert result.ruleset == expected["ruleset"]
    assert result.benchmark == expected["benchmark"]
    assert result.system == expected["system"]
    assert result.submitter.casefold() == expected["submitter"].casefold()
    assert result.runs_required == expected["required_runs"]
    assert len(result.runs) == expected["runs_found"]
    assert list(result.non_converged) == expected["non_converged"]
    assert result.dropped_each_end == expected["runs_dropped_each_end"]
    assert result.scaling_factor == expected["scaling_factor"]
    assert result.olympic_mean_minutes == pytest.approx(
        expected["olympic_mean_minutes"], abs=1e-6
    )
    assert result.score_minutes == pytest.approx(
        expected["official_score_minutes"], abs=1e-6
    )
    assert result.throughput == pytest.approx(expected["median_end_to_end_throughput"])
    assert result.throughput_unit == expected["throughput_unit"]


@needs_samples
@pytest.mark.parametrize(
    "name",
    sorted(
        str(p.parent.relative_to(TRAINING)) for p in TRAINING.glob("*/*/expected.json")
    ),
)
def test_each_run_of_the_published_sets_is_read_as_expected(name):
    expected = json.loads((TRAINING / name / "expected.json").read_text("utf-8"))
    runs = {run.file: run for run in read(TRAINING / name).runs}

    for item in expected["runs"]:
        run = runs[item["file"]]
        assert run.minutes == pytest.approx(item["minutes"], abs=1e-6)
        assert run.status == item["status"]
        if "target_met" in item:
            check_details(run, item)


def check_details(run, item):
    assert run.is_target_met == item["target_met"]
    assert run.log_lines == item["mllog_lines"]
    assert run.convergence_point == pytest.approx(item["convergence_point"])
    assert run.reported_count == item["reported_throughput_count"]
    assert run.reported_throughput == pytest.approx(item["reported_throughput_mean"])
    assert run.throughput == pytest.approx(item["end_to_end_throughput"])
    final = item["final_eval"]
    values = final if isinstance(final, dict) else {"eval_accuracy": final}
    assert run.quality == values


@needs_samples
def test_the_date_of_the_runs_tells_the_same_round_as_the_folder(tmp_path):
    for path in sorted(TRAINING.glob("*/*/expected.json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        copy = tmp_path / path.parent.name
        copy.mkdir()
        for log in path.parent.glob("result_*.txt"):
            (copy / log.name).write_bytes(log.read_bytes())

        assert read(copy).ruleset == expected["ruleset"], path.parent.name
