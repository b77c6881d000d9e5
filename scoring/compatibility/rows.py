"""What is published of toolkits and framework builds, with source and date."""

from dataclasses import dataclass

from catalog.imports.reference_rows import CudaRow, PytorchRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolkit:
    """Hold a CUDA toolkit and the drivers that it needs; an empty text is unknown.

    ``driver_floor`` is the lowest driver of minor-version compatibility.
    """

    version: str
    driver_linux: str = ""
    driver_windows: str = ""
    driver_floor: str = ""
    least_capability: str = ""
    source: str = ""
    on: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """Hold a framework release for one version of one platform (CUDA or ROCm).

    ``architectures`` are those that the binary holds; none listed is unknown.
    """

    version: str
    platform: str
    platform_version: str
    cudnn: str = ""
    architectures: tuple[str, ...] = ()
    support: str = ""
    source: str = ""
    on: str = ""


def toolkit_of(row: CudaRow) -> Toolkit:
    """Take over a row of the shipped toolkits."""
    return Toolkit(
        version=row.cuda_version,
        driver_linux=row.toolkit_driver_linux_min,
        driver_windows=row.toolkit_driver_windows_min,
        driver_floor=row.minor_version_compat_driver_min,
        least_capability=row.min_compute_capability_toolkit,
        source=row.source,
        on=row.source_date.text,
    )


def build_of(row: PytorchRow) -> Build:
    """Take over a row of the shipped framework builds."""
    return Build(
        version=row.pytorch_version,
        platform=row.platform,
        platform_version=row.platform_version,
        cudnn=row.cudnn_version,
        architectures=tuple(row.binary_architectures_linux_x86.split()),
        support=row.support_level,
        source=row.source,
        on=row.source_date.text,
    )
