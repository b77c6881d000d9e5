"""A whole software stack on a GPU, and a vendor's word beside the reference."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.compatibility.checks import (
    System,
    driver_and_toolkit,
    gpu_and_build,
    gpu_and_toolkit,
    release_exists,
)
from scoring.compatibility.findings import Finding, Result, Why, worst
from scoring.compatibility.rows import Build, Toolkit
from scoring.compatibility.versions import is_at_least, release_of, version


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Hold what is to run together: framework, platform, driver, GPU, system.

    ``target`` is a compute capability such as 9.0, or a gfx target with ROCm.
    """

    framework: str
    platform: str
    platform_version: str
    driver: str
    target: str
    system: System = System.LINUX


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Hold all findings on a stack and the worst of them.

    ``vendor_says`` is the vendor's own statement, none if there is none;
    ``conflicts`` tells that it differs from what the reference knows.
    """

    result: Result
    findings: tuple[Finding, ...]
    vendor_says: bool | None = None

    @property
    def conflicts(self) -> bool:
        """Whether the vendor says otherwise than a reference that knows."""
        if self.vendor_says is None or self.result is Result.UNKNOWN:
            return False
        return self.vendor_says is (self.result is Result.FAILS)


def check_stack(
    stack: Stack,
    builds: Sequence[Build],
    toolkits: Sequence[Toolkit],
    vendor_says: bool | None = None,  # noqa: FBT001  # a statement, or none
) -> Verdict:
    """Check a stack pair by pair against the reference, the vendor's word beside it."""
    findings = [
        release_exists(stack.framework, stack.platform, stack.platform_version, builds),
        _binary(stack, builds),
    ]
    if stack.platform == "CUDA":
        findings += _on_toolkit(stack, toolkits)
    return Verdict(
        result=worst(finding.result for finding in findings),
        findings=tuple(findings),
        vendor_says=vendor_says,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """Hold what a preinstalled image promises at least; empty is not promised."""

    framework: str
    cuda: str
    cudnn: str = ""


def check_image(image: Image, builds: Sequence[Build]) -> Finding:
    """Tell whether a release meets an image's promise exactly as it is named.

    PyTorch 2.0 with CUDA 12.0 does not: its wheels are for 11.7 and 11.8, and no
    wheel was ever made for 12.0. ``first`` names the earliest release whose CUDA is
    high enough.
    """
    exact = release_exists(image.framework, "CUDA", image.cuda, builds)
    later = [
        build
        for build in builds
        if build.platform == "CUDA"
        and is_at_least(build.version, image.framework)
        and is_at_least(build.platform_version, image.cuda)
    ]
    later.sort(key=lambda each: (version(each.version), version(each.platform_version)))
    first = later[0] if later else None
    named = f"{first.version} with CUDA {first.platform_version}" if first else ""
    match = _same_release(image, builds)
    is_short = bool(
        match
        and image.cudnn
        and match.cudnn
        and not is_at_least(match.cudnn, image.cudnn)
    )
    return Finding(
        check="image",
        result=Result.FAILS if is_short else exact.result,
        why=Why.NOT_RELEASED if is_short else exact.why,
        facts={**exact.facts, "first": named, "cudnn": match.cudnn if match else ""},
        source=exact.source,
        on=exact.on,
    )


def _same_release(image: Image, builds: Sequence[Build]) -> Build | None:
    return next(
        (
            build
            for build in builds
            if build.platform == "CUDA"
            and version(build.version) == version(image.framework)
            and release_of(build.platform_version) == release_of(image.cuda)
        ),
        None,
    )


def _binary(stack: Stack, builds: Sequence[Build]) -> Finding:
    for build in builds:
        if (
            build.platform == stack.platform
            and version(build.version) == version(stack.framework)
            and release_of(build.platform_version) == release_of(stack.platform_version)
        ):
            return gpu_and_build(stack.target, build)
    return Finding(
        check="gpu_and_build",
        result=Result.UNKNOWN,
        why=Why.NO_LIST,
        facts={"gpu": stack.target, "architectures": ""},
    )


def _on_toolkit(stack: Stack, toolkits: Sequence[Toolkit]) -> list[Finding]:
    wanted = release_of(stack.platform_version)
    same = [each for each in toolkits if release_of(each.version) == wanted]
    if not same:
        unknown = Toolkit(version=stack.platform_version)
        return [driver_and_toolkit(stack.driver, unknown, stack.system)]
    first = min(same, key=lambda each: version(each.version))
    return [
        driver_and_toolkit(stack.driver, first, stack.system),
        gpu_and_toolkit(stack.target, first),
    ]
