import json

import pytest

from catalog.benchmarks.nvidia_columns import (
    Column,
    column_of,
    declared_columns,
    guessed_columns,
    header_of,
    sidecar_columns,
)
from catalog.benchmarks.sources import Entry, JsonProblem


def names(columns):
    return [column.name for column in columns]


@pytest.mark.parametrize(
    ("cell", "name", "unit"),
    [
        ("utilization.gpu [%]", "utilization.gpu", "%"),
        (' "Power.Draw [W]" ', "power.draw", "W"),
        ("temperature_gpu", "temperature.gpu", None),
        ("gpu_bus_id", "pci.bus_id", None),
        ("pci.bus_id", "pci.bus_id", None),
        ("clocks.current.sm [MHz]", "clocks.sm", "MHz"),
        ("memory.used [MiB]", "memory.used", "MiB"),
        ("x" * 500, "x" * 119 + "…", None),
    ],
)
def test_a_header_cell_is_a_name_and_perhaps_a_unit(cell, name, unit):
    assert column_of(cell) == Column(name, unit)


def test_a_unit_of_another_kind_is_not_right():
    assert column_of("memory.used [MiB]").has_right_unit
    assert column_of("memory.used").has_right_unit
    assert not column_of("memory.used [GiB]").has_right_unit
    assert column_of("driver_version [GiB]").has_right_unit


def test_a_header_is_told_from_a_row():
    assert names(header_of(["timestamp", " index", " utilization.gpu [%]"])) == [
        "timestamp",
        "index",
        "utilization.gpu",
    ]
    assert header_of(["utilization.gpu [%]"]) is not None
    assert header_of(["division", "system", "bert"]) is None
    assert header_of(["temperature", "place"]) is None
    assert header_of(["0", "Example", "7 %"]) is None
    assert header_of(["utilization.gpu", "1"]) is None
    assert header_of(["utilization.gpu [%]"] * 401) is None


def test_units_name_columns_as_far_as_they_leave_no_doubt():
    row = ["2026/11/24 10:00:00.000", "0", "5 %", "1 %", "10 MiB", "80 MiB", "60 W"]

    assert names(guessed_columns(row)) == [
        "timestamp",
        "",
        "utilization.gpu",
        "utilization.memory",
        "memory.used",
        "memory.total",
        "power.draw",
    ]
    three = ["1 MiB", "2 MiB", "3 MiB", "7 %"]
    assert names(guessed_columns(three)) == ["", "", "", "utilization.gpu"]
    assert guessed_columns(["0", "12", "34"]) is None
    assert guessed_columns(["1 W", "2 W"]) is None


def test_declared_names_are_taken_as_columns():
    columns = declared_columns(["timestamp", "clocks.current.memory"])

    assert names(columns) == ["timestamp", "clocks.mem"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"columns": ["index", "power.draw"]}, ["index", "power.draw"]),
        (["index", "power.draw [W]"], ["index", "power.draw"]),
    ],
)
def test_a_sidecar_names_the_columns(tmp_path, content, expected):
    path = tmp_path / "a.csv.columns.json"
    path.write_text(json.dumps(content), encoding="utf-8")

    assert names(sidecar_columns(Entry(name="a", path=path, origin="a"))) == expected


@pytest.mark.parametrize(
    "content", ["", "{}", '{"columns": []}', '{"columns": [1]}', "5", "[" * 99_999]
)
def test_a_sidecar_that_declares_nothing_is_a_problem(tmp_path, content):
    path = tmp_path / "a.csv.columns.json"
    path.write_text(content, encoding="utf-8")

    problem = sidecar_columns(Entry(name="a", path=path, origin="a"))

    assert isinstance(problem, JsonProblem)
