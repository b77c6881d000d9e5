"""The checks of one pair each: GPU and build, driver and toolkit, release."""

from collections.abc import Iterable
from enum import StrEnum

from scoring.compatibility.findings import Finding, Result, Why
from scoring.compatibility.rows import Build, Toolkit
from scoring.compatibility.versions import is_at_least, release_of, version

PTX = "+PTX"


class System(StrEnum):
    """The operating systems that drivers are published for."""

    LINUX = "linux"
    WINDOWS = "windows"


def gpu_and_build(target: str, build: Build) -> Finding:
    """Tell whether a framework's binary runs on a GPU.

    A CUDA GPU is supported iff a listed architecture has its major version and no
    higher minor, or a ``+PTX`` one is not above it; a ROCm GPU iff its gfx target is
    listed. An empty list is unknown, never a pass. Source: CUDA binary and PTX
    compatibility.

    >>> build = Build(
    ...     version="2.14",
    ...     platform="CUDA",
    ...     platform_version="13.0",
    ...     architectures=("9.0", "12.0+PTX"),
    ... )
    >>> gpu_and_build("8.0", build).result, gpu_and_build("12.1", build).result
    (<Result.FAILS: 'fails'>, <Result.PASSES: 'passes'>)
    """
    facts = {"gpu": target, "architectures": " ".join(build.architectures)}
    result, why = _held(target, build)
    return Finding(
        check="gpu_and_build",
        result=result,
        why=why,
        facts=facts,
        source=build.source,
        on=build.on,
    )


def gpu_and_toolkit(capability: str, toolkit: Toolkit) -> Finding:
    """Tell whether a toolkit still compiles for a GPU's compute capability."""
    least = toolkit.least_capability
    if not (capability and least):
        result, why = Result.UNKNOWN, Why.CAPABILITY_UNKNOWN
    elif is_at_least(capability, least):
        result, why = Result.PASSES, Why.CAPABILITY_HELD
    else:
        result, why = Result.FAILS, Why.CAPABILITY_DROPPED
    return Finding(
        check="gpu_and_toolkit",
        result=result,
        why=why,
        facts={"gpu": capability, "least": least, "cuda": toolkit.version},
        source=toolkit.source,
        on=toolkit.on,
    )


def driver_and_toolkit(driver: str, toolkit: Toolkit, system: System) -> Finding:
    """Tell whether a driver runs a toolkit.

    Below the floor of minor-version compatibility it fails; between the floor and
    the toolkit's own driver it warns, because PTX is not compiled there; newer
    drivers stay compatible. The floor is published for Linux. Source: CUDA
    Compatibility, NVIDIA.

    >>> toolkit = Toolkit(
    ...     version="12.4 GA", driver_linux="550.54.14", driver_floor="525.60.13"
    ... )
    >>> driver_and_toolkit("535.54.03", toolkit, System.LINUX).result
    <Result.WARNS: 'warns'>
    """
    is_linux = system is System.LINUX
    own = toolkit.driver_linux if is_linux else toolkit.driver_windows
    floor = (toolkit.driver_floor if is_linux else "") or own
    result, why = _driven(driver, own, floor)
    return Finding(
        check="driver_and_toolkit",
        result=result,
        why=why,
        facts={"driver": driver, "needed": own, "floor": floor, "system": system},
        source=toolkit.source,
        on=toolkit.on,
    )


def release_exists(
    framework: str, platform: str, platform_version: str, builds: Iterable[Build]
) -> Finding:
    """Tell whether a framework was released for a version of a platform.

    The facts name the versions that exist, so that an error can be put right.
    """
    ours = [build for build in builds if build.platform == platform]
    same = [build for build in ours if version(build.version) == version(framework)]
    wanted = release_of(platform_version)
    match = next(
        (each for each in same if release_of(each.platform_version) == wanted), None
    )
    facts = {
        "framework": framework,
        "platform": f"{platform} {platform_version}",
        "released": ", ".join(sorted(build.platform_version for build in same)),
    }
    named = match or (same[0] if same else None)
    result, why = _released(match, is_known=bool(same))
    return Finding(
        check="release_exists",
        result=result,
        why=why,
        facts=facts,
        source=named.source if named else "",
        on=named.on if named else "",
    )


def _held(target: str, build: Build) -> tuple[Result, Why]:
    if not (build.architectures and target):
        return Result.UNKNOWN, Why.NO_LIST
    if build.platform == "ROCm":
        is_listed = target in build.architectures
    else:
        is_listed = any(_runs(target, each) for each in build.architectures)
    if is_listed:
        return Result.PASSES, Why.BINARY_LISTED
    ptx = [each for each in build.architectures if each.endswith(PTX)]
    if any(is_at_least(target, each.removesuffix(PTX)) for each in ptx):
        return Result.PASSES, Why.FORWARD_COMPATIBLE
    return Result.FAILS, Why.BINARY_MISSING


def _runs(target: str, listed: str) -> bool:
    (own, minor), (major, least) = release_of(target), release_of(listed)
    return own == major and least <= minor


def _driven(driver: str, own: str, floor: str) -> tuple[Result, Why]:
    if not (driver and own):
        return Result.UNKNOWN, Why.DRIVER_UNKNOWN
    if is_at_least(driver, own):
        return Result.PASSES, Why.DRIVER_FULL
    if is_at_least(driver, floor):
        return Result.WARNS, Why.DRIVER_MINOR
    return Result.FAILS, Why.DRIVER_TOO_OLD


def _released(match: Build | None, *, is_known: bool) -> tuple[Result, Why]:
    if match is None:
        return (Result.FAILS if is_known else Result.UNKNOWN), Why.NOT_RELEASED
    if match.support == "experimental":
        return Result.WARNS, Why.EXPERIMENTAL
    return Result.PASSES, Why.RELEASED
