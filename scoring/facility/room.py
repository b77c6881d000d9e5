"""What a room offers and what a server asks of it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import exact


class CoolingKind(StrEnum):
    """How heat leaves a server."""

    AIR = "air"
    LIQUID = "liquid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Hold the limits of a room, per rack and in all; what is not known is none.

    ``feed_kw`` is what one of ``feeds`` carries; with two or more, one may fail.
    ``air_kw`` and ``liquid_kw`` are the heat that a rack can shed either way.
    ``floor_kg_per_m2`` is the floor's limit, ``rack_m2`` the area that carries a rack
    and ``rack_kg`` its own weight. ``it_kw`` is the room's IT power still free.
    """

    racks: int
    rack_units: int
    rack_kw: Decimal | None = None
    feeds: int | None = None
    feed_kw: Decimal | None = None
    depth_mm: int | None = None
    air_kw: Decimal | None = None
    liquid_kw: Decimal | None = None
    floor_kg_per_m2: Decimal | None = None
    rack_m2: Decimal | None = None
    rack_kg: Decimal | None = None
    ports: int | None = None
    it_kw: Decimal | None = None

    def __post_init__(self) -> None:
        require_at_least(0, racks=self.racks)
        require_at_least(1, rack_units=self.rack_units)
        if self.rack_m2 is not None:
            require_above(0, rack_m2=self.rack_m2)

    @property
    @exact
    def kw_after_feed_failure(self) -> Decimal | None:
        """What a rack's feeds carry with one of them failed, where known."""
        if self.feeds is None or self.feed_kw is None:
            return None
        return (self.feeds - 1) * self.feed_kw

    def heat_kw(self, cooling: CoolingKind) -> Decimal | None:
        """Return the heat that a rack sheds by one kind of cooling, where known."""
        return self.air_kw if cooling is CoolingKind.AIR else self.liquid_kw


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerNeeds:
    """Hold what one server asks of a room; what is not known is none.

    ``max_kw`` is the maximum power of the whole server, never GPUs × TDP.
    ``supplies`` power supplies of ``supply_kw`` each.
    """

    rack_units: int
    max_kw: Decimal | None
    cooling: CoolingKind = CoolingKind.AIR
    depth_mm: int | None = None
    weight_kg: Decimal | None = None
    supplies: int | None = None
    supply_kw: Decimal | None = None
    ports: int | None = None

    def __post_init__(self) -> None:
        require_at_least(1, rack_units=self.rack_units)
        if self.max_kw is not None:
            require_above(0, max_kw=self.max_kw)
        if self.supply_kw is not None:
            require_above(0, supply_kw=self.supply_kw)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpgradePrices:
    """Hold what a shortage costs to put right; none where nobody said.

    Per rack, per kW of power or cooling in a rack, per kW of the room, per port.
    """

    rack: Decimal | None = None
    rack_kw: Decimal | None = None
    room_kw: Decimal | None = None
    cooling_kw: Decimal | None = None
    port: Decimal | None = None
