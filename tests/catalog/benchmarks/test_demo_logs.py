import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from catalog.benchmarks.demo_logs import (
    INVENTED,
    DemoSystem,
    durations,
    write_demo_submission,
)
from catalog.benchmarks.messages import Level
from catalog.benchmarks.registry import read_path

STORY = Path(__file__).resolve().parents[3] / "scoring" / "data" / "story.json"
START = datetime(2026, 11, 24, 8, 0, tzinfo=UTC)
SYSTEM = DemoSystem(
    submitter="Demo Lab",
    identifier="sys-821ge-tnhr",
    system_name="SYS-821GE-TNHR",
    accelerator="H200 SXM 141 GB",
    memory_mib=143_771,
)


def read(tmp_path, minutes, **options):
    folder = write_demo_submission(
        tmp_path, SYSTEM, Decimal(minutes), started_at=START, **options
    )
    return read_path(folder)


@pytest.mark.parametrize(
    "minutes", json.loads(STORY.read_text(encoding="utf-8"))["data"]["2.1"].values()
)
def test_the_official_score_is_the_figure_of_the_story(tmp_path, minutes):
    (result,) = read(tmp_path, minutes).run_sets

    assert result.official
    assert result.score_minutes == pytest.approx(float(minutes), abs=1e-9)
    assert (result.ruleset, result.system) == ("5.1", "sys-821ge-tnhr")
    assert result.submitter == "Demo Lab"
    assert {item.level for item in result.findings} == {Level.NOTE}


def test_the_runs_spread_as_on_the_screen():
    minutes = [round(taken / 60_000, 2) for taken in durations(Decimal("25.4"))]

    assert minutes == [
        25.18, 25.02, 25.36, 26.03, 25.27, 27.02, 24.81, 25.49, 25.11, 25.74,
    ]  # fmt: skip


def test_five_runs_have_the_plain_mean_and_are_not_official(tmp_path):
    (result,) = read(tmp_path, "26.1", runs=5).run_sets

    assert not result.official
    assert result.score_minutes == pytest.approx(26.1, abs=1e-9)


def test_the_samples_are_those_of_eight_busy_gpus(tmp_path):
    (result,) = read(tmp_path, "25.4").telemetry

    assert result.rows == 480
    assert [gpu.index for gpu in result.gpus] == list(range(8))
    gpu = result.gpus[0].to_json()
    assert gpu["utilization_mean_percent"] == 98.5
    assert (gpu["temperature_min_c"], gpu["temperature_max_c"]) == (38.0, 68.0)
    assert gpu["memory_used_max_mib"] == 129_393.0
    assert result.findings == ()


def test_every_file_says_that_it_is_invented(tmp_path):
    (result,) = read(tmp_path, "25.4").run_sets

    assert result.system_facts["hw_notes"] == INVENTED
    for log in tmp_path.rglob("result_*.txt"):
        assert INVENTED in log.read_text(encoding="utf-8")
