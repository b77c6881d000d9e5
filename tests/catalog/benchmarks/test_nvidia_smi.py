import json
import os
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from catalog.benchmarks.nvidia_smi import read_telemetry
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.registry import read_path
from catalog.benchmarks.sources import Entry
from tests.catalog.benchmarks.shared_samples import TELEMETRY, needs_samples

SAMPLES = Path(__file__).parent / "samples"
W1Z4RD = TELEMETRY / "w1z4rd-1-Insignia"
MIRIS = TELEMETRY / "AndyZzzZzzZzz-miris"


def read(path, *columns):
    (result,) = read_path(path, ReadOptions(columns=columns)).telemetry
    return result


def read_text(tmp_path, text, *columns, name="smi.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, *columns)


def rules(result):
    return [(item.rule, item.line) for item in result.findings]


def test_each_gpu_has_its_own_figures_and_missing_is_never_zero():
    result = read(SAMPLES / "smi_two_gpus.csv")

    first, second = (gpu.to_json() for gpu in result.gpus)
    assert first == {
        "index": 0,
        "name": "Example X8",
        "utilization_mean_percent": 95.0,
        "utilization_max_percent": 100.0,
        "temperature_min_c": 60.0,
        "temperature_max_c": 66.0,
        "power_mean_w": 550.0,
        "memory_used_max_mib": 1500.0,
        "missing": {
            "utilization.gpu": 0,
            "utilization.memory": 1,
            "memory.used": 0,
            "temperature.gpu": 0,
            "power.draw": 1,
        },
    }
    assert second["utilization_mean_percent"] is None
    assert second["power_mean_w"] is None
    assert second["memory_used_max_mib"] == 2000.0
    assert second["missing"]["utilization.gpu"] == 1


def test_an_error_event_belongs_to_its_gpu_and_an_incomplete_tick_is_remarked():
    result = read(SAMPLES / "smi_two_gpus.csv")

    assert result.rows == 4
    assert [gpu.error_events for gpu in result.gpus] == [0, 1]
    assert result.gpus[0].temperature_swing_c == 6.0
    assert rules(result) == [("gpu/error-event", 5), ("gpu/incomplete-tick", None)]
    assert result.first_at == "2026/11/24 10:00:00.000"
    assert result.last_at == "2026/11/24 10:00:20.000"


def test_tables_repeated_headers_wrappers_and_quoted_cells_are_survived():
    result = read(SAMPLES / "smi_traps.csv")

    first, second = result.gpus
    assert result.rows == 6
    assert (first.index, second.index) == (0, 1)
    assert first.to_json()["utilization_mean_percent"] == 20.0
    assert first.to_json()["power_mean_w"] == 120.0
    assert second.to_json()["utilization_mean_percent"] == 40.0
    assert second.to_json()["temperature_max_c"] == 52.0
    assert second.to_json()["missing"] == {
        "utilization.gpu": 1,
        "temperature.gpu": 1,
        "power.draw": 1,
    }
    assert rules(result) == [
        ("row/skipped", 1),
        ("row/skipped", 2),
        ("row/skipped", 3),
        ("row/skipped", 11),
        ("cell/out-of-range", 12),
        ("cell/out-of-range", 13),
        ("row/skipped", 14),
    ]


def test_a_spreadsheet_with_semicolons_and_decimal_commas_is_read():
    result = read(SAMPLES / "smi_semicolons.csv")

    gpu = result.gpus[0].to_json()
    assert gpu["utilization_mean_percent"] == 8.0
    assert gpu["power_mean_w"] == 98.0
    assert gpu["memory_used_max_mib"] is None
    assert rules(result) == [("columns/unit", 1)]


def test_windows_line_ends_and_utf16_give_the_same_figures(tmp_path):
    text = (SAMPLES / "smi_two_gpus.csv").read_text(encoding="utf-8")
    expected = [gpu.to_json() for gpu in read(SAMPLES / "smi_two_gpus.csv").gpus]

    for number, content in enumerate(
        [
            text.replace("\n", "\r\n").encode(),
            text.replace("\n", "\r").encode(),
            text.encode("utf-16"),
            text.encode("utf-8-sig"),
        ]
    ):
        result = read_text(tmp_path, content, name=f"{number}.csv")
        assert [gpu.to_json() for gpu in result.gpus] == expected


def test_rows_without_a_header_are_read_by_declared_columns(tmp_path):
    text = "0, 10, 50\n0, 30, 52\n"

    result = read_text(tmp_path, text, "index", "utilization.gpu", "temperature.gpu")

    assert result.rows == 2
    assert result.gpus[0].to_json()["utilization_mean_percent"] == 20.0
    assert result.findings == ()


def test_a_header_is_believed_before_a_declaration(tmp_path):
    text = "index, utilization.gpu [%]\n0, 10 %\n"

    result = read_text(tmp_path, text, "index", "temperature.gpu")

    assert result.gpus[0].to_json()["utilization_max_percent"] == 10.0
    assert result.gpus[0].to_json()["temperature_max_c"] is None


def test_a_declaration_of_other_columns_reads_nothing(tmp_path):
    result = read_text(tmp_path, "0, 10, 50\n", "index", "utilization.gpu")

    assert (result.rows, result.gpus) == (0, ())
    assert rules(result)[0] == ("columns/count", 1)
    assert rules(result)[-1] == ("columns/undeclared", None)


def test_rows_without_header_units_or_declaration_are_not_guessed(tmp_path):
    result = read_text(tmp_path, "0, 10, 50\n0, 30, 52\n")

    assert (result.rows, result.gpus) == (0, ())
    assert rules(result)[-1] == ("columns/undeclared", None)


def test_units_tell_the_columns_with_a_warning(tmp_path):
    result = read_text(tmp_path, "0, 10 %, 97.10 W\n0, 30 %, 98.10 W\n")

    assert result.gpus[0].to_json()["utilization_mean_percent"] == 20.0
    assert result.gpus[0].to_json()["power_mean_w"] == pytest.approx(97.6)
    assert rules(result) == [("columns/guessed", 1)]


def test_a_sidecar_of_the_agent_names_the_columns_of_a_folder(tmp_path):
    (tmp_path / "smi.csv").write_text("0, 10\n0, 30\n", encoding="utf-8")
    sidecar = tmp_path / "smi.csv.columns.json"
    sidecar.write_text(json.dumps({"columns": ["index", "utilization.gpu"]}), "utf-8")

    result = read(tmp_path)

    assert result.path == (tmp_path / "smi.csv").as_posix()
    assert result.gpus[0].to_json()["utilization_mean_percent"] == 20.0


def test_a_broken_sidecar_is_remarked_and_the_header_still_read(tmp_path):
    (tmp_path / "smi.csv").write_text("index, power.draw [W]\n0, 5 W\n", "utf-8")
    (tmp_path / "smi.csv.columns.json").write_text("{", encoding="utf-8")

    result = read(tmp_path)

    assert result.gpus[0].to_json()["power_mean_w"] == 5.0
    assert rules(result) == [("columns/declaration", None)]


def test_other_tables_of_a_folder_are_left_alone(tmp_path):
    (tmp_path / "summary.csv").write_text("division,system\nclosed,x\n", "utf-8")
    (tmp_path / "notes.txt").write_text("GPU temperature was fine\n", "utf-8")
    (tmp_path / "smi.json").write_text("utilization.gpu [%], index\n", "utf-8")

    reading = read_path(tmp_path, ReadOptions(columns=("index", "power.draw")))

    assert reading.results == ()
    assert [item.rule for item in reading.findings] == ["file/nothing-read"]


def test_a_changed_header_is_followed(tmp_path):
    text = (
        "index, utilization.gpu [%]\n0, 10 %\n"
        "index, power.draw [W], utilization.gpu [%]\n0, 100 W, 30 %\n"
    )

    result = read_text(tmp_path, text)

    assert result.gpus[0].to_json()["utilization_mean_percent"] == 20.0
    assert rules(result) == [("columns/changed", 3)]


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"", "file/empty"),
        (b"\x00" * 200_000, "row/too-long"),
        (b"x" * 200_000, "row/too-long"),
        (b"\xff\xfe\x00\xd8", "columns/undeclared"),
        ("\uff11\uff12 %, \u0663 %\n".encode(), "columns/undeclared"),
        (b'"' * 1001 + b"\n", "columns/undeclared"),
    ],
)
def test_hostile_files_are_a_finding_and_no_exception(tmp_path, content, rule):
    result = read_text(tmp_path, content)

    assert result.rows == 0
    assert rule in dict(rules(result))


