from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.figures.figure import given as put_in
from scoring.sizing.advisor.counting import (
    MOST_SERVERS,
    Bound,
    deciding,
    fewest,
    tensor_sizes,
    whole_servers,
)
from scoring.sizing.gpus import Server
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import H100, HGX


@given(st.integers(1, MOST_SERVERS))
def test_the_smallest_count_is_found(wanted):
    assert fewest(lambda count: count >= wanted) == wanted


def test_no_count_is_none():
    assert fewest(lambda count: count > MOST_SERVERS) is None


@pytest.mark.parametrize(
    ("gpus", "link", "heads", "sizes"),
    [
        (8, 8, 64, [1, 2, 4, 8]),
        (8, 1, 64, [1]),
        (8, 2, 64, [1, 2]),
        (4, 72, 64, [1, 2, 4]),
        (6, 8, 64, [1, 2]),
        (8, 8, 12, [1, 2, 4]),
    ],
)
def test_a_layer_is_split_inside_one_link(gpus, link, heads, sizes):
    server = Server(name="x", gpu=H100, gpus=gpus, link_domain=link)

    assert list(tensor_sizes(server, heads)) == sizes


def test_the_largest_need_is_rounded_up_to_servers():
    bounds = {
        Bound.MEMORY: put_in("gpus_for_memory", "N_m", 8, ""),
        Bound.COMPUTE: put_in("gpus_for_deadline", "N_c", 17, ""),
    }

    gpus, servers = whole_servers(bounds, HGX)

    assert (servers.value, gpus.value) == (3, 24)
    assert deciding(bounds) is Bound.COMPUTE
    assert_unfolds(gpus)


def test_one_need_alone_decides():
    bounds = {Bound.REQUESTS: put_in("gpus_for_requests", "N_r", Decimal(1), "")}

    gpus, servers = whole_servers(bounds, HGX)

    assert (servers.value, gpus.value) == (1, 8)
    assert_unfolds(servers)
