"""The facility check: needed against offered, with the shortage and its cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.figure import Figure, given
from scoring.figures.precision import ZERO, exact


class Limit(StrEnum):
    """The limits that are checked, in the order of the page."""

    RACK_POWER = "rack_power"
    FEEDS = "feeds"
    SUPPLIES = "supplies"
    RACK_UNITS = "rack_units"
    DEPTH = "depth"
    COOLING = "cooling"
    FLOOR = "floor"
    PORTS = "ports"
    RACKS = "racks"
    ROOM_POWER = "room_power"


class Result(StrEnum):
    """Pass, fail, or not known, which never passes."""

    PASSES = "passes"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Hold one limit: what is needed, what is offered, what is short and its cost.

    ``missing`` names the inputs that nobody gave; ``cost`` is none where nothing is
    short or nobody said what it costs.
    """

    limit: Limit
    result: Result
    needed: Figure | None = None
    offered: Figure | None = None
    shortage: Figure | None = None
    cost: Figure | None = None
    missing: tuple[str, ...] = ()


@exact
def compared(
    limit: Limit, needed: Figure, offered: Figure, unit_price: Decimal | None = None
) -> Check:
    """Compare a need with what is offered, in one unit, and price the shortage.

    Formula: shortage = needed − offered; cost = shortage·price of a unit.

    >>> need = given("power", "P", Decimal(41), "kW")
    >>> have = given("rack_kw", "R", Decimal(40), "kW")
    >>> check = compared(Limit.RACK_POWER, need, have, Decimal(500))
    >>> check.result, check.shortage.value, check.cost.value
    (<Result.FAILS: 'fails'>, Decimal('1'), Decimal('500'))
    """
    lacking = needed.value - offered.value
    if lacking <= ZERO:
        return Check(limit=limit, result=Result.PASSES, needed=needed, offered=offered)
    shortage = Figure(
        code="shortage",
        symbol="X",
        value=lacking,
        unit=needed.unit,
        formula=f"{needed.symbol} - {offered.symbol}",
        inputs=(needed, offered),
    )
    return Check(
        limit=limit,
        result=Result.FAILS,
        needed=needed,
        offered=offered,
        shortage=shortage,
        cost=None if unit_price is None else _cost(shortage, unit_price),
    )


def unknown(limit: Limit, **values: object) -> Check:
    """Return a check that names the values which nobody gave.

    >>> unknown(Limit.DEPTH, depth_mm=None, room_depth_mm=1200).missing
    ('depth_mm',)
    """
    missing = tuple(name for name, value in values.items() if value is None)
    return Check(limit=limit, result=Result.UNKNOWN, missing=missing)


def overall(checks: Iterable[Check]) -> Result:
    """Return the worst result: a failure before what is not known.

    >>> overall([Check(limit=Limit.DEPTH, result=Result.UNKNOWN)])
    <Result.UNKNOWN: 'unknown'>
    """
    results = {check.result for check in checks}
    for result in (Result.FAILS, Result.UNKNOWN):
        if result in results:
            return result
    return Result.PASSES


@exact
def upgrade_cost(checks: Iterable[Check]) -> Decimal | None:
    """Add up what all shortages cost: the one-off line of the facility.

    None where something is short and nobody said what it costs: an unknown cost is
    not 0.
    """
    failed = [check for check in checks if check.result is Result.FAILS]
    costs = [check.cost.value for check in failed if check.cost is not None]
    return sum(costs, ZERO) if len(costs) == len(failed) else None


def _cost(shortage: Figure, unit_price: Decimal) -> Figure:
    return Figure(
        code="shortage_cost",
        symbol="C",
        value=shortage.value * unit_price,
        unit="currency",
        formula="X*p",
        inputs=(shortage, given("unit_price", "p", unit_price, "currency")),
    )
