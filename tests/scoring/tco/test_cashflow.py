from decimal import Decimal

import pytest

from scoring.tco.cashflow import COMPONENT_OF, CashFlows, Component, CostLine, added
from scoring.tco.inputs import PurchaseGroup


def flows(**lines) -> CashFlows:
    return CashFlows(
        years=2,
        lines={
            CostLine(name): tuple(map(Decimal, amounts))
            for name, amounts in lines.items()
        },
    )


MIXED = flows(
    compute=(100, 0, 0),
    network=(20, 0, 0),
    energy=(0, 7, 8),
    residual=(0, 0, -30),
)


def test_years_are_added_over_lines():
    assert MIXED.per_year == (120, 7, -22)
    assert MIXED.total == 105


def test_every_line_belongs_to_a_component_and_every_purchase_is_a_line():
    assert set(COMPONENT_OF) == set(CostLine)
    assert set(COMPONENT_OF.values()) == set(Component)
    assert {COMPONENT_OF[CostLine(group)] for group in PurchaseGroup} == {
        Component.HARDWARE
    }


def test_flows_of_different_length_do_not_add():
    with pytest.raises(ValueError, match="zip"):
        added([(Decimal(1),), (Decimal(1), Decimal(2))], 1)
