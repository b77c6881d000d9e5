import pytest

from catalog.benchmarks.training.rulesets import BENCHMARKS
from catalog.benchmarks.training.targets import (
    TARGETS,
    Point,
    point_in,
    samples_at,
    targets_of,
    throughput_unit,
)


def is_met(benchmark, values, version=(5, 0), batch=None):
    targets = targets_of(benchmark, version, batch)
    return all(target.is_met(values) for target in targets)


def test_every_benchmark_has_a_target():
    assert set(TARGETS) == set(BENCHMARKS)


@pytest.mark.parametrize(
    ("benchmark", "met", "missed"),
    [
        ("resnet", 0.759, 0.7589),
        ("bert", 0.72, 0.7199),
        ("dlrm_dcnv2", 0.80275, 0.8027),
        ("unet3d", 0.908, 0.9079),
        ("rnnt", 0.058, 0.0581),
        ("gpt3", 2.69, 2.6901),
        ("gpt3", 2.61, 2.6),
        ("llama2_70b_lora", 0.925, 0.9251),
        ("llama2_70b_lora", 0.5, 0.0),
        ("llama31_405b", 5.6, 5.61),
        ("qwen35_397b_grpo", 0.6901, 0.69),
        ("resnet", 1.0, 75.9),
    ],
)
def test_accuracies_rise_to_the_target_and_losses_fall(benchmark, met, missed):
    assert is_met(benchmark, {"eval_accuracy": met})
    assert not is_met(benchmark, {"eval_accuracy": missed})


def test_two_metrics_must_both_be_met():
    assert is_met("maskrcnn", {"BBOX": 0.377, "SEGM": 0.339})
    assert not is_met("maskrcnn", {"BBOX": 0.377, "SEGM": 0.338})
    assert not is_met("maskrcnn", {"BBOX": 0.4})
    assert is_met("stable_diffusion", {"FID": 90, "CLIP": 0.15})
    assert not is_met("stable_diffusion", {"FID": 90.1, "CLIP": 0.2})


def test_targets_that_changed_follow_the_round():
    assert is_met("ssd", {"eval_accuracy": 0.23}, (1, 1))
    assert not is_met("ssd", {"eval_accuracy": 0.23}, (2, 0))
    assert is_met("bert", {"eval_accuracy": 0.712}, (0, 7))
    assert not is_met("bert", {"eval_accuracy": 0.706}, (0, 7), batch=4096)
    assert is_met("bert", {"eval_accuracy": 0.706}, (0, 7), batch=8192)


@pytest.mark.parametrize(
    ("benchmark", "version", "value", "samples"),
    [
        ("llama2_70b_lora", (5, 0), 3072, 3072),
        ("bert", (3, 0), 2_099_163, 2_099_163),
        ("gpt3", (3, 1), 1_207_959_552, 1_207_959_552),
        ("resnet", (2, 0), 35, 44_840_845),
        ("ssd", (3, 0), 4, 4_681_204),
        ("ssd", (1, 1), 4, 469_064),
        ("retinanet", (5, 1), 4, 4_681_204),
        ("unet3d", (3, 0), 2720, 456_960),
        ("unet3d", (3, 1), 456_960, 456_960),
        ("maskrcnn", (2, 0), 13, 1_524_458),
        ("rnnt", (2, 0), 50, 50_000),
        ("dlrm", (2, 0), 1.5, 500),
        ("rgat", (5, 0), 0.85, 850),
        ("minigo", (1, 1), 50, None),
    ],
)
def test_a_convergence_point_counts_what_its_benchmark_counts(
    benchmark, version, value, samples
):
    point = Point(value, "epoch_num")

    assert samples_at(benchmark, version, point, 1000) == samples


def test_without_train_samples_nothing_is_made_up():
    assert samples_at("rnnt", (2, 0), Point(50, "epoch_num"), None) is None
    assert samples_at("resnet", (2, 0), Point(50, "step_num"), 1000) is None


def test_samples_are_samples_whatever_the_benchmark():
    assert samples_at("resnet", (2, 0), Point(512, "samples_count"), None) == 512
    assert samples_at("gpt3", (3, 1), Point(512, "samples_count"), None) is None


def test_tokens_come_first_for_gpt3_and_samples_elsewhere():
    counts = {"epoch_num": 2048, "samples_count": 1}

    assert point_in("gpt3", counts) == Point(2048, "epoch_num")
    assert point_in("bert", counts) == Point(1, "samples_count")
    assert point_in("bert", {}) is None
    assert throughput_unit("gpt3") == "tokens/s"
    assert throughput_unit("bert") == "samples/s"
