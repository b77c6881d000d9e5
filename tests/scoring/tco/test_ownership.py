from decimal import Decimal

import pytest

from scoring.tco.cashflow import CostLine
from scoring.tco.ownership import Ownership, cost_of_ownership
from tests.scoring.tco.samples import (
    STORY,
    USD,
    story_candidate,
)

LINE_OF = {line.value: line for line in CostLine} | {"support_1_3": CostLine.SUPPORT}


@pytest.mark.parametrize("years", [3, 4, 5])
@pytest.mark.parametrize("letter", "ABCDEF")
def test_story_has_its_published_flows_values_and_totals(letter, years):
    expected = STORY["expected"]["tco"][letter][str(years)]

    result = cost_of_ownership(story_candidate(letter), USD)[years]

    assert isinstance(result, Ownership)
    flows = {
        LINE_OF[name]: [Decimal(amount) for amount in amounts]
        for name, amounts in expected["cash_flows"].items()
    }
    for line, amounts in result.cash_flows.lines.items():
        assert amounts == pytest.approx(
            flows.pop(line, [Decimal(0)] * (years + 1)), abs=Decimal("1e-20"), rel=0
        )
    assert not flows
    assert result.cash_flows.per_year == near(expected["total_per_year"])
    for name, value in expected["present_value"].items():
        assert result.present_values[LINE_OF[name]] == near(value)
    assert result.npv == near(expected["npv"])
    assert result.npv_per_gpu == near(expected["npv_per_gpu"])
    assert result.npv_per_gpu == near(STORY["tco_per_gpu_usd"][str(years)][letter])


def near(value):
    if isinstance(value, list):
        return tuple(near(item) for item in value)
    return pytest.approx(Decimal(value), abs=Decimal("1e-20"), rel=0)
