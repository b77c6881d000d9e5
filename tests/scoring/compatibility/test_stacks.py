from dataclasses import replace

import pytest

from scoring.compatibility.findings import Result
from scoring.compatibility.stacks import Image, Stack, check_image, check_stack
from tests.scoring.compatibility.reference import BUILDS, TOOLKITS

H100 = Stack(
    framework="2.14",
    platform="CUDA",
    platform_version="13.0",
    driver="580.65.06",
    target="9.0",
)


def check(stack=H100, vendor_says=None):
    return check_stack(stack, BUILDS, TOOLKITS, vendor_says)


def test_a_current_stack_passes_each_check():
    verdict = check()

    assert verdict.result is Result.PASSES
    assert [finding.check for finding in verdict.findings] == [
        "release_exists",
        "gpu_and_build",
        "driver_and_toolkit",
        "gpu_and_toolkit",
    ]


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({"driver": "570.124.06"}, Result.FAILS),
        ({"target": "7.0"}, Result.FAILS),
        ({"framework": "2.0", "platform_version": "12.0"}, Result.FAILS),
        ({"platform_version": "12.6", "driver": "535.54.03"}, Result.WARNS),
        ({"framework": "9.9", "platform_version": "99.0"}, Result.UNKNOWN),
    ],
)
def test_the_worst_pair_decides(change, result):
    assert check(replace(H100, **change)).result is result


def test_rocm_has_no_nvidia_driver():
    stack = Stack(
        framework="2.10",
        platform="ROCm",
        platform_version="7.1",
        driver="",
        target="gfx942",
    )

    verdict = check(stack)

    assert verdict.result is Result.PASSES
    assert len(verdict.findings) == 2


@pytest.mark.parametrize(
    ("target", "says", "conflicts"),
    [
        ("9.0", True, False),
        ("9.0", False, True),
        ("7.0", True, True),
        ("7.0", False, False),
        ("9.0", None, False),
        ("", True, False),
    ],
)
def test_a_vendor_who_says_otherwise_is_in_conflict(target, says, conflicts):
    verdict = check(replace(H100, target=target), says)

    assert verdict.conflicts is conflicts
    assert verdict.vendor_says is says


def test_an_image_must_name_a_release():
    """PyTorch 2.0+, CUDA 12.0+: the first that keeps it is 2.1 with 12.1."""
    finding = check_image(Image(framework="2.0", cuda="12.0", cudnn="8.0"), BUILDS)

    assert finding.result is Result.FAILS
    assert finding.facts["first"] == "2.1 with CUDA 12.1"
    assert finding.facts["released"] == "11.7, 11.8"


def test_a_released_image_passes_and_an_older_cudnn_does_not():
    good = Image(framework="2.14", cuda="12.6", cudnn="9.10")

    assert check_image(good, BUILDS).result is Result.PASSES
    assert check_image(replace(good, cudnn="9.24"), BUILDS).result is Result.FAILS
    assert check_image(replace(good, cudnn=""), BUILDS).result is Result.PASSES


def test_an_image_beyond_all_releases_has_no_first():
    finding = check_image(Image(framework="9.0", cuda="99.0"), BUILDS)

    assert (finding.result, finding.facts["first"]) == (Result.UNKNOWN, "")
