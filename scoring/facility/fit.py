"""The whole check of a room: each limit, with growth, one result."""

from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import Final

from scoring.facility.checks import (
    Check,
    Limit,
    Result,
    compared,
    overall,
    unknown,
    upgrade_cost,
)
from scoring.facility.placing import (
    racks_needed,
    servers_per_rack,
    servers_with_growth,
)
from scoring.facility.room import Room, ServerNeeds, UpgradePrices
from scoring.figures.figure import Figure, given
from scoring.figures.precision import ZERO, exact

SPARE_SUPPLIES: Final = 1
"""N+1: one power supply may fail at full load."""

NO_PRICES: Final = UpgradePrices()


@dataclass(frozen=True, slots=True, kw_only=True)
class FacilityFit:
    """Hold all checks of a room, the worst result and what an upgrade costs.

    ``upgrade`` is none where something is short and nobody said what it costs.
    """

    result: Result
    checks: tuple[Check, ...]
    upgrade: Decimal | None


def check_facility(
    room: Room,
    server: ServerNeeds,
    servers: int,
    growth: Decimal = ZERO,
    prices: UpgradePrices = NO_PRICES,
) -> FacilityFit:
    """Hold a number of servers, with a year's growth, against a room.

    What is not known is named and never passes.
    """
    per_rack = servers_per_rack(room, server)
    count = servers_with_growth(servers, growth)
    checks = (
        rack_power(room, server, per_rack, prices),
        feeds(room, server, per_rack, prices),
        supplies(server),
        rack_units(room, server),
        depth(room, server),
        cooling(room, server, per_rack, prices),
        floor(room, server, per_rack),
        ports(room, server, count, prices),
        racks(room, count, per_rack, prices),
        room_power(room, server, count, prices),
    )
    return FacilityFit(
        result=overall(checks), checks=checks, upgrade=upgrade_cost(checks)
    )


def rack_power(
    room: Room, server: ServerNeeds, per_rack: Figure, prices: UpgradePrices
) -> Check:
    """Hold the maximum power of a rack's servers against what the rack may draw."""
    if room.rack_kw is None or server.max_kw is None:
        return unknown(Limit.RACK_POWER, rack_kw=room.rack_kw, max_kw=server.max_kw)
    offered = given("rack_kw", "R", room.rack_kw, "kW")
    needed = _rack_load(server.max_kw, per_rack)
    return compared(Limit.RACK_POWER, needed, offered, prices.rack_kw)


@exact
def feeds(
    room: Room, server: ServerNeeds, per_rack: Figure, prices: UpgradePrices
) -> Check:
    """Hold a rack's load against its feeds with one of them failed.

    Formula: k·P ≤ (feeds − 1)·kW of a feed; a single feed has nothing to fall back on.
    """
    if room.feeds is None or room.feed_kw is None or server.max_kw is None:
        return unknown(
            Limit.FEEDS, feeds=room.feeds, feed_kw=room.feed_kw, max_kw=server.max_kw
        )
    offered = Figure(
        code="feeds_after_failure",
        symbol="F",
        value=(room.feeds - 1) * room.feed_kw,
        unit="kW",
        formula="(f - 1)*w",
        inputs=(
            given("feeds", "f", room.feeds, ""),
            given("feed_kw", "w", room.feed_kw, "kW"),
        ),
    )
    needed = _rack_load(server.max_kw, per_rack)
    return compared(Limit.FEEDS, needed, offered, prices.rack_kw)


@exact
def supplies(server: ServerNeeds) -> Check:
    """Ask whether a server runs at full load with one power supply failed (N+1).

    Formula: ceil(P_max/kW of a supply) + 1 ≤ supplies.
    """
    if server.supplies is None or server.supply_kw is None or server.max_kw is None:
        return unknown(
            Limit.SUPPLIES,
            supplies=server.supplies,
            supply_kw=server.supply_kw,
            max_kw=server.max_kw,
        )
    needed = Figure(
        code="supplies_needed",
        symbol="N_s",
        value=Decimal(ceil(server.max_kw / server.supply_kw) + SPARE_SUPPLIES),
        unit="",
        formula="ceil(P/w) + r",
        inputs=(
            given("max_power", "P", server.max_kw, "kW"),
            given("supply_kw", "w", server.supply_kw, "kW"),
            given("spare_supplies", "r", SPARE_SUPPLIES, ""),
        ),
    )
    return compared(Limit.SUPPLIES, needed, given("supplies", "S", server.supplies, ""))


