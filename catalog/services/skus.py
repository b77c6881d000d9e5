"""Server SKUs and manufacturers, kept by the editors of the catalogue."""

import copy
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import EarlierFigure, Manufacturer, ServerSku
from catalog.services.catalogue import free_slug, require_editor, write_row
from catalog.services.earlier_figures import keep_earlier
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError

SKU_COLUMNS: Final = (
    "name",
    "manufacturer",
    "gpu",
    "gpu_name",
    "gpu_form_factor",
    "gpu_count",
    "max_power_kilowatts",
    "psu_configuration",
    "psu_redundancy",
    "rack_units",
    "housing",
    "cooling",
    "cpu",
    "memory_configuration",
    "nics",
    "pcie_gen",
    "nvswitch",
    "price_usd_low",
    "price_usd_high",
    "price_date",
    "source",
    "source_date",
    "verification",
    "notes",
)


def create_sku(*, by: User, values: Mapping[str, Any], maker: str = "") -> ServerSku:
    """Add a server, with the source of its figures; ``maker`` names a new one."""
    require_editor(by)
    with transaction.atomic():
        _check(values)
        columns = with_maker(by, values, maker)
        title = f"{columns['manufacturer'].name} {columns['name']}"
        sku = ServerSku(slug=free_slug(ServerSku, title, "server"))
        changes = write_row(sku, columns, SKU_COLUMNS)
        record(by=by, action="sku_created", subject=sku, details=changes)
    return sku


def edit_sku(
    *, by: User, sku: ServerSku, values: Mapping[str, Any], maker: str = ""
) -> ServerSku:
    """Correct a server; each replaced figure stays with the source that it had."""
    require_editor(by)
    with transaction.atomic():
        _check(values)
        rows = ServerSku.objects.select_related("manufacturer", "gpu")
        row = rows.select_for_update(of=("self",)).get(pk=sku.pk)
        before = copy.copy(row)
        changes = write_row(row, with_maker(by, values, maker), SKU_COLUMNS)
        if changes:
            kept = keep_earlier(by=by, before=before, after=row, columns=SKU_COLUMNS)
            EarlierFigure.objects.bulk_create(kept)
            record(by=by, action="sku_edited", subject=row, details=changes)
    return row


def with_maker(by: User, values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Add the maker of that name, made where there is none yet."""
    if not name:
        return dict(values)
    known = Manufacturer.objects.filter(name__iexact=name.strip()).first()
    if known is None:
        known = Manufacturer(slug=free_slug(Manufacturer, name, "maker"))
        changes = write_row(known, {"name": name}, ("name",))
        record(by=by, action="manufacturer_created", subject=known, details=changes)
    return {**values, "manufacturer": known}


def check_source(values: Mapping[str, Any]) -> None:
    """Refuse figures without a source."""
    if not str(values.get("source", "")).strip():
        raise RuleBrokenError(
            _("Name the source of these figures."), "source_missing", "source"
        )


def _check(values: Mapping[str, Any]) -> None:
    check_source(values)
    low, high = values.get("price_usd_low"), values.get("price_usd_high")
    if low is not None and high is not None and low > high:
        raise RuleBrokenError(
            _("The upper price is below the lower one."),
            "range_order",
            "price_usd_high",
        )
