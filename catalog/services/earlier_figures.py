"""Keep what is replaced in a sourced row, with the source that it had."""

from collections.abc import Collection
from decimal import Decimal
from typing import Final

from django.db import models

from catalog.models import EarlierFigure, GpuModel, ServerSku
from procurement.accounts.models import Console, User

OF_THE_SOURCE: Final = frozenset({"source", "source_date", "verification", "notes"})


def keep_earlier(
    *,
    by: User | Console,
    before: ServerSku | GpuModel,
    after: ServerSku | GpuModel,
    columns: Collection[str],
) -> list[EarlierFigure]:
    """Rows for the columns that differ; the caller stores them with the change."""
    return [
        EarlierFigure(
            gpu=before if isinstance(before, GpuModel) else None,
            sku=before if isinstance(before, ServerSku) else None,
            column=name,
            value=_said(getattr(before, name)),
            replaced_by=_said(getattr(after, name)),
            source=before.source,
            source_date=before.source_date,
            verification=before.verification,
            changed_by=by if isinstance(by, User) else None,
            changed_by_name=by.name,
        )
        for name in columns
        if name not in OF_THE_SOURCE and _stored(before, name) != _stored(after, name)
    ]


def _stored(row: models.Model, name: str) -> object:
    """The column's own value: of a link the key, so that no query is asked."""
    column = row._meta.get_field(name)  # noqa: SLF001  # Django's documented Model._meta
    return getattr(row, getattr(column, "attname", name))


def _said(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return str(value) if isinstance(value, models.Model) else f"{value}"
