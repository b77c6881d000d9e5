from decimal import Decimal
from inspect import getdoc, getmembers, isfunction

import pytest
from hypothesis import given, strategies as st

from scoring.tco import lines
from scoring.tco.inputs import SupportContract
from tests.scoring.tco.samples import CASES, ROOT, published

LINE_FUNCTIONS = {
    name: function
    for name, function in getmembers(lines, isfunction)
    if function.__module__ == lines.__name__ and not name.startswith("_")
}
D = Decimal


def contract(first: int, last: int, total: int = 600) -> SupportContract:
    return SupportContract(first_year=first, last_year=last, total=Decimal(total))


def test_purchase_adds_its_prices_at_the_start():
    assert lines.purchase([D(300), D(20), D("-0.5")], 2) == (D("319.5"), 0, 0)
    assert lines.purchase([], 1) == (0, 0)


def test_spares_are_bought_once_and_replaced_each_year():
    assert lines.spares_initial(D(98000), 2) == (98000, 0, 0)
    assert lines.spares_yearly(D(98000), D("0.12"), 2) == (0, 11760, 11760)


def test_power_lies_between_idle_and_load():
    assert lines.average_power_kw(D(2), D("10.2"), D(0)) == 2
    assert lines.average_power_kw(D(2), D("10.2"), D(1)) == D("10.2")
    assert lines.average_power_kw(D(2), D("10.2"), D("0.65")) == D("7.33")


def test_worked_case_s03_counts_the_electricity():
    given, expected = CASES["S03"]["inputs"], CASES["S03"]["expected"]

    kwh = lines.energy_kwh(1, D(given["avg_it_kw"]), D(8760), given["pue"])
    flow = lines.energy(kwh, given["tariff_usd_per_kwh"], D(0), given["years"])

    assert kwh * given["years"] == published(expected["kwh"])
    assert sum(flow) == published(expected["power_usd"])


def test_worked_case_s08_pays_dearer_electricity_each_year():
    given, expected = CASES["S08"]["inputs"], CASES["S08"]["expected"]
    power = lines.average_power_kw(
        given["p_idle_kw"], given["p_max_kw"], given["utilisation"]
    )

    kwh = lines.energy_kwh(given["servers"], power, D(8760), given["pue"])
    flow = lines.energy(kwh, given["tariff"], given["tariff_escalation"], 5)

    assert flow[0] == 0
    assert flow[1:] == published(expected["energy"])


def test_space_and_staff_grow_from_the_second_year():
    assert lines.space(D(2), D(12000), D("0.5"), 3) == (0, 24000, 36000, 54000)
    assert lines.staff(D("0.5"), D(140000), D("0.03"), 2) == (0, 70000, 72100)


def test_support_is_paid_in_the_years_it_covers():
    flow = lines.support([contract(1, 3), contract(4, 5, 100)], 5)

    assert flow == (0, 200, 200, 200, 50, 50)


def test_support_after_the_horizon_is_not_paid():
    assert lines.support([contract(1, 3)], 2) == (0, 200, 200)
    assert lines.support([], 1) == (0, 0)


def test_maintenance_is_charged_in_its_years_only_and_grows_from_the_first():
    flow = lines.maintenance(D(1000), D("0.1"), D("0.5"), (2, 3), 3)

    assert flow == (0, 0, 150, 225)


@pytest.mark.parametrize(
    ("contracts", "warranty", "years", "uncovered"),
    [
        ([], 0, 2, (1, 2)),
        ([], 3, 5, (4, 5)),
        ([], 5, 5, ()),
        ([], 7, 5, ()),
        ([(1, 3)], 0, 5, (4, 5)),
        ([(1, 3), (4, 5)], 0, 5, ()),
        ([(1, 1), (3, 3)], 0, 4, (2, 4)),
        ([(4, 5)], 3, 5, ()),
        ([(5, 5)], 3, 5, (4,)),
    ],
)
def test_years_without_cover(contracts, warranty, years, uncovered):
    covered = [contract(*span) for span in contracts]

    assert lines.years_without_cover(covered, D(warranty), years) == uncovered


def test_residual_is_income_at_the_end():
    assert lines.residual(D(1240000), D("0.15"), 3) == (0, 0, 0, -186000)


@given(
    st.decimals(min_value=0, max_value=10**9, places=2),
    st.integers(min_value=1, max_value=10),
)
def test_every_flow_has_the_purchase_and_each_year(amount, years):
    share, none = D("0.1"), D(0)
    flows = [
        lines.purchase([amount], years),
        lines.spares_initial(amount, years),
        lines.spares_yearly(amount, share, years),
        lines.energy(amount, share, share, years),
        lines.space(amount, share, share, years),
        lines.staff(amount, share, share, years),
        lines.support([contract(1, years)], years),
        lines.maintenance(amount, share, none, (years,), years),
        lines.residual(amount, share, years),
    ]

    assert {len(flow) for flow in flows} == {years + 1}


@pytest.mark.parametrize("name", LINE_FUNCTIONS)
def test_every_line_function_states_formula_and_example(name):
    text = getdoc(LINE_FUNCTIONS[name])

    assert ">>> " in text
    assert "Formula: " in text or name == "years_without_cover"


@pytest.mark.parametrize("name", LINE_FUNCTIONS)
def test_every_line_function_is_named_in_the_cost_method(name):
    assert f"`{name}`" in (ROOT / "docs/cost-method.md").read_text()
