from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.facility.placing import (
    racks_needed,
    servers_per_rack,
    servers_with_growth,
)
from scoring.figures.errors import InputError
from tests.scoring.facility.rooms import DGX, ROOM
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


@pytest.mark.parametrize(
    ("room", "server", "expected"),
    [
        ({}, {}, 4),
        ({"rack_units": 24}, {}, 3),
        ({"rack_kw": D(25)}, {}, 2),
        ({"feed_kw": D(11)}, {}, 1),
        ({"air_kw": D(31)}, {}, 3),
        ({"rack_kw": D(5)}, {}, 1),
        ({"rack_kw": None, "air_kw": None, "feeds": None}, {}, 5),
        ({}, {"max_kw": None}, 5),
    ],
)
def test_the_tightest_limit_fills_a_rack(room, server, expected):
    count = servers_per_rack(replace(ROOM, **room), replace(DGX, **server))

    assert count.value == expected


def test_growth_is_rounded_up():
    count = servers_with_growth(10, D("0.25"))

    assert count.value == 13
    assert_unfolds(count)
    with pytest.raises(InputError):
        servers_with_growth(0, D(0))


def test_racks_are_whole():
    needed = racks_needed(servers_with_growth(9, D(0)), servers_per_rack(ROOM, DGX))

    assert needed.value == 3
    assert_unfolds(needed)
