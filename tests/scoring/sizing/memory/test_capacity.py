from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.gpus import Gpu
from scoring.sizing.memory.capacity import GIB, Headroom, usable_memory, visible_memory
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import A100, GPUS, H100


def test_an_80_gb_card_is_about_80_gib():
    assert visible_memory(A100).value == 80 * GIB
    assert round(visible_memory(H100).value / 10**9, 1) == Decimal("85.5")


def test_a_48_gb_card_shows_45_gib():
    visible = visible_memory(GPUS["NVIDIA L40S"])

    assert round(visible.value / GIB, 1) == Decimal("45.0")
    assert visible.inputs[0].code == "memory_visible"


def test_where_it_is_not_published_the_nominal_size_counts_and_says_so():
    visible = visible_memory(GPUS["AMD Instinct MI300X"])

    assert visible.value == 192 * 10**9
    assert visible.inputs[0].code == "memory_nominal"
    assert_unfolds(visible)


def test_a_share_and_two_gib_stay_free():
    usable = usable_memory(A100)

    assert usable.value == Decimal("0.92") * 80 * GIB - 2 * GIB
    assert_unfolds(usable)


def test_nothing_is_usable_below_what_is_kept_free():
    tiny = Gpu(name="tiny", memory_gb=Decimal(1))

    assert usable_memory(tiny).value == 0
    assert_unfolds(usable_memory(tiny))


def test_unknown_memory_is_refused_by_name():
    with pytest.raises(InputError, match="unseen is not known") as raised:
        visible_memory(Gpu(name="unseen"))

    assert (raised.value.code, raised.value.field) == ("missing", "memory_gb")


def test_headroom_is_a_fraction_and_bytes():
    with pytest.raises(InputError):
        Headroom(usable=Decimal(92))
    with pytest.raises(InputError):
        Headroom(reserved=Decimal(-1))
