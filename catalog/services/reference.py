"""Load the shipped reference data: GPUs, servers, cloud offers, compatibility."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.utils.text import slugify

from catalog.imports import reference
from catalog.models import (
    CloudOffer,
    CudaRelease,
    EarlierFigure,
    FrameworkBuild,
    GpuModel,
    Manufacturer,
    ServerSku,
)
from catalog.services.earlier_figures import keep_earlier
from catalog.services.reference_rows import (
    by_written_name,
    cloud_offer,
    cuda_release,
    framework_build,
    gpu_model,
    server_sku,
)
from procurement.accounts.models import Console, User
from procurement.audit.recording import record
from procurement.cleaning import check_fields
from procurement.permissions import ORGANISATION, Action, require


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedTable:
    """How many rows of a file are in its table now, and how many came new."""

    file: str
    rows: int
    added: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """The rows of one file; ``key`` tells which row of the table one of them is."""

    file: str
    model: type[models.Model]
    key: tuple[str, ...]
    rows: Sequence[Any]


def load_reference_data(
    *, by: User | Console, replaces: bool = False
) -> tuple[LoadedTable, ...]:
    """Load every shipped file, all or nothing; safe to run again.

    A row that is there already stays as it is, since an editor may have corrected
    it, unless ``replaces`` asks for the shipped figures.
    """
    require(by, Action.EDIT_CATALOGUE, ORGANISATION)
    gpus = reference.read_gpus(reference.shipped("gpus.csv"))
    servers = reference.read_servers(reference.shipped("servers.csv"))
    with transaction.atomic():
        makers = _manufacturers(
            {gpu.vendor for gpu in gpus} | {server.vendor for server in servers}
        )
        table = _Table(
            file="gpus.csv",
            model=GpuModel,
            key=("slug",),
            rows=[gpu_model(row, makers) for row in gpus],
        )
        loaded = [_store(by, table, replaces=replaces)]
        stored = GpuModel.objects.select_related("manufacturer").in_bulk(
            field_name="name"
        )
        known = by_written_name(stored)
        table = _Table(
            file="servers.csv",
            model=ServerSku,
            key=("slug",),
            rows=[server_sku(row, makers, known) for row in servers],
        )
        loaded.append(_store(by, table, replaces=replaces))
        loaded += [_store(by, table, replaces=replaces) for table in _plain_tables()]
    return tuple(loaded)


def _plain_tables() -> tuple[_Table, ...]:
    """The files whose rows refer to no other row."""
    return (
        _plain(
            "cloud_instances.csv",
            ("provider", "instance", "region"),
            reference.read_cloud,
            cloud_offer,
        ),
        _plain("cuda_driver.csv", ("cuda_version",), reference.read_cuda, cuda_release),
        _plain(
            "pytorch_compat.csv",
            ("version", "platform", "platform_version"),
            reference.read_pytorch,
            framework_build,
        ),
    )


def _plain[Row, Model: (CloudOffer, CudaRelease, FrameworkBuild)](
    file: str,
    key: tuple[str, ...],
    read: Callable[[bytes], Sequence[Row]],
    make: Callable[[Row], Model],
) -> _Table:
    rows = [make(row) for row in read(reference.shipped(file))]
    return _Table(file=file, model=type(rows[0]), key=key, rows=rows)


def _manufacturers(names: set[str]) -> Mapping[str, Manufacturer]:
    """The manufacturers by these names; those that are missing are made."""
    known = {maker.name.lower(): maker for maker in Manufacturer.objects.all()}
    missing = [
        Manufacturer(name=name, slug=slugify(name))
        for name in sorted(names)
        if name.lower() not in known
    ]
    Manufacturer.objects.bulk_create(missing)
    known |= {maker.name.lower(): maker for maker in missing}
    return {name: known[name.lower()] for name in names}


def _store(by: User | Console, table: _Table, *, replaces: bool) -> LoadedTable:
    rows = table.model._default_manager  # noqa: SLF001  # Django's documented Model._default_manager
    present = set(rows.values_list(*table.key))
    new = [row for row in table.rows if _key(row, table) not in present]
    links = [field.name for field in table.model._meta.fields if field.is_relation]  # noqa: SLF001  # Django's documented Model._meta
    for row in table.rows if replaces else new:
        check_fields(row, exclude=links)
    rows.bulk_create(new)
    if replaces:
        _keep_replaced(by, table)
        rows.bulk_create(
            [row for row in table.rows if _key(row, table) in present],
            update_conflicts=True,
            unique_fields=table.key,
            update_fields=_figures(table),
        )
    if new or replaces:
        content = reference.shipped(table.file)
        details = {
            "file": table.file,
            "sha256": hashlib.sha256(content).hexdigest(),
            "rows": len(table.rows),
            "added": len(new),
            "replaced": len(table.rows) - len(new) if replaces else 0,
        }
        record(
            by=by, action="reference_data_loaded", subject=table.model, details=details
        )
    return LoadedTable(file=table.file, rows=len(table.rows), added=len(new))


def _keep_replaced(by: User | Console, table: _Table) -> None:
    """Of servers and GPUs what the shipped figures replace stays readable."""
    if not issubclass(table.model, ServerSku | GpuModel):
        return
    held = {_key(row, table): row for row in table.model._default_manager.all()}  # noqa: SLF001  # Django's documented Model._default_manager
    kept: list[EarlierFigure] = []
    for row in table.rows:
        before = held.get(_key(row, table))
        if before is not None:
            kept += keep_earlier(
                by=by, before=before, after=row, columns=_figures(table)
            )
    EarlierFigure.objects.bulk_create(kept)


def _key(row: models.Model, table: _Table) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in table.key)


def _figures(table: _Table) -> list[str]:
    """The columns that a shipped row brings: all but keys and identifiers."""
    kept = {"id", "uuid", *table.key}
    return [
        field.name
        for field in table.model._meta.concrete_fields  # noqa: SLF001  # Django's documented Model._meta
        if field.name not in kept
    ]
