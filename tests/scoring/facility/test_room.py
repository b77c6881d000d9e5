from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.facility.room import CoolingKind
from scoring.figures.errors import InputError
from tests.scoring.facility.rooms import DGX, ROOM


def test_one_feed_may_fail():
    assert ROOM.kw_after_feed_failure == 44
    assert replace(ROOM, feeds=1).kw_after_feed_failure == 0
    assert replace(ROOM, feed_kw=None).kw_after_feed_failure is None


def test_heat_leaves_by_air_or_liquid():
    assert ROOM.heat_kw(CoolingKind.AIR) == 42
    assert ROOM.heat_kw(CoolingKind.LIQUID) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: replace(ROOM, racks=-1),
        lambda: replace(ROOM, rack_units=0),
        lambda: replace(ROOM, rack_m2=Decimal(0)),
        lambda: replace(DGX, rack_units=0),
        lambda: replace(DGX, max_kw=Decimal(0)),
        lambda: replace(DGX, supply_kw=Decimal(0)),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()


def test_what_is_not_known_may_stay_out():
    bare = replace(DGX, max_kw=None, supply_kw=None)

    assert replace(ROOM, rack_m2=None).rack_m2 is None
    assert bare.max_kw is None