@pytest.mark.parametrize(
    "cell",
    ["nan", "inf", "1e5", "1_0", "\uff11\uff12", "0x10", "--1", "1 GW", "9" * 40],
)
def test_odd_numbers_are_missing_and_never_a_figure(tmp_path, cell):
    text = f"index, power.draw [W], temperature.gpu\n0, {cell}, 50\n"

    result = read_text(tmp_path, text)

    assert result.gpus[0].to_json()["power_mean_w"] is None
    assert result.gpus[0].to_json()["missing"]["power.draw"] == 1


def test_names_are_cleaned_before_they_are_shown(tmp_path):
    text = "index, name, power.draw [W]\n0, Ex\u202eample\x1b[31m X8, 5 W\n"

    assert read_text(tmp_path, text).gpus[0].name == "Example[31m X8"


def test_indexes_that_do_not_part_the_gpus_give_way_to_the_order(tmp_path):
    text = "uuid, index, power.draw [W]\nGPU-b, 0, 1 W\nGPU-a, 0, 2 W\n"

    gpus = read_text(tmp_path, text).gpus

    assert [(gpu.index, gpu.key) for gpu in gpus] == [(0, "GPU-b 0"), (1, "GPU-a 0")]


def test_endless_rows_are_read_up_to_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("catalog.benchmarks.nvidia_smi.MOST_LINES", 3)

    result = read_text(tmp_path, "index, power.draw [W]\n" + "0, 5 W\n" * 9)

    assert result.rows == 2
    assert rules(result) == [("row/limit", 4)]


