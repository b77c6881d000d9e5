"""Rows of the shipped reference data as rows of the tables, figure by figure."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from django.utils.text import slugify

from catalog.imports.reference_rows import (
    CloudRow,
    CudaRow,
    GpuRow,
    PytorchRow,
    ServerRow,
)
from catalog.imports.reference_values import Mark, PartialDate, PriceDate
from catalog.models import (
    CloudOffer,
    CudaRelease,
    FrameworkBuild,
    GpuModel,
    Manufacturer,
    ServerSku,
)

# Columns of the files whose name differs in the tables.
_RENAMED: Final = {
    "tdp_w": "tdp_watts",
    "max_system_power_kw": "max_power_kilowatts",
    "psu_config": "psu_configuration",
    "memory_max_or_config": "memory_configuration",
    "price_usd_indicative_low": "price_usd_low",
    "price_usd_indicative_high": "price_usd_high",
    "on_demand_usd_per_h": "on_demand_usd_per_hour",
    "usd_per_gpu_h": "usd_per_gpu_hour",
    "spot_usd_per_h": "spot_usd_per_hour",
    "commit_1y_usd_per_h": "commit_1y_usd_per_hour",
    "commit_3y_usd_per_h": "commit_3y_usd_per_hour",
    "toolkit_driver_linux_min": "driver_linux_min",
    "toolkit_driver_windows_min": "driver_windows_min",
    "minor_version_compat_driver_min": "minor_compatible_driver_min",
    "min_compute_capability_toolkit": "compute_capability_min",
    "pytorch_version": "version",
    "cxx_std": "cxx_standard",
    "binary_architectures_linux_x86": "architectures",
    "min_compute_capability": "compute_capability_min",
}


def gpu_model(row: GpuRow, makers: Mapping[str, Manufacturer]) -> GpuModel:
    """Make a GPU model; nothing is stored."""
    values = _columns(row)
    values["name"] = values.pop("model")
    values["manufacturer"] = makers[values.pop("vendor")]
    mig = values["mig_instances"]
    values["mig_instances"] = "" if mig is None else str(mig)
    return GpuModel(slug=slugify(values["name"]), **values)


def server_sku(
    row: ServerRow,
    makers: Mapping[str, Manufacturer],
    gpus: Mapping[str, GpuModel],
) -> ServerSku:
    """Make a server; its GPU is known only where the name says exactly one model."""
    values = _columns(row)
    vendor, units = values.pop("vendor"), values.pop("rack_units")
    values["name"] = values.pop("sku")
    values["gpu_name"] = values.pop("gpu_model")
    return ServerSku(
        slug=slugify(f"{vendor} {values['name']}"),
        manufacturer=makers[vendor],
        gpu=gpus.get(row.gpu_model),
        rack_units=row.height_units,
        housing="" if row.height_units is not None else units,
        **values,
    )


def cloud_offer(row: CloudRow) -> CloudOffer:
    """Make a cloud offer."""
    values = _columns(row)
    return CloudOffer(gpu_name=values.pop("gpu_model"), **values)


def cuda_release(row: CudaRow) -> CudaRelease:
    """Make a CUDA release."""
    return CudaRelease(**_columns(row))


def framework_build(row: PytorchRow) -> FrameworkBuild:
    """Make a PyTorch build."""
    return FrameworkBuild(**_columns(row))


def by_written_name(gpus: Mapping[str, GpuModel]) -> dict[str, GpuModel]:
    """The GPU models under the names by which server lists call them.

    They leave out the maker, and "(per GPU)" where a model is half of a superchip.
    """
    named = {}
    for name, gpu in gpus.items():
        short = name.removesuffix(" (per GPU)")
        named[short.removeprefix(f"{gpu.manufacturer.name} ")] = gpu
    return named


def _columns(row: Any) -> dict[str, Any]:  # noqa: ANN401  # any of the five rows
    """The cells under the names of the tables, as the tables hold them."""
    values = {
        _RENAMED.get(field.name, field.name): _stored(getattr(row, field.name))
        for field in fields(row)
    }
    mark = values.get("verification")
    if isinstance(mark, Mark):
        values["verification"] = mark.verification.value
        said = (str(values["notes"]), mark.note)
        values["notes"] = "; ".join(part for part in said if part)
    if values.get("price_date", "") is None:
        values["price_date"] = ""
    return values


def _stored(value: object) -> object:
    if isinstance(value, PartialDate):
        return value.text
    if isinstance(value, PriceDate):
        return _price_date(value)
    return value


def _price_date(value: PriceDate) -> str:
    """The date as it was written, its remark in brackets behind it."""
    if value.on is None:
        return value.remark
    return f"{value.on.text} ({value.remark})" if value.remark else value.on.text
