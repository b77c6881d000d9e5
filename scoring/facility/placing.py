"""How many servers stand in a rack, and how many racks that takes."""

from decimal import Decimal
from math import ceil

from scoring.facility.room import Room, ServerNeeds
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import exact


@exact
def servers_per_rack(room: Room, server: ServerNeeds) -> Figure:
    """Count the servers that a rack holds by height and by all its limits of power.

    Formula: min(floor(U/u), floor(kW/P_max) …) over what the rack draws, what its
    feeds carry with one failed and what it cools; but at least one, so that a check
    can say what is short.
    """
    counts = [room.rack_units // server.rack_units]
    if server.max_kw is not None:
        limits = (
            room.rack_kw,
            room.kw_after_feed_failure,
            room.heat_kw(server.cooling),
        )
        counts += [int(limit // server.max_kw) for limit in limits if limit is not None]
    return given("servers_per_rack", "k", max(min(counts), 1), "")


@exact
def servers_with_growth(servers: int, growth: Decimal) -> Figure:
    """Count the servers after a year's growth: ceil(n·(1 + growth))."""
    require_at_least(1, servers=servers)
    require_at_least(0, growth=growth)
    return Figure(
        code="servers_with_growth",
        symbol="n_g",
        value=Decimal(ceil(servers * (1 + growth))),
        unit="",
        formula="ceil(n*(1 + e))",
        inputs=(given("servers", "n", servers, ""), given("growth", "e", growth, "")),
    )


@exact
def racks_needed(servers: Figure, per_rack: Figure) -> Figure:
    """Count the racks: ceil(servers/servers per rack)."""
    return Figure(
        code="racks_needed",
        symbol="R_n",
        value=Decimal(ceil(servers.value / per_rack.value)),
        unit="racks",
        formula=f"ceil({servers.symbol}/{per_rack.symbol})",
        inputs=(servers, per_rack),
    )
