"""Vendors and what belongs to them: service levels, depots, risk flags."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Final

from django.db import transaction

from catalog.models import (
    Depot,
    Manufacturer,
    OnsiteTime,
    RiskFlag,
    ServiceLevel,
    Vendor,
    VendorAlias,
    VendorContact,
)
from catalog.services.catalogue import free_slug, require_editor, write_row
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_fields

SOURCED: Final = ("source", "source_date", "verification", "notes")
VENDOR_COLUMNS: Final = (
    "name",
    "name_zh",
    "country",
    "website",
    "strengths",
    "typical_customers",
    "notes",
    "is_active",
)
LEVEL_COLUMNS: Final = (
    "name",
    "cover_hours_per_day",
    "cover_days_per_week",
    "diagnosis_minutes",
    "replacement_hours",
    "warranty_years",
    "penalty",
    *SOURCED,
)
DEPOT_COLUMNS: Final = ("city", "country", "parts", "hours_to_site")
FLAG_COLUMNS: Final = ("text", "state", "raised_on", *SOURCED)


def create_vendor(
    *,
    by: User,
    values: Mapping[str, Any],
    makers: Collection[Manufacturer] = (),
    is_invented: bool = False,
) -> Vendor:
    """Add a vendor, with the makers whose products it sells."""
    require_editor(by)
    with transaction.atomic():
        gone = VendorAlias.objects.values_list("slug", flat=True)
        name = str(values.get("name", ""))
        slug = free_slug(Vendor, name, "vendor", besides=gone)
        vendor = Vendor(slug=slug, is_invented=is_invented)
        changes = write_row(vendor, values, VENDOR_COLUMNS)
        vendor.manufacturers.set(makers)
        names = sorted(maker.name for maker in makers)
        record(
            by=by,
            action="vendor_created",
            subject=vendor,
            details=changes | {"makers": names},
        )
    return vendor


def edit_vendor(
    *,
    by: User,
    vendor: Vendor,
    values: Mapping[str, Any],
    makers: Collection[Manufacturer],
) -> Vendor:
    """Correct a vendor; its address stays, so that links go on working."""
    require_editor(by)
    with transaction.atomic():
        row = Vendor.objects.select_for_update().get(pk=vendor.pk)
        changes = write_row(row, values, VENDOR_COLUMNS)
        held = set(row.manufacturers.all())
        if held != set(makers):
            row.manufacturers.set(makers)
            changes["makers"] = sorted(maker.name for maker in makers)
        if changes:
            record(by=by, action="vendor_edited", subject=row, details=changes)
    return row


def save_service_level(
    *,
    by: User,
    vendor: Vendor,
    values: Mapping[str, Any],
    hours: Mapping[str, Decimal | None],
    level: ServiceLevel | None = None,
) -> ServiceLevel:
    """Add or correct a service level; ``hours`` to the site by city tier.

    None is ever removed: to say that a quote names it would tell of sealed quotes.
    """
    require_editor(by)
    with transaction.atomic():
        row = part_of(ServiceLevel, vendor, level)
        changes = write_row(row, values, LEVEL_COLUMNS)
        before = {time.city_tier: time.hours for time in row.onsite_times.all()}
        after = {tier: taken for tier, taken in hours.items() if taken is not None}
        if before != after:
            _store_hours(row, after)
            changes["hours"] = {"before": before, "after": after}
        if changes:
            action = "service_level_edited" if level else "service_level_created"
            record(
                by=by,
                action=action,
                subject=vendor,
                details={"level": row.name, **changes},
            )
    return row


def _store_hours(level: ServiceLevel, hours: Mapping[str, Decimal]) -> None:
    times = [
        OnsiteTime(service_level=level, city_tier=tier, hours=taken)
        for tier, taken in hours.items()
    ]
    for time in times:
        check_fields(time, exclude=["service_level"])
    level.onsite_times.all().delete()
    OnsiteTime.objects.bulk_create(times)


def save_depot(
    *, by: User, vendor: Vendor, values: Mapping[str, Any], depot: Depot | None = None
) -> Depot:
    """Add or correct a place with spare parts."""
    require_editor(by)
    with transaction.atomic():
        row = part_of(Depot, vendor, depot)
        changes = write_row(row, values, DEPOT_COLUMNS)
        if changes:
            action = "depot_edited" if depot else "depot_created"
            record(
                by=by,
                action=action,
                subject=vendor,
                details={"depot": str(row), **changes},
            )
    return row


def remove_depot(*, by: User, depot: Depot) -> None:
    """Take a depot away."""
    require_editor(by)
    with transaction.atomic():
        name, vendor = str(depot), depot.vendor
        depot.delete()
        record(by=by, action="depot_removed", subject=vendor, details={"depot": name})


def save_risk_flag(
    *, by: User, vendor: Vendor, values: Mapping[str, Any], flag: RiskFlag | None = None
) -> RiskFlag:
    """Raise a risk flag, or say what became of it; a flag is never removed."""
    require_editor(by)
    with transaction.atomic():
        row = part_of(RiskFlag, vendor, flag)
        changes = write_row(row, values, FLAG_COLUMNS)
        if changes:
            action = "risk_flag_edited" if flag else "risk_flag_raised"
            record(
                by=by,
                action=action,
                subject=vendor,
                details={"flag": row.text, **changes},
            )
    return row


def part_of[Part: (ServiceLevel, Depot, RiskFlag, VendorContact)](
    model: type[Part], vendor: Vendor, part: Part | None
) -> Part:
    """The stored part of this vendor, or a new one."""
    if part is None:
        return model(vendor=vendor)
    rows = model._default_manager.select_for_update()  # noqa: SLF001  # Django's documented Model._default_manager
    return rows.get(pk=part.pk, vendor=vendor)
