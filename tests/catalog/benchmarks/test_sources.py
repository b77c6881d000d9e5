import hashlib
import os
from pathlib import Path

import pytest

from catalog.benchmarks.sources import (
    Bytes,
    JsonProblem,
    entries_below,
    natural,
    read_json,
)


def test_names_are_ordered_by_their_numbers():
    names = ["result_10.txt", "result_9.txt", "result_00.txt", "a"]

    assert sorted(names, key=natural) == [
        "a",
        "result_00.txt",
        "result_9.txt",
        "result_10.txt",
    ]


def test_utf16_and_a_byte_order_mark_become_plain_utf8(tmp_path):
    for encoding in ("utf-16", "utf-8-sig", "utf-8"):
        path = tmp_path / encoding
        path.write_bytes("index, name\n0, 日本".encode(encoding))

        assert b"".join(Bytes(path)).decode() == "index, name\n0, 日本"


def test_the_hash_is_that_of_the_file_as_it_lies(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"\xff\xfea\x00")
    content = Bytes(path)

    assert b"".join(content) == b"a"
    assert content.size == 4
    assert content.sha256 == hashlib.sha256(b"\xff\xfea\x00").hexdigest()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"scaling_factor": NaN}', "NaN is not a number"),
        (b'{"a": 1, "a": 2}', "a name is given twice"),
        (b"[" * 200_000, "nested too deep"),
        (b"\xff\xff", "can't decode"),
        (b"", "Expecting value"),
        (b" " * (1 << 20) + b"1", "larger than 1 MiB"),
    ],
)
def test_json_that_leaves_a_doubt_is_refused_with_its_reason(tmp_path, content, reason):
    path = tmp_path / "scaling.json"
    path.write_bytes(content)

    problem = read_json(path)

    assert isinstance(problem, JsonProblem)
    assert reason in problem.text


def test_json_that_is_not_there_is_a_problem_and_no_exception(tmp_path):
    assert read_json(tmp_path / "none.json") == JsonProblem("No such file or directory")


def test_links_pipes_and_depths_are_left_out(tmp_path):
    deep = tmp_path
    for level in range(20):
        deep /= str(level)
    deep.mkdir(parents=True)
    (deep / "too_deep.csv").touch()
    (tmp_path / "kept.csv").touch()
    (tmp_path / "link.csv").symlink_to(tmp_path / "kept.csv")
    os.mkfifo(tmp_path / "pipe.csv")

    assert [entry.basename for entry in entries_below(tmp_path)] == ["kept.csv"]


def test_a_results_folder_brings_its_system_file_along(tmp_path):
    folder = tmp_path / "Example" / "results" / "node8" / "resnet"
    folder.mkdir(parents=True)
    (tmp_path / "Example" / "systems").mkdir()
    (tmp_path / "Example" / "systems" / "node8.json").touch()

    entries = entries_below(folder)

    assert [Path(entry.name).name for entry in entries] == ["node8.json"]
    assert entries[0].folder.name == "systems"


def test_what_is_not_there_gives_nothing(tmp_path):
    assert entries_below(tmp_path / "nothing") == []
    assert entries_below(Path("/dev/null")) == []
