from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.tco.assembly import (
    cash_flows,
    energy_of_year,
    maintenance_base,
    residual_base,
    space_units,
    used_gpu_hours,
)
from scoring.tco.cashflow import CostLine
from scoring.tco.inputs import PurchaseGroup
from tests.scoring.tco.samples import (
    USD,
    assume,
    bought,
    keyed,
    story_candidate,
    usd,
    with_values,
    worked_candidate,
)


def with_given(**given):
    candidate = worked_candidate()
    more = keyed(*(assume(key, *value) for key, value in given.items()))
    return replace(candidate, assumptions=with_values(candidate) | more)


def test_every_line_is_there_in_the_order_of_the_table():
    flows = cash_flows(worked_candidate(), USD, 5)

    assert tuple(flows.lines) == tuple(CostLine)


def test_each_purchase_group_is_its_own_line():
    candidate = worked_candidate(
        purchases=tuple(
            bought(group, price)
            for price, group in enumerate([*PurchaseGroup, *PurchaseGroup])
        )
    )

    flows = cash_flows(candidate, USD, 1).lines

    count = len(PurchaseGroup)
    for place, group in enumerate(PurchaseGroup):
        assert flows[CostLine(group)] == (place + place + count, 0)


def test_energy_of_a_year_is_that_of_all_nodes():
    assert energy_of_year(worked_candidate()) == Decimal("346738.32")


def test_used_hours_shrink_with_availability():
    assert used_gpu_hours(worked_candidate()) == 182208
    assert used_gpu_hours(with_given(availability=(50, "%"))) == 91104


def test_residual_base_is_compute_and_flagged_network_only():
    candidate = worked_candidate(
        purchases=(
            bought(PurchaseGroup.COMPUTE, 100),
            bought(PurchaseGroup.NETWORK, 10, is_resaleable=True),
            bought(PurchaseGroup.NETWORK, 1000),
            bought(PurchaseGroup.SERVICES, 1000),
            bought(PurchaseGroup.FREIGHT, 1000),
            bought(PurchaseGroup.SOFTWARE, 1000),
        )
    )

    assert residual_base(candidate, USD) == 110


def test_maintenance_is_charged_on_the_price_its_rate_refers_to():
    on_list = with_given(maintenance_after_warranty=(8, "% of list price per year"))
    listed = replace(on_list, list_price=usd(1500000))

    assert maintenance_base(worked_candidate(), USD) == 1240000
    assert maintenance_base(listed, USD) == 1500000
    flow = cash_flows(listed, USD, 5).lines[CostLine.MAINTENANCE]
    assert flow == (0, 0, 0, 0, 120000, 120000)


@pytest.mark.parametrize(
    ("unit", "quantity", "units"),
    [
        ("USD/U and year", {"rack_units": (8, "U")}, 32),
        ("USD/rack and year", {"racks": (3, "racks")}, 3),
        ("USD/m² and year", {"floor_area": ("7.5", "m²")}, Decimal("7.5")),
    ],
)
def test_space_is_counted_per_node_only_in_rack_units(unit, quantity, units):
    assert space_units(with_given(space=(1, unit), **quantity)) == units


def test_extension_is_a_line_apart_from_the_first_contract():
    flows = cash_flows(story_candidate("D"), USD, 5).lines

    assert flows[CostLine.SUPPORT][1] == Decimal("77866." + "6" * 34 + "7")
    assert flows[CostLine.SUPPORT_EXTENSION] == (0, 0, 0, 0, 89600, 89600)
    assert flows[CostLine.MAINTENANCE] == (0,) * 6
