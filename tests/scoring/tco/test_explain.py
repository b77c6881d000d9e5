from dataclasses import fields, replace
from decimal import Decimal

import pytest

from scoring.tco.cashflow import CostLine
from scoring.tco.explain import FORMULAS, explain
from scoring.tco.inputs import Conventions, Terms, Timing
from scoring.tco.ownership import Ownership, cost_of_ownership
from tests.scoring.tco.samples import (
    USD,
    assume,
    keyed,
    story_candidate,
    usd,
    with_values,
    worked_candidate,
)

FIGURES = [
    "energy_kwh_per_year",
    "used_gpu_hours_per_year",
    "npv",
    "npv_per_gpu",
    "equivalent_annual_cost",
    "nominal_per_used_gpu_hour",
    "levelised_per_used_gpu_hour",
]
NUDGE = {"hours": -1, "utilisation": -1, "residual_5_H100": -1, "availability": -1}


def owned(candidate, conventions=USD, years=5):
    result = cost_of_ownership(candidate, conventions, [years])[years]
    assert isinstance(result, Ownership)
    return result


def explained(candidate, conventions=USD, years=5):
    return explain(candidate, conventions, owned(candidate, conventions, years))


def keys(explanation):
    return [item.assumption.key for item in explanation.inputs if item.assumption]


def rich_candidate():
    """Return the worked candidate with every default given and a contract."""
    candidate = worked_candidate()
    given = with_values(candidate) | keyed(
        assume("availability", 99, "%"),
        assume("space_increase", 1, "% per year"),
        assume("maintenance_increase", 2, "% per year"),
        assume("support_1_2", 5000, "USD/node, total"),
        assume("support_5_5", 3000, "USD, total"),
        assume("spares_use", 10, "% of pool"),
    )
    return replace(candidate, assumptions=given)


def test_every_line_and_figure_is_explained():
    assert set(explained(worked_candidate())) == {*map(str, CostLine), *FIGURES}


def test_every_formula_is_used_by_some_number():
    middle = Conventions(currency="USD", timing=Timing.MID_YEAR)
    free = worked_candidate()
    free = replace(free, assumptions=with_values(free, discount=0))

    used = {
        explanation.formula
        for table in (explained(free), explained(worked_candidate(), middle))
        for explanation in table.values()
    } | {explanation.formula for explanation in explained(worked_candidate()).values()}

    assert used == set(FORMULAS.values())


@pytest.mark.parametrize("key", sorted(rich_candidate().assumptions))
def test_changing_a_value_changes_exactly_the_lines_that_name_it(key):
    candidate = rich_candidate()
    before = owned(candidate)
    table = explain(candidate, USD, before)
    value = candidate.assumptions[key].value + NUDGE.get(key, 1)

    after = owned(
        replace(candidate, assumptions=with_values(candidate, **{key: value}))
    )

    for line in CostLine:
        has_changed = before.cash_flows.lines[line] != after.cash_flows.lines[line]
        assert has_changed is (key in keys(table[line])), (line, key)
    for figure in ("energy_kwh_per_year", "used_gpu_hours_per_year"):
        has_changed = getattr(before, figure) != getattr(after, figure)
        assert has_changed is (key in keys(table[figure])), (figure, key)


def test_bought_lines_show_quantity_price_and_discount():
    compute = explained(story_candidate("D"))["compute"]

    assert [(i.label, i.quantity, i.value, i.unit) for i in compute.inputs] == [
        ("Server with 8 GPUs", 16, Decimal("222800.00"), "USD"),
        ("CPU, 2 sockets", 16, Decimal("14900.00"), "USD"),
        ("System memory 2 TB DDR5", 16, Decimal("12300.00"), "USD"),
        ("NVMe 8 × 3.84 TB", 16, Decimal("5350.00"), "USD"),
    ]
    assert {i.discount for i in compute.inputs} == {0}


def test_inputs_carry_origin_source_and_date_as_given():
    energy = explained(story_candidate("D"))["energy"]

    nodes, idle, *_ = energy.inputs
    assert (nodes.label, nodes.value, nodes.assumption) == ("Nodes", 16, None)
    assert (idle.label, idle.value, idle.unit) == (
        "Node power, idle",
        Decimal("3.3"),
        "kW",
    )
    assert idle.assumption is not None
    assert idle.assumption.source == "72 h stress test, own run"


def test_stated_defaults_are_marked():
    staff = explained(story_candidate("D"))["staff"]

    assert [(i.label, i.value, i.unit, i.is_default) for i in staff.inputs] == [
        ("Operations staff", Decimal("0.6"), "FTE", False),
        ("Cost per FTE", 98000, "USD per year", False),
        ("Wage increase", 0, "% per year", True),
    ]


def test_nodes_are_an_input_only_where_they_multiply():
    def has_nodes(table, line):
        return any(item.label == "Nodes" for item in table[line].inputs)

    per_unit, per_rack = explained(story_candidate("D")), explained(rich_candidate())

    assert has_nodes(per_unit, "space")
    assert not has_nodes(per_rack, "space")
    assert has_nodes(per_rack, "support")
    assert not has_nodes(per_rack, "support_extension")
    assert not has_nodes(per_rack, "staff")


def test_maintenance_names_its_price_and_the_years_charged():
    inputs = explained(worked_candidate())["maintenance_after_warranty"].inputs

    assert [(i.label, i.value) for i in inputs[-3:]] == [
        ("Price that the maintenance rate refers to", 1240000),
        ("Year without cover", 4),
        ("Year without cover", 5),
    ]


def test_maintenance_on_the_list_price_names_that_price():
    candidate = worked_candidate(list_price=usd(1500000))
    given = with_values(candidate) | keyed(
        assume("maintenance_after_warranty", 8, "% of list price per year")
    )

    table = explained(replace(candidate, assumptions=given))

    base = table["maintenance_after_warranty"].inputs[-3]
    assert base.value == 1500000


def test_covered_years_need_no_maintenance_price():
    assert explained(story_candidate("A"))["maintenance_after_warranty"].inputs == ()


def test_residual_names_rate_and_price():
    inputs = explained(story_candidate("D"))["residual"].inputs

    assert [(i.label % i.parameters, i.value) for i in inputs] == [
        ("Residual after 5 years, H200", 8),
        ("Price of compute and resaleable network", Decimal("4085600.00")),
    ]


def test_value_names_each_year_and_the_rate_as_used():
    candidate = worked_candidate()
    given = with_values(candidate) | keyed(assume("inflation", 2, "% per year"))
    real = Conventions(currency="USD", terms=Terms.REAL)

    inputs = explained(replace(candidate, assumptions=given), real)["npv"].inputs

    assert [i.label % i.parameters for i in inputs] == [
        *(f"Cost of year {year}" for year in range(6)),
        "Discount rate",
        "Inflation",
        "Discount rate as used",
    ]
    assert inputs[0].value == 1520000


def test_every_figure_of_the_result_has_an_explanation():
    numbers = {
        field.name for field in fields(Ownership) if "Decimal" in str(field.type)
    }

    assert numbers - set(FIGURES) == {"discount_rate", "present_values"}
