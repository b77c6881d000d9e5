import json
import subprocess
import sys
from pathlib import Path

from catalog.benchmarks.__main__ import main
from tests.catalog.benchmarks.log_files import write_runs

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = Path(__file__).parent / "samples"
TEN = (25.18, 25.02, 25.36, 26.03, 25.27, 27.02, 24.81, 25.49, 25.11, 25.74)
SET_FIELDS = [
    "path",
    "suite",
    "ruleset",
    "benchmark",
    "submitter",
    "system",
    "runs_required",
    "runs_found",
    "non_converged",
    "olympic_mean_minutes",
    "scaling_factor",
    "score_minutes",
    "official",
    "reason",
    "throughput",
    "throughput_unit",
    "findings",
]
GPU_FIELDS = [
    "index",
    "name",
    "utilization_mean_percent",
    "utilization_max_percent",
    "temperature_min_c",
    "temperature_max_c",
    "power_mean_w",
    "memory_used_max_mib",
    "missing",
]


def test_one_array_holds_all_paths_with_the_published_fields(tmp_path, capsys):
    folder = write_runs(tmp_path / "set", TEN)

    status = main([str(folder), str(SAMPLES / "smi_two_gpus.csv"), "--json"])

    output = capsys.readouterr()
    runs, samples = json.loads(output.out)
    assert status == 0
    assert list(runs) == SET_FIELDS
    assert list(runs["findings"][0]) == ["file", "line", "rule", "text"]
    assert list(samples) == ["path", "format", "rows", "gpus"]
    assert list(samples["gpus"][0]) == GPU_FIELDS
    assert "smi_two_gpus.csv:5: gpu/error-event: " in output.err


def test_columns_are_declared_by_hand(tmp_path, capsys):
    path = tmp_path / "smi.csv"
    path.write_text("0, 10\n0, 30\n", encoding="utf-8")

    main([str(path), "--json", "--columns", "index, utilization.gpu"])

    (result,) = json.loads(capsys.readouterr().out)
    assert result["gpus"][0]["utilization_mean_percent"] == 20.0


def test_a_path_that_is_not_there_is_said_and_the_rest_is_read(tmp_path, capsys):
    status = main([str(tmp_path / "none"), str(SAMPLES / "smi_traps.csv"), "--json"])

    output = capsys.readouterr()
    assert status == 1
    assert "there is no such file or folder" in output.err
    assert len(json.loads(output.out)) == 1


def test_without_json_one_line_sums_up_each_result(tmp_path, capsys):
    folder = write_runs(tmp_path / "set", TEN[:3])

    main([str(folder), str(SAMPLES / "smi_two_gpus.csv")])

    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(
        "llama2_70b_lora, 25.186667 min "
        "(3 of 10 runs: the plain mean, not an official score.)"
    )
    assert second.endswith("smi_two_gpus.csv: 4 rows, 2 GPUs")


def test_the_command_runs_without_django(tmp_path):
    folder = write_runs(tmp_path / "set", TEN)
    code = (
        "import runpy, sys; sys.argv = ['benchmarks', sys.argv[1], '--json'];"
        "sys.modules['django'] = None; runpy.run_module('catalog.benchmarks', "
        "run_name='__main__')"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        env={},
    )

    assert json.loads(done.stdout)[0]["official"]
