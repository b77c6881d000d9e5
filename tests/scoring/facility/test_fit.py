from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.facility.checks import Limit, Result
from scoring.facility.fit import check_facility
from scoring.facility.room import CoolingKind, Room, ServerNeeds
from tests.scoring.facility.rooms import DGX, PRICES, ROOM
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def check(limit, room=None, server=None, growth=0):
    fit = check_facility(
        replace(ROOM, **(room or {})),
        replace(DGX, **(server or {})),
        12,
        D(growth),
        PRICES,
    )
    return next(each for each in fit.checks if each.limit is limit)


def test_twelve_servers_stand_in_four_racks():
    fit = check_facility(ROOM, DGX, 12)

    assert fit.result is Result.PASSES
    assert [each.limit for each in fit.checks] == list(Limit)
    assert fit.upgrade == 0
    for each in fit.checks:
        assert_unfolds(each.needed)
        assert_unfolds(each.offered)


@pytest.mark.parametrize(
    ("limit", "room", "server", "shortage", "cost"),
    [
        (Limit.RACK_POWER, {"rack_kw": D(10)}, {}, "0.2", "160"),
        (Limit.FEEDS, {"feeds": 1}, {}, "10.2", "8160"),
        (Limit.SUPPLIES, {}, {"supplies": 4}, "1", None),
        (Limit.RACK_UNITS, {"rack_units": 6}, {}, "2", None),
        (Limit.DEPTH, {"depth_mm": 800}, {}, "97", None),
        (Limit.COOLING, {"air_kw": D(8)}, {}, "2.2", "1980"),
        (Limit.COOLING, {}, {"cooling": CoolingKind.LIQUID}, "10.2", "9180"),
        (Limit.PORTS, {"ports": 100}, {}, "20", "8000"),
        (Limit.RACKS, {"racks": 2}, {}, "1", "5000"),
        (Limit.ROOM_POWER, {"it_kw": D(100)}, {}, "22.4", "33600"),
    ],
)
def test_each_limit_says_what_is_short_and_what_it_costs(
    limit, room, server, shortage, cost
):
    found = check(limit, room, server)

    assert found.result is Result.FAILS
    assert found.shortage.value == D(shortage)
    assert (found.cost and found.cost.value) == (cost and D(cost))
    assert_unfolds(found.shortage)


def test_a_floor_carries_rack_and_servers():
    """(150 + 4·130)/0.72 = 930.6 kg/m²."""
    found = check(Limit.FLOOR)
    tight = check(Limit.FLOOR, {"floor_kg_per_m2": D(900)})

    assert round(found.needed.value, 1) == D("930.6")
    assert tight.result is Result.FAILS


def test_three_plus_three_supplies_of_2800_carry_a_server_of_8_kw_and_not_15():
    spare = {"supplies": 6, "supply_kw": D("2.8")}

    assert check(Limit.SUPPLIES, server=spare).result is Result.PASSES
    assert check(Limit.SUPPLIES, server={**spare, "max_kw": D(15)}).result is (
        Result.FAILS
    )


def test_growth_counts_in_racks_ports_and_power():
    for limit in (Limit.RACKS, Limit.PORTS, Limit.ROOM_POWER):
        now, later = check(limit), check(limit, growth=1)
        assert later.needed.value == 2 * now.needed.value


def test_what_nobody_gave_never_passes():
    bare = check_facility(
        Room(racks=10, rack_units=42), ServerNeeds(rack_units=8, max_kw=None), 1
    )
    known = {Limit.RACK_UNITS, Limit.RACKS}

    assert bare.result is Result.UNKNOWN
    for each in bare.checks:
        expected = Result.PASSES if each.limit in known else Result.UNKNOWN
        assert each.result is expected
        assert bool(each.missing) is (each.limit not in known)


def test_an_upgrade_without_a_price_is_not_free():
    fit = check_facility(replace(ROOM, racks=2), DGX, 12)

    assert (fit.result, fit.upgrade) == (Result.FAILS, None)
    priced = check_facility(replace(ROOM, racks=2), DGX, 12, prices=PRICES)
    assert priced.upgrade == 5000
