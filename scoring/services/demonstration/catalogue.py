"""Vendors with service levels, depots and risks; their servers; exchange rates."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from catalog.models import GpuModel, OnsiteTime, ServerSku, Vendor
from catalog.services.exchange_rates import import_rates
from catalog.services.skus import SKU_COLUMNS, create_sku
from catalog.services.vendor_contacts import save_contact
from catalog.services.vendors import (
    create_vendor,
    save_depot,
    save_risk_flag,
    save_service_level,
)
from procurement.accounts.models import User
from scoring.services.demonstration.telling import Telling

LEVEL: Final = "4 h on-site"
SOURCE: Final = "Invented for the demonstration"
LEVEL_DAY: Final = "2026-07-01"
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


def fill_catalogue(*, by: User, telling: Telling) -> Shelf:
    """Let the editor write vendors, servers and rates; the reference data are there."""
    servers = {letter: _server(by, telling, letter) for letter in telling.letters}
    vendors = {
        letter: _vendor(by, telling, letter, servers[letter])
        for letter in telling.letters
    }
    import_rates(by=by, content=_rates(telling))
    return Shelf(vendors=vendors, servers=servers)


def _vendor(by: User, telling: Telling, letter: str, server: ServerSku) -> Vendor:
    told = telling.more["vendors"][letter]
    names = ("name_zh", "country", "strengths", "typical_customers")
    vendor = create_vendor(
        by=by,
        values={
            "name": telling.story["bidders"][letter]["vendor"],
            **{name: told[name] for name in names},
        },
        makers=[server.manufacturer],
        is_invented=True,
    )
    _save_level(by, telling, vendor, told["level"])
    for city, country, parts, hours in told["depots"]:
        depot = {"city": city, "country": country, "parts": parts}
        depot["hours_to_site"] = hours and Decimal(hours)
        save_depot(by=by, vendor=vendor, values=depot)
    for name, role, email in told["contacts"]:
        person = {"name": name, "role": role, "email": email, "is_first": True}
        save_contact(by=by, vendor=vendor, values=person)
    for text, state, raised_on in told["risks"]:
        flag = {"text": text, "state": state, "source": SOURCE}
        flag["raised_on"] = telling.day(raised_on)
        save_risk_flag(by=by, vendor=vendor, values=flag)
    return vendor


def _save_level(
    by: User, telling: Telling, vendor: Vendor, told: Mapping[str, Any]
) -> None:
    hours = zip(TIERS, told["onsite"], strict=True)
    save_service_level(
        by=by,
        vendor=vendor,
        values={
            "name": LEVEL,
            "cover_hours_per_day": 24,
            "cover_days_per_week": 7,
            "diagnosis_minutes": told["diagnosis_minutes"],
            "replacement_hours": Decimal(told["replacement_hours"]),
            "warranty_years": Decimal(told["warranty_years"]),
            "penalty": told["penalty"],
            "source": SOURCE,
            "source_date": telling.day(LEVEL_DAY).isoformat(),
        },
        hours={tier: Decimal(taken) for tier, taken in hours},
    )


def _server(by: User, telling: Telling, letter: str) -> ServerSku:
    """The configuration that is quoted: the reference server with its own GPU."""
    told = telling.more["servers"][letter]
    reference = ServerSku.objects.select_related("manufacturer", "gpu").get(
        manufacturer__name=told["manufacturer"], name=told["reference"]
    )
    if not told["suffix"]:
        return reference
    gpu = GpuModel.objects.get(name=told["gpu"])
    own = {"name": reference.name + told["suffix"], "gpu": gpu, "gpu_name": gpu.name}
    shared = {name: getattr(reference, name) for name in SKU_COLUMNS}
    return create_sku(by=by, values=shared | own)


def _rates(telling: Telling) -> bytes:
    told = telling.story["fx"]
    day, source = telling.day(told["frozen_on"]), f"{told['source']} ({SOURCE.lower()})"
    rows = [f"{base},USD,{told[base]},{day},{source}" for base in ("EUR", "CNY")]
    return "\n".join(["base,quote,rate,date,source", *rows, ""]).encode()
