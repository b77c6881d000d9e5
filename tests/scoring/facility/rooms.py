"""A room and a server that the tests of the facility share."""

from decimal import Decimal

from scoring.facility.room import Room, ServerNeeds, UpgradePrices

D = Decimal
ROOM = Room(
    racks=4,
    rack_units=42,
    rack_kw=D(44),
    feeds=2,
    feed_kw=D(44),
    depth_mm=1200,
    air_kw=D(42),
    liquid_kw=D(0),
    floor_kg_per_m2=D(1200),
    rack_m2=D("0.72"),
    rack_kg=D(150),
    ports=200,
    it_kw=D(150),
)
DGX = ServerNeeds(
    rack_units=8,
    max_kw=D("10.2"),
    depth_mm=897,
    weight_kg=D(130),
    supplies=6,
    supply_kw=D("3.3"),
    ports=10,
)
PRICES = UpgradePrices(
    rack=D(5000), rack_kw=D(800), room_kw=D(1500), cooling_kw=D(900), port=D(400)
)