def rack_units(room: Room, server: ServerNeeds) -> Check:
    """Ask whether one server is no higher than a rack."""
    return compared(
        Limit.RACK_UNITS,
        given("server_units", "u", server.rack_units, "U"),
        given("rack_units", "U", room.rack_units, "U"),
    )


def depth(room: Room, server: ServerNeeds) -> Check:
    """Ask whether a server is no deeper than a rack."""
    if room.depth_mm is None or server.depth_mm is None:
        return unknown(
            Limit.DEPTH, room_depth_mm=room.depth_mm, depth_mm=server.depth_mm
        )
    return compared(
        Limit.DEPTH,
        given("server_depth", "d", server.depth_mm, "mm"),
        given("rack_depth", "D", room.depth_mm, "mm"),
    )


def cooling(
    room: Room, server: ServerNeeds, per_rack: Figure, prices: UpgradePrices
) -> Check:
    """Hold a rack's heat against what air or liquid takes away, as the server needs."""
    limit = room.heat_kw(server.cooling)
    if limit is None or server.max_kw is None:
        heat = {f"{server.cooling}_kw": limit}
        return unknown(Limit.COOLING, **heat, max_kw=server.max_kw)
    offered = given(f"{server.cooling}_cooling", "H", limit, "kW")
    needed = _rack_load(server.max_kw, per_rack)
    return compared(Limit.COOLING, needed, offered, prices.cooling_kw)


@exact
def floor(room: Room, server: ServerNeeds, per_rack: Figure) -> Check:
    """Hold the weight of a full rack on its area against the floor's limit.

    Formula: (rack + k·server)/area. Unit: kg per m².
    """
    if (
        room.floor_kg_per_m2 is None
        or room.rack_m2 is None
        or room.rack_kg is None
        or server.weight_kg is None
    ):
        return unknown(
            Limit.FLOOR,
            floor_kg_per_m2=room.floor_kg_per_m2,
            rack_m2=room.rack_m2,
            rack_kg=room.rack_kg,
            weight_kg=server.weight_kg,
        )
    weight = room.rack_kg + per_rack.value * server.weight_kg
    needed = Figure(
        code="floor_load",
        symbol="L",
        value=weight / room.rack_m2,
        unit="kg/m²",
        formula="(r + k*w)/a",
        inputs=(
            given("rack_kg", "r", room.rack_kg, "kg"),
            per_rack,
            given("server_kg", "w", server.weight_kg, "kg"),
            given("rack_m2", "a", room.rack_m2, "m²"),
        ),
    )
    return compared(
        Limit.FLOOR, needed, given("floor_limit", "M", room.floor_kg_per_m2, "kg/m²")
    )


@exact
def ports(
    room: Room, server: ServerNeeds, count: Figure, prices: UpgradePrices
) -> Check:
    """Hold the network ports of all servers against those that are free."""
    if room.ports is None or server.ports is None:
        return unknown(Limit.PORTS, room_ports=room.ports, ports=server.ports)
    needed = Figure(
        code="ports_needed",
        symbol="N_p",
        value=count.value * server.ports,
        unit="",
        formula="n_g*q",
        inputs=(count, given("ports_per_server", "q", server.ports, "")),
    )
    return compared(
        Limit.PORTS, needed, given("free_ports", "F", room.ports, ""), prices.port
    )


def racks(room: Room, count: Figure, per_rack: Figure, prices: UpgradePrices) -> Check:
    """Hold the racks that the servers fill against those that are free."""
    return compared(
        Limit.RACKS,
        racks_needed(count, per_rack),
        given("free_racks", "R", room.racks, "racks"),
        prices.rack,
    )


@exact
def room_power(
    room: Room, server: ServerNeeds, count: Figure, prices: UpgradePrices
) -> Check:
    """Hold the maximum power of all servers against the room's free IT power."""
    if room.it_kw is None or server.max_kw is None:
        return unknown(Limit.ROOM_POWER, it_kw=room.it_kw, max_kw=server.max_kw)
    needed = Figure(
        code="it_power",
        symbol="P_t",
        value=count.value * server.max_kw,
        unit="kW",
        formula="n_g*P",
        inputs=(count, given("max_power", "P", server.max_kw, "kW")),
    )
    return compared(
        Limit.ROOM_POWER,
        needed,
        given("free_it_power", "W", room.it_kw, "kW"),
        prices.room_kw,
    )


@exact
def _rack_load(max_kw: Decimal, per_rack: Figure) -> Figure:
    return Figure(
        code="rack_load",
        symbol="P_r",
        value=per_rack.value * max_kw,
        unit="kW",
        formula="k*P",
        inputs=(per_rack, given("max_power", "P", max_kw, "kW")),
    )
