from datetime import date

import pytest

from catalog.benchmarks.training.rulesets import (
    BENCHMARKS,
    HPC,
    ROUNDS,
    TRAINING,
    benchmark_named,
    version_in_path,
    version_on,
    version_text,
)

REQUIRED = {
    3: {"gpt3", "llama31_405b", "deepseekv3_671b", "qwen35_397b_grpo"},
    5: {"resnet", "ssd", "retinanet", "maskrcnn", "dlrm", "deepcam", "oc20"},
    40: {"unet3d"},
}


def test_every_benchmark_requires_its_number_of_runs():
    for name, benchmark in BENCHMARKS.items():
        expected = next((n for n, names in REQUIRED.items() if name in names), 10)
        assert benchmark.runs == expected, name
        assert benchmark.dropped == (4 if name == "unet3d" else 1), name


def test_rounds_follow_each_other_without_end():
    for rounds in ROUNDS.values():
        versions, days = zip(*rounds, strict=True)
        assert list(versions) == sorted(versions)
        assert list(days) == sorted(days)
        assert days[-1] == date.max


def test_each_benchmark_lies_in_rounds_that_were_held():
    for benchmark in BENCHMARKS.values():
        versions = [version for version, _ in ROUNDS[benchmark.suite]]
        assert benchmark.first in versions
        assert benchmark.last in versions
        assert benchmark.is_in(benchmark.first)
        assert not benchmark.is_in((9, 9))


def test_a_name_may_be_an_alias_or_unknown():
    assert benchmark_named("mask").name == "maskrcnn"
    assert benchmark_named("openfold").suite == HPC
    assert benchmark_named("bert").suite == TRAINING
    assert benchmark_named("quake") is None
    assert benchmark_named(None) is None


@pytest.mark.parametrize(
    ("path", "version"),
    [
        ("training_results_v5.1/NVIDIA/results", (5, 1)),
        ("mlcommons-training_results_v0.6/x", (0, 6)),
        ("hpc_results_v3.0", (3, 0)),
        ("training_results_v1.1/training_results_v2.0", (2, 0)),
        ("results", None),
    ],
)
def test_the_folder_may_tell_the_round(path, version):
    assert version_in_path(path) == version


@pytest.mark.parametrize(
    ("day", "benchmark", "version"),
    [
        (date(2019, 5, 21), "resnet", "0.6"),
        (date(2022, 5, 15), "resnet", "2.0"),
        (date(2022, 10, 14), "bert", "2.1"),
        (date(2023, 10, 6), "gpt3", "3.1"),
        (date(2024, 5, 9), "llama2_70b_lora", "4.0"),
        (date(2025, 4, 29), "llama2_70b_lora", "5.0"),
        (date(2025, 10, 10), "llama2_70b_lora", "5.1"),
        (date(2026, 11, 24), "llama2_70b_lora", "6.1"),
        (date(2026, 11, 24), "unet3d", "4.0"),
        (date(2019, 1, 1), "gpt3", "3.0"),
    ],
)
def test_the_day_of_a_run_tells_the_round_within_those_of_its_benchmark(
    day, benchmark, version
):
    assert version_text(version_on(day, BENCHMARKS[benchmark])) == version
