import io
import json
import tarfile
from pathlib import Path

from catalog.benchmarks.archive import unpack
from catalog.benchmarks.registry import read_entries, read_path
from tests.catalog.benchmarks.log_files import write_runs

SAMPLES = Path(__file__).parent / "samples"
TEN = (25.18, 25.02, 25.36, 26.03, 25.27, 27.02, 24.81, 25.49, 25.11, 25.74)


def test_run_sets_and_samples_of_one_folder_are_both_read(tmp_path):
    write_runs(tmp_path / "set", TEN)
    smi = (SAMPLES / "smi_two_gpus.csv").read_bytes()
    (tmp_path / "smi.csv").write_bytes(smi)

    reading = read_path(tmp_path)

    assert [item.benchmark for item in reading.run_sets] == ["llama2_70b_lora"]
    assert [item.rows for item in reading.telemetry] == [4]
    assert reading.results == (*reading.run_sets, *reading.telemetry)
    assert reading.findings == ()


def test_an_unpacked_archive_reads_as_its_folder_did(tmp_path):
    folder = tmp_path / "training_results_v5.1" / "Example" / "results" / "n" / "x"
    write_runs(folder, TEN)
    (folder / "smi.csv").write_bytes((SAMPLES / "smi_traps.csv").read_bytes())
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.add(tmp_path / "training_results_v5.1", "training_results_v5.1")
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()

    reading = read_entries(unpack(io.BytesIO(buffer.getvalue()), unpacked))
    expected = read_path(tmp_path / "training_results_v5.1")

    def without_path(result):
        return {**result.to_record(), "path": None}

    assert [without_path(item) for item in reading.results] == [
        without_path(item) for item in expected.results
    ]
    assert reading.run_sets[0].path == "training_results_v5.1/Example/results/n/x"
    assert str(tmp_path) not in json.dumps([i.to_record() for i in reading.results])


def test_single_runs_named_by_hand_are_a_set(tmp_path):
    write_runs(tmp_path, TEN)

    (result,) = read_path(tmp_path / "result_3.txt").run_sets

    assert [run.file for run in result.runs] == ["result_3.txt"]
    assert not result.official


def test_a_folder_beyond_all_measure_is_read_in_part_and_said(tmp_path, monkeypatch):
    for module in ("registry", "sources"):
        monkeypatch.setattr(f"catalog.benchmarks.{module}.MOST_FILES", 10)
    write_runs(tmp_path, [*TEN, 25.5])

    reading = read_path(tmp_path)

    assert len(reading.run_sets[0].runs) == 10
    assert [item.rule for item in reading.findings] == ["file/too-many"]


def test_nothing_to_read_is_said(tmp_path):
    (tmp_path / "notes.md").write_text("nothing", encoding="utf-8")

    assert [item.rule for item in read_path(tmp_path).findings] == ["file/nothing-read"]
    assert read_entries([]).results == ()
