import json
from pathlib import PurePosixPath

import pytest

from catalog.benchmarks.sources import entries_below
from catalog.benchmarks.training.systems import (
    describe_system,
    layout_of,
    scaling_factor,
)


def write(folder, name, content):
    folder.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / name).write_text(text, encoding="utf-8")


def described(root, folder):
    where = root / folder
    return describe_system(
        PurePosixPath(where.as_posix()), where.as_posix(), entries_below(root)
    )


def factor_of(tmp_path, content):
    write(tmp_path, "scaling.json", content)
    return scaling_factor(entries_below(tmp_path))


def test_a_submission_folder_names_submitter_and_system():
    layout = layout_of("x/Example/results/node8/resnet")

    assert (layout.submitter, layout.system) == ("Example", "node8")
    assert layout_of("Example/results/node8/strong/oc20").system == "node8"
    assert layout_of("results/node8/resnet").submitter is None
    assert layout_of("node8/resnet").system is None


def test_the_system_file_of_the_folder_is_found_among_several(tmp_path):
    write(tmp_path / "Example/systems", "node4.json", {"system_name": "Four"})
    write(
        tmp_path / "Example/systems",
        "node8.json",
        {
            "submitter": "Example Ltd",
            "system_name": "Eight",
            "number_of_nodes": "2",
            "accelerators_per_node": 8,
            "framework": {"not": "text"},
        },
    )

    system = described(tmp_path, "Example/results/node8/resnet")

    assert system.identifier == "node8"
    assert system.submitter == "Example Ltd"
    assert system.facts["system_name"] == "Eight"
    assert system.facts["accelerators_count"] == "16"
    assert "framework" not in system.facts


def test_a_lone_system_file_beside_the_logs_is_theirs(tmp_path):
    write(tmp_path / "set/systems", "node8.json", {"submitter": "Example"})

    assert described(tmp_path, "set").identifier == "node8"


def test_several_system_files_without_a_name_to_go_by_are_none(tmp_path):
    write(tmp_path / "set/systems", "node4.json", {"submitter": "Example"})
    write(tmp_path / "set/systems", "node8.json", {"submitter": "Example"})

    assert described(tmp_path, "set").facts == {}


@pytest.mark.parametrize("content", ["", "[1]", '{"submitter": NaN}', "[" * 99_999])
def test_a_system_file_that_cannot_be_read_is_a_finding(tmp_path, content):
    write(tmp_path / "set/systems", "node8.json", content)

    system = described(tmp_path, "set")

    assert system.identifier == "node8"
    assert system.findings[0].rule == "file/json"
    assert system.findings[0].file == "systems/node8.json"


def test_hostile_facts_are_cleaned(tmp_path):
    facts = {"submitter": "E\u202e\x00x" + "y" * 999, "number_of_nodes": "9" * 999}
    write(tmp_path / "set/systems", "node8.json", facts)

    system = described(tmp_path, "set")

    assert system.submitter.startswith("Exyy")
    assert len(system.submitter) == 300
    assert "accelerators_count" not in system.facts


def test_without_a_file_the_factor_is_one():
    assert scaling_factor([]) == 1.0


def test_a_factor_of_one_or_more_is_taken(tmp_path):
    assert factor_of(tmp_path, '{"scaling_factor": 1.0347}') == 1.0347
    assert factor_of(tmp_path, '{"scaling_factor": 1}') == 1.0


@pytest.mark.parametrize(
    "content",
    [
        "{}",
        "[]",
        "",
        '{"scaling_factor": 0.9}',
        '{"scaling_factor": -1}',
        '{"scaling_factor": "1.1"}',
        '{"scaling_factor": true}',
        '{"scaling_factor": NaN}',
        '{"scaling_factor": 1e999}',
        '{"scaling_factor": 1e300}',
        '{"scaling_factor": ' + "9" * 400 + "}",
        '{"scaling_factor": 1.1, "scaling_factor": 1.0}',
    ],
)
def test_a_factor_that_cannot_be_right_is_a_finding(tmp_path, content):
    assert factor_of(tmp_path, content).rule == "set/scaling"
