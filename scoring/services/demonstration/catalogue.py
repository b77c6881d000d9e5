"""Vendors with service levels, depots and risks; their servers; exchange rates."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db import models
from django.forms.models import model_to_dict
from django.utils.text import slugify

from catalog.models import (
    Depot,
    ExchangeRate,
    GpuModel,
    OnsiteTime,
    RiskFlag,
    ServerSku,
    ServiceLevel,
    Vendor,
)
from procurement.accounts.models import Console
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.permissions import ORGANISATION, Action, require
from scoring.services.demonstration.telling import DATA, Telling

LEVEL: Final = "4 h on-site"
SOURCE: Final = "Invented for the demonstration"
TIERS: Final = (
    OnsiteTime.CityTier.FIRST,
    OnsiteTime.CityTier.SECOND,
    OnsiteTime.CityTier.THIRD,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The vendors and their servers, by the letters of the story."""

    vendors: Mapping[str, Vendor]
    servers: Mapping[str, ServerSku]


def fill_catalogue(*, by: Console, telling: Telling) -> Shelf:
    """Write vendors, servers and rates; the reference data must be there."""
    require(by, Action.EDIT_CATALOGUE, ORGANISATION)
    servers = {letter: _server(telling, letter) for letter in telling.letters}
    vendors = {
        letter: _vendor(telling, letter, servers[letter]) for letter in telling.letters
    }
    _rates(telling)
    content = (DATA / "demonstration.json").read_bytes()
    details = {
        "file": "demonstration.json",
        "sha256": hashlib.sha256(content).hexdigest(),
        "rows": len(vendors),
    }
    record(by=by, action="reference_data_loaded", subject=Vendor, details=details)
    return Shelf(vendors=vendors, servers=servers)


def _vendor(telling: Telling, letter: str, server: ServerSku) -> Vendor:
    told = telling.more["vendors"][letter]
    name = telling.story["bidders"][letter]["vendor"]
    vendor = _saved(
        Vendor(
            slug=slugify(name),
            name=name,
            name_zh=told["name_zh"],
            country=told["country"],
            strengths=told["strengths"],
            typical_customers=told["typical_customers"],
            is_invented=True,
        )
    )
    vendor.manufacturers.add(server.manufacturer)
    _level(vendor, telling, told["level"])
    for city, country, parts, hours in told["depots"]:
        _saved(
            Depot(
                vendor=vendor,
                city=city,
                country=country,
                parts=parts,
                hours_to_site=hours and Decimal(hours),
            )
        )
    for text, state, raised_on in told["risks"]:
        day = telling.day(raised_on)
        _saved(
            RiskFlag(
                vendor=vendor, text=text, state=state, raised_on=day, source=SOURCE
            )
        )
    return vendor


def _level(vendor: Vendor, telling: Telling, told: Mapping[str, Any]) -> None:
    level = _saved(
        ServiceLevel(
            vendor=vendor,
            name=LEVEL,
            cover_hours_per_day=24,
            cover_days_per_week=7,
            diagnosis_minutes=told["diagnosis_minutes"],
            replacement_hours=Decimal(told["replacement_hours"]),
            warranty_years=Decimal(told["warranty_years"]),
            penalty=told["penalty"],
            source=SOURCE,
            source_date=telling.day("2026-07-01").isoformat(),
        )
    )
    for tier, hours in zip(TIERS, told["onsite"], strict=True):
        _saved(OnsiteTime(service_level=level, city_tier=tier, hours=Decimal(hours)))


def _server(telling: Telling, letter: str) -> ServerSku:
    """The configuration that is quoted: the reference server with its own GPU."""
    told = telling.more["servers"][letter]
    reference = ServerSku.objects.select_related("manufacturer").get(
        manufacturer__name=told["manufacturer"], name=told["reference"]
    )
    if not told["suffix"]:
        return reference
    gpu = GpuModel.objects.get(name=told["gpu"])
    name = reference.name + told["suffix"]
    shared = model_to_dict(reference, exclude=["id", "manufacturer", "gpu", "name"])
    return _saved(
        ServerSku(
            **shared
            | {
                "slug": slugify(f"{told['manufacturer']} {name}"),
                "name": name,
                "manufacturer": reference.manufacturer,
                "gpu": gpu,
                "gpu_name": gpu.name,
            }
        )
    )


def _rates(telling: Telling) -> None:
    told = telling.story["fx"]
    for base in ("EUR", "CNY"):
        _saved(
            ExchangeRate(
                base=base,
                quote="USD",
                rate=Decimal(told[base]),
                on=telling.day(told["frozen_on"]),
                source=f"{told['source']} ({SOURCE.lower()})",
            )
        )


def _saved[Row: models.Model](row: Row) -> Row:
    check_row(row)
    row.save()
    return row
