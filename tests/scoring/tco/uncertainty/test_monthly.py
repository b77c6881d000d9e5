import pytest

from scoring.tco.ownership import cost_of_ownership
from scoring.tco.uncertainty.monthly import monthly_costs
from scoring.tco.uncertainty.ranges import Driver
from tests.scoring.tco.samples import USD, worked_candidate


def test_five_years_are_sixty_months_that_add_up_to_the_years():
    candidate = worked_candidate()
    result = cost_of_ownership(candidate, USD, (5,))[5]

    costs = monthly_costs(candidate, USD, result)

    rows = result.cash_flows.lines
    assert len(costs.hours) == len(costs.factors) == 60
    assert costs.priced.sum() == pytest.approx(
        float(sum(rows["maintenance_after_warranty"]))
    )
    assert costs.fixed.sum() == pytest.approx(
        float(sum(rows["space"]) + sum(rows["staff"]) + sum(rows["support"]))
    )
    assert costs.purchase == 1_520_000
    assert costs.usual(Driver.FAILURES) == 1
