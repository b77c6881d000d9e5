import pytest

from scoring.compatibility.checks import (
    System,
    driver_and_toolkit,
    gpu_and_build,
    gpu_and_toolkit,
    release_exists,
)
from scoring.compatibility.findings import Result, Why
from scoring.compatibility.rows import Build, Toolkit
from tests.scoring.compatibility.reference import BUILDS, build, toolkit


@pytest.mark.parametrize(
    ("target", "result", "why"),
    [
        ("9.0", Result.PASSES, Why.BINARY_LISTED),
        ("8.9", Result.PASSES, Why.BINARY_LISTED),
        ("10.3", Result.PASSES, Why.BINARY_LISTED),
        ("12.1", Result.PASSES, Why.BINARY_LISTED),
        ("13.0", Result.PASSES, Why.FORWARD_COMPATIBLE),
        ("7.0", Result.FAILS, Why.BINARY_MISSING),
        ("11.0", Result.FAILS, Why.BINARY_MISSING),
        ("", Result.UNKNOWN, Why.NO_LIST),
    ],
)
def test_a_gpu_needs_its_major_with_no_higher_minor_or_ptx_below(target, result, why):
    finding = gpu_and_build(target, build("2.14", "CUDA", "13.0"))

    assert (finding.result, finding.why) == (result, why)
    assert "RELEASE.md" in finding.source
    assert finding.on == "2026-09"


def test_an_empty_list_is_never_a_pass():
    assert gpu_and_build("9.0", build("2.9", "CUDA", "12.8")).result is Result.UNKNOWN


@pytest.mark.parametrize(
    ("target", "result"),
    [
        ("gfx942", Result.PASSES),
        ("gfx950", Result.PASSES),
        ("gfx1100", Result.FAILS),
    ],
)
def test_rocm_goes_by_gfx_target(target, result):
    assert gpu_and_build(target, build("2.10", "ROCm", "7.1")).result is result


@pytest.mark.parametrize(
    ("driver", "result", "why"),
    [
        ("550.54.14", Result.PASSES, Why.DRIVER_FULL),
        ("580.65.06", Result.PASSES, Why.DRIVER_FULL),
        ("535.54.03", Result.WARNS, Why.DRIVER_MINOR),
        ("525.60.13", Result.WARNS, Why.DRIVER_MINOR),
        ("525.60.12", Result.FAILS, Why.DRIVER_TOO_OLD),
        ("", Result.UNKNOWN, Why.DRIVER_UNKNOWN),
    ],
)
def test_a_driver_between_floor_and_toolkit_warns(driver, result, why):
    finding = driver_and_toolkit(driver, toolkit("12.4 GA"), System.LINUX)

    assert (finding.result, finding.why) == (result, why)
    assert finding.facts["needed"] == "550.54.14"


def test_windows_has_its_own_driver_and_no_published_floor():
    cuda = toolkit("12.4 GA")

    assert driver_and_toolkit("551.61", cuda, System.WINDOWS).result is Result.PASSES
    assert driver_and_toolkit("551.60", cuda, System.WINDOWS).result is Result.FAILS
    unknown = driver_and_toolkit("600.1", toolkit("13.0 GA"), System.WINDOWS)
    assert unknown.result is Result.UNKNOWN


def test_a_toolkit_without_minor_compatibility_needs_its_own_driver():
    assert (
        driver_and_toolkit("440.32", toolkit("10.2"), System.LINUX).result
        is Result.FAILS
    )


def test_toolkit_13_dropped_volta():
    assert gpu_and_toolkit("7.0", toolkit("13.0 GA")).why is Why.CAPABILITY_DROPPED
    assert gpu_and_toolkit("7.5", toolkit("13.0 GA")).result is Result.PASSES
    assert gpu_and_toolkit("", toolkit("13.0 GA")).result is Result.UNKNOWN
    assert gpu_and_toolkit("9.0", Toolkit(version="14.0")).result is Result.UNKNOWN


def test_pytorch_2_0_was_never_released_for_cuda_12_0():
    finding = release_exists("2.0", "CUDA", "12.0", BUILDS)

    assert (finding.result, finding.why) == (Result.FAILS, Why.NOT_RELEASED)
    assert finding.facts["released"] == "11.7, 11.8"
    assert finding.source


def test_releases_are_stable_or_experimental():
    assert release_exists("2.14", "CUDA", "13.0", BUILDS).why is Why.RELEASED
    assert release_exists("2.9", "CUDA", "13.0", BUILDS).result is Result.WARNS
    assert release_exists("2.14", "ROCm", "7.14", BUILDS).result is Result.PASSES


def test_a_release_that_nobody_listed_is_unknown():
    finding = release_exists("3.0", "CUDA", "14.0", BUILDS)

    assert (finding.result, finding.source) == (Result.UNKNOWN, "")


def test_a_build_without_architectures_is_unknown():
    bare = Build(version="1", platform="CUDA", platform_version="1")

    assert gpu_and_build("9.0", bare).result is Result.UNKNOWN