def test_a_file_that_cannot_be_opened_is_a_finding_or_passed_over(tmp_path):
    options = ReadOptions(columns=("index", "power.draw"))
    named = Entry(name="a.csv", path=tmp_path, origin="a", is_named_by_hand=True)
    found = Entry(name="a.csv", path=tmp_path, origin="a")

    (result,) = read_telemetry([named], options)

    assert ("file/unreadable", None) in rules(result)
    assert list(read_telemetry([found], options)) == []


def test_a_declared_table_of_a_folder_is_recognised_by_its_first_rows(tmp_path):
    (tmp_path / "smi.csv").write_text("0, 10\n0, 30\n", encoding="utf-8")
    (tmp_path / "names.csv").write_text("a, b\nc, d\n", encoding="utf-8")

    result = read(tmp_path, "index", "utilization.gpu")

    assert result.path.endswith("smi.csv")
    assert result.gpus[0].to_json()["utilization_mean_percent"] == 20.0


def test_columns_that_hold_no_figure_are_remarked(tmp_path):
    result = read_text(tmp_path, "0, P0\n", "index", "pstate")

    assert rules(result) == [("columns/none", 1), ("row/skipped", 1)]


def test_a_file_that_vanishes_is_a_finding(tmp_path):
    path = tmp_path / "smi.csv"
    path.write_text("index, power.draw [W]\n", encoding="utf-8")
    os.truncate(path, 0)

    assert rules(read(path)) == [("file/empty", None)]


CELLS = st.sampled_from(
    ["index", "utilization.gpu [%]", "7 %", "[N/A]", '"', "1", "\n"]
)


@given(st.lists(st.one_of(CELLS, st.text(max_size=5)), max_size=60))
def test_any_table_is_read_without_an_exception(tmp_path_factory, cells):
    path = tmp_path_factory.mktemp("any") / "smi.csv"
    path.write_bytes(", ".join(cells).encode(errors="replace"))

    record = read(path).to_record()

    assert json.loads(json.dumps(record, allow_nan=False)) == record


@needs_samples
def test_the_v100s_file_gives_its_expected_figures():
    expected = json.loads((MIRIS / "expected.json").read_text(encoding="utf-8"))

    result = read(MIRIS / "gpu_log.csv")

    gpu = result.gpus[0].to_json()
    assert result.rows == expected["rows"] == 107
    assert gpu["name"] == expected["name"]
    check(gpu, expected)
    assert gpu["power_mean_w"] is None
    assert result.findings == ()


@needs_samples
def test_the_headerless_file_gives_its_expected_figures():
    expected = json.loads((W1Z4RD / "expected.json").read_text(encoding="utf-8"))

    result = read(
        W1Z4RD / "nvidia_smi.csv", *expected["columns_from_the_calling_source"]
    )

    gpu = result.gpus[0].to_json()
    assert result.rows == expected["rows"] == 44
    check(gpu, expected)
    assert gpu["power_mean_w"] == pytest.approx(expected["power_w"]["mean"], abs=1e-6)
    assert gpu["missing"]["power.draw"] == expected["rows_with_unparseable_power"]


def check(gpu, expected):
    utilization, temperature = (
        expected["utilization_gpu_pct"],
        expected["temperature_c"],
    )
    assert gpu["utilization_mean_percent"] == pytest.approx(
        utilization["mean"], abs=1e-6
    )
    assert gpu["utilization_max_percent"] == utilization["max"]
    assert gpu["temperature_min_c"] == temperature["min"]
    assert gpu["temperature_max_c"] == temperature["max"]
    assert gpu["memory_used_max_mib"] == expected["memory_used_mib"]["max"]


@needs_samples
@pytest.mark.parametrize(
    ("name", "idle", "load", "swing"),
    [
        ("linux-x86_64__nvidia-h200__590.48.01.txt", 28, 52, 24),
        ("linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01.txt", 41, 59, 18),
        ("windows-x86_64__nvidia-geforce-rtx-2080-super__591.86.txt", 40, 45, 5),
    ],
)
def test_captures_of_a_whole_session_give_their_samples(name, idle, load, swing):
    (gpu,) = read(TELEMETRY / "utkuozdemir-nvidia_gpu_exporter" / name).gpus

    temperature = gpu.field("temperature.gpu")
    assert (temperature.minimum, temperature.maximum) == (idle, load)
    assert gpu.temperature_swing_c == swing
