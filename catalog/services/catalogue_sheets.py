"""Many rows of the catalogue corrected at once: all of them or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db import models, transaction
from django.utils.translation import gettext as _

from catalog.models import GpuModel, ServerSku, ServiceLevel, Vendor
from catalog.selectors.catalogue_rows import row_mark
from catalog.services.catalogue import require_editor
from catalog.services.gpus import GPU_COLUMNS, edit_gpu
from catalog.services.skus import SKU_COLUMNS, edit_sku
from catalog.services.vendors import (
    LEVEL_COLUMNS,
    VENDOR_COLUMNS,
    edit_vendor,
    save_service_level,
)
from procurement.accounts.models import User
from procurement.errors import ConflictError

COLUMNS: Final[Mapping[type[models.Model], Sequence[str]]] = {
    Vendor: VENDOR_COLUMNS,
    ServerSku: SKU_COLUMNS,
    GpuModel: GPU_COLUMNS,
    ServiceLevel: LEVEL_COLUMNS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RowEdit:
    """A row with its new values, and the mark of what it held when it was read."""

    row: Vendor | ServerSku | GpuModel | ServiceLevel
    mark: str
    values: Mapping[str, Any]
    hours: Mapping[str, Decimal | None] | None = None


def edit_many(*, by: User, edits: Sequence[RowEdit]) -> None:
    """Correct all rows, each with its own entry in the audit trail.

    A row that was changed since it was read stops them all.
    """
    require_editor(by)
    with transaction.atomic():
        for edit in sorted(edits, key=lambda edit: edit.row.pk):
            model = type(edit.row)
            row = model._default_manager.select_for_update(of=("self",)).get(  # noqa: SLF001  # Django's documented Model._default_manager
                pk=edit.row.pk
            )
            if row_mark(row, COLUMNS[model]) != edit.mark:
                raise changed_meanwhile(str(row))
            _edit(by, row, edit)


def changed_meanwhile(name: str) -> ConflictError:
    """The refusal of a row that is no longer what the file says it was."""
    message = _("“%(name)s” was changed after the file was made; nothing was saved.")
    return ConflictError(message % {"name": name}, saved={}, code="row_changed")


def _edit(by: User, row: models.Model, edit: RowEdit) -> None:
    match row:
        case Vendor():
            makers = list(row.manufacturers.all())
            edit_vendor(by=by, vendor=row, values=edit.values, makers=makers)
        case ServerSku():
            edit_sku(by=by, sku=row, values=edit.values)
        case GpuModel():
            edit_gpu(by=by, gpu=row, values=edit.values)
        case ServiceLevel():
            save_service_level(
                by=by,
                vendor=row.vendor,
                values=edit.values,
                hours=edit.hours or {},
                level=row,
            )
