from dataclasses import replace
from decimal import Decimal, localcontext

import pytest
from hypothesis import given, settings, strategies as st

from procurement.canonical import digest
from procurement.money import EXACT, CurrencyMismatchError, TaxBasis
from scoring.figures.errors import InputError
from scoring.tco.cashflow import Component, CostLine
from scoring.tco.inputs import Conventions, PurchaseGroup, Terms, Timing
from scoring.tco.needs import Reason
from scoring.tco.ownership import (
    NotComputable,
    Ownership,
    cost_of_ownership,
    plain_values,
)
from tests.scoring.tco.samples import (
    CASES,
    STORY,
    USD,
    assume,
    bought,
    close_to,
    keyed,
    published,
    story_candidate,
    usd,
    with_values,
    worked_candidate,
)

STORY_LINES = {line.value: line for line in CostLine} | {
    "support_1_3": CostLine.SUPPORT
}
RUNNING = [
    CostLine.SPARES_YEARLY,
    CostLine.SUPPORT,
    CostLine.SUPPORT_EXTENSION,
    CostLine.MAINTENANCE,
    CostLine.ENERGY,
    CostLine.SPACE,
    CostLine.STAFF,
]
percents = st.decimals(min_value=0, max_value=100, places=2)
factors = st.decimals(min_value="0.01", max_value=100, places=2)
quick = settings(max_examples=40)


def owned(candidate=None, conventions=USD, years=5) -> Ownership:
    outcome = cost_of_ownership(candidate or worked_candidate(), conventions, [years])
    result = outcome[years]
    assert isinstance(result, Ownership)
    return result


def changed(**values) -> Ownership:
    candidate = worked_candidate()
    return owned(replace(candidate, assumptions=with_values(candidate, **values)))


@pytest.mark.parametrize("years", [3, 4, 5])
@pytest.mark.parametrize("letter", "ABCDEF")
def test_story_has_its_published_flows_values_and_totals(letter, years):
    expected = STORY["expected"]["tco"][letter][str(years)]

    result = cost_of_ownership(story_candidate(letter), USD)[years]

    assert isinstance(result, Ownership)
    flows = {STORY_LINES[name]: flow for name, flow in expected["cash_flows"].items()}
    for line, amounts in result.cash_flows.lines.items():
        assert amounts == close_to(flows.pop(line, ["0"] * (years + 1)))
    assert flows == {}
    assert result.cash_flows.per_year == close_to(expected["total_per_year"])
    for name, value in expected["present_value"].items():
        assert result.present_values[STORY_LINES[name]] == close_to(value)
    assert result.npv == close_to(expected["npv"])
    assert result.npv_per_gpu == close_to(expected["npv_per_gpu"])
    assert result.npv_per_gpu == close_to(STORY["tco_per_gpu_usd"][str(years)][letter])


def test_worked_case_s08_gives_every_published_figure():
    expected = CASES["S08"]["expected"]

    result = owned()

    flows = result.cash_flows.lines
    running = [sum(flows[line][year] for line in RUNNING) for year in range(1, 6)]
    assert result.cash_flows.per_year[0] == expected["capex"]
    assert flows[CostLine.ENERGY][1:] == published(expected["energy"])
    assert flows[CostLine.MAINTENANCE][1:] == published(expected["maintenance"])
    assert tuple(running) == published(expected["opex"])
    assert flows[CostLine.RESIDUAL][5] == -expected["residual"]
    assert result.cash_flows.total == published(expected["tco_nominal"])
    assert result.npv == published(expected["tco_pv"])
    assert result.equivalent_annual_cost == published(expected["eac"])
    assert result.nominal_per_used_gpu_hour == published(
        expected["usd_per_used_gpu_hour_nominal"]
    )
    assert result.levelised_per_used_gpu_hour == published(
        expected["levelised_usd_per_used_gpu_hour"]
    )


def test_worked_case_s03_gives_the_published_three_years():
    given, expected = CASES["S03"]["inputs"], CASES["S03"]["expected"]
    bundle = given["hardware_usd"] * given["support_rate_per_year"] * given["years"]
    candidate = worked_candidate(
        name="8x H200 node",
        nodes=1,
        gpu_family="H200",
        purchases=(bought(PurchaseGroup.COMPUTE, given["hardware_usd"]),),
        assumptions=keyed(
            assume("utilisation", 100, "%"),
            assume("idle_kw", given["avg_it_kw"], "kW"),
            assume("load_kw", given["avg_it_kw"], "kW"),
            assume("hours", 8760, "h"),
            assume("pue", given["pue"], ""),
            assume("tariff", given["tariff_usd_per_kwh"], "USD/kWh"),
            assume("tariff_increase", 0, "% per year"),
            assume("spares_pool", 0, "USD"),
            assume("spares_use", 0, "% of pool"),
            assume("support_1_3", bundle, "USD, total"),
            assume("space", 0, "USD/m² and year"),
            assume("floor_area", 1, "m²"),
            assume("fte", 0, "FTE"),
            assume("fte_cost", 0, "USD per year"),
            assume("discount", 0, "%"),
            assume("residual_3_H200", 0, "% of compute hardware"),
        ),
    )

    result = owned(candidate, years=3)

    flows = result.cash_flows.lines
    assert 3 * result.energy_kwh_per_year == published(expected["kwh"])
    assert sum(flows[CostLine.ENERGY]) == published(expected["power_usd"])
    assert sum(flows[CostLine.SUPPORT]) == published(expected["support_usd"])
    assert result.cash_flows.total == published(expected["total_usd"])
    assert result.npv == result.cash_flows.total


def test_without_discounting_the_value_is_the_sum():
    result = changed(discount=0)

    assert result.npv == result.cash_flows.total
    assert result.equivalent_annual_cost == result.cash_flows.total / 5


def test_one_year_is_purchase_and_a_discounted_year():
    result = owned(years=1)

    purchase, first_year = result.cash_flows.per_year
    with localcontext(EXACT):
        assert result.npv == close_to(purchase + first_year / Decimal("1.08"))
        assert result.equivalent_annual_cost == close_to(result.npv * Decimal("1.08"))


@pytest.mark.parametrize("change", [{"utilisation": 0}, {"availability": 0}])
def test_cost_per_hour_is_undefined_with_reason_when_no_hour_is_used(change):
    candidate = worked_candidate()
    given = with_values(candidate) | keyed(
        *(assume(key, value, "%") for key, value in change.items())
    )

    result = owned(replace(candidate, assumptions=given))

    assert result.nominal_per_used_gpu_hour is None
    assert result.levelised_per_used_gpu_hour is None
    assert result.undefined == {
        "nominal_per_used_gpu_hour": Reason.NO_USED_HOURS,
        "levelised_per_used_gpu_hour": Reason.NO_USED_HOURS,
    }
    assert result.npv > 0


def test_defined_figures_have_no_reason():
    assert owned().undefined == {}


@pytest.mark.parametrize("warranty", [5, 6, 10])
def test_no_maintenance_while_the_warranty_lasts(warranty):
    result = changed(warranty_years=warranty)

    assert result.cash_flows.lines[CostLine.MAINTENANCE] == (0,) * 6


def test_residual_above_the_price_is_refused():
    with pytest.raises(InputError, match="residual_5_H100: 101 is above 100"):
        changed(residual_5_H100=101)


def test_horizon_without_its_own_residual_rate_has_no_result():
    candidate = worked_candidate()
    given = with_values(candidate, residual_4_H100=None)

    outcome = cost_of_ownership(replace(candidate, assumptions=given), USD)

    assert outcome[4] == NotComputable(
        candidate="4x 8-GPU H100",
        years=4,
        reason=Reason.NO_RESIDUAL_RATE,
        missing=("residual_4_H100",),
    )
    assert isinstance(outcome[3], Ownership)
    assert isinstance(outcome[5], Ownership)


def test_missing_assumptions_are_named_and_never_counted_as_zero():
    candidate = worked_candidate()
    given = with_values(candidate, pue=None, fte_cost=None, residual_5_H100=None)

    outcome = cost_of_ownership(replace(candidate, assumptions=given), USD, [5])

    assert outcome[5] == NotComputable(
        candidate="4x 8-GPU H100",
        years=5,
        reason=Reason.MISSING,
        missing=("pue", "fte_cost", "residual_5_H100"),
    )


def test_years_without_cover_need_a_maintenance_rate():
    candidate = story_candidate("C")
    given = with_values(candidate, maintenance_after_warranty=None)

    outcome = cost_of_ownership(replace(candidate, assumptions=given), USD)

    assert isinstance(outcome[3], Ownership)
    for years in (4, 5):
        assert isinstance(outcome[years], NotComputable)
        assert outcome[years].missing == ("maintenance_after_warranty",)


def test_candidate_without_a_server_price_has_no_result():
    candidate = worked_candidate(purchases=(bought(PurchaseGroup.NETWORK, 10),))

    outcome = cost_of_ownership(candidate, USD, [5])

    assert isinstance(outcome[5], NotComputable)
    assert outcome[5].missing == ("compute",)


@pytest.mark.parametrize("years", [0, -1, 11])
def test_horizon_beyond_ten_years_is_refused(years):
    with pytest.raises(InputError, match="a horizon is 1 to 10 years"):
        cost_of_ownership(worked_candidate(), USD, [years])


def test_ten_years_are_counted():
    assert len(owned(years=10).cash_flows.per_year) == 11


@pytest.mark.parametrize(
    "conventions",
    [
        Conventions(currency="EUR"),
        Conventions(currency="USD", tax_basis=TaxBasis.GROSS),
    ],
)
def test_other_currency_or_tax_basis_refuses_to_add(conventions):
    with pytest.raises(CurrencyMismatchError):
        cost_of_ownership(worked_candidate(), conventions)


def test_assumption_or_list_price_in_another_currency_refuses_to_add():
    candidate = worked_candidate()
    euros = with_values(candidate) | keyed(assume("tariff", "0.09", "EUR/kWh"))

    with pytest.raises(CurrencyMismatchError, match="EUR net and USD net"):
        cost_of_ownership(replace(candidate, assumptions=euros), USD)
    listed = replace(usd(310000), currency="EUR")
    with pytest.raises(CurrencyMismatchError, match="EUR net and USD net"):
        cost_of_ownership(replace(candidate, list_price=listed), USD)


def test_stated_defaults_are_named():
    result = owned(story_candidate("C"))

    assert result.defaulted == (
        "maintenance_increase",
        "space_increase",
        "wage_increase",
        "availability",
    )


def test_mid_year_moves_running_costs_by_half_a_year_and_nothing_else():
    middle = owned(conventions=Conventions(currency="USD", timing=Timing.MID_YEAR))
    end = owned()

    with localcontext(EXACT):
        half_a_year = Decimal("1.08").sqrt()
        for line in CostLine:
            moved = half_a_year if line in RUNNING else 1
            assert middle.present_values[line] == close_to(
                end.present_values[line] * moved
            )
        hours = sum(middle.used_gpu_hours_per_year * f for f in middle.factors[1:])
        assert middle.levelised_per_used_gpu_hour == close_to(middle.npv / hours)


def test_real_terms_discount_at_the_rate_without_inflation():
    candidate = worked_candidate()
    given = with_values(candidate) | keyed(assume("inflation", 8, "% per year"))
    real = Conventions(currency="USD", terms=Terms.REAL)

    result = owned(replace(candidate, assumptions=given), real)

    assert result.discount_rate == 0
    assert result.npv == result.cash_flows.total
    missing = cost_of_ownership(candidate, real, [5])[5]
    assert isinstance(missing, NotComputable)
    assert missing.missing == ("inflation",)


def test_components_add_up_as_the_pages_show_them():
    expected = STORY["expected"]["tco"]["D"]["4"]["present_value"]

    values = owned(story_candidate("D"), years=4).component_values

    assert values[Component.HARDWARE] == close_to("4483980")
    assert values[Component.ENERGY] == close_to(expected["energy"])
    assert {part: round(value / 1000) for part, value in values.items()} == {
        Component.HARDWARE: 4484,
        Component.ENERGY: 461,
        Component.MAINTENANCE: 267,
        Component.SPACE: 271,
        Component.STAFF: 195,
        Component.SPARES: 144,
        Component.RESIDUAL: -390,
    }
    assert list(values) == list(Component)


def test_plain_values_of_a_result_are_canonical_and_complete():
    result = owned(story_candidate("D"), years=4)

    values = plain_values(result)

    expected = STORY["expected"]["tco"]["D"]["4"]
    assert values["cash_flows"]["energy"] == list(result.cash_flows.lines["energy"])
    assert tuple(values["total_per_year"]) == close_to(expected["total_per_year"])
    assert values["present_value"]["residual"] == close_to(
        expected["present_value"]["residual"]
    )
    assert values["npv"] == result.npv
    assert values["total"] == result.cash_flows.total
    assert values["levelised_per_used_gpu_hour"] == result.levelised_per_used_gpu_hour
    assert values["undefined"] == {}
    assert digest(values) == digest(plain_values(owned(story_candidate("D"), years=4)))


def test_plain_values_keep_undefined_figures_empty_with_their_reason():
    values = plain_values(changed(utilisation=0))

    assert values["nominal_per_used_gpu_hour"] is None
    assert values["undefined"]["nominal_per_used_gpu_hour"] == "no_used_hours"


def test_plain_values_of_no_result_name_what_is_missing():
    candidate = worked_candidate()
    given = with_values(candidate, pue=None)
    outcome = cost_of_ownership(replace(candidate, assumptions=given), USD, [5])

    assert plain_values(outcome[5]) == {
        "years": 5,
        "computable": False,
        "reason": "missing_assumptions",
        "missing": ["pue"],
    }


@quick
@given(percents, st.integers(min_value=1, max_value=10))
def test_value_is_the_sum_over_lines_and_over_years(rate, years):
    candidate = worked_candidate()
    given = with_values(candidate, discount=rate)

    result = owned(replace(candidate, assumptions=given), years=years)

    with localcontext(EXACT):
        by_line = sum(result.present_values.values())
        by_year = sum(result.discounted_per_year)
        by_component = sum(result.component_values.values())
        flows = sum(sum(flow) for flow in result.cash_flows.lines.values())
    assert by_line == close_to(result.npv)
    assert by_year == close_to(result.npv)
    assert by_component == close_to(result.npv)
    assert flows == close_to(result.cash_flows.total)


@quick
@given(percents)
def test_equal_yearly_cost_is_worth_the_value(rate):
    result = changed(discount=rate)

    with localcontext(EXACT):
        annuity = sum(result.equivalent_annual_cost * f for f in result.factors[1:])
    assert annuity == close_to(result.npv)


@quick
@given(factors)
def test_scaling_every_price_scales_every_result(factor):
    candidate = worked_candidate()
    scaled = replace(
        candidate,
        purchases=tuple(
            replace(line, unit_price=line.unit_price * factor)
            for line in candidate.purchases
        ),
        assumptions=with_values(
            candidate,
            **{
                key: assumption.value * factor
                for key, assumption in candidate.assumptions.items()
                if assumption.currency
            },
        ),
    )

    before, after = owned(candidate), owned(scaled)

    with localcontext(EXACT):
        assert after.npv == close_to(before.npv * factor)
        assert after.cash_flows.total == close_to(before.cash_flows.total * factor)
        assert after.levelised_per_used_gpu_hour == close_to(
            before.levelised_per_used_gpu_hour * factor
        )


@quick
@given(
    st.sampled_from(
        [
            ("tariff", 0, 2),
            ("pue", 1, 3),
            ("utilisation", 0, 100),
            ("load_kw", 2, 20),
            ("idle_kw", 0, 10),
            ("tariff_increase", -50, 50),
            ("spares_pool", 0, 10**6),
            ("spares_use", 0, 100),
            ("maintenance_after_warranty", 0, 100),
            ("space", 0, 10**5),
            ("racks", 0, 20),
            ("fte", 0, 10),
            ("fte_cost", 0, 10**6),
            ("wage_increase", -50, 50),
        ]
    ),
    st.decimals(min_value=0, max_value=1, places=3),
    st.decimals(min_value=0, max_value=1, places=3),
)
def test_more_of_any_cost_driver_never_costs_less(driver, one, other):
    key, least, most = driver
    low, high = sorted((one, other))

    cheaper = changed(**{key: least + (most - least) * low})
    dearer = changed(**{key: least + (most - least) * high})

    assert cheaper.npv <= dearer.npv


@quick
@given(st.decimals(min_value=0, max_value=10**7, places=2), percents)
def test_a_dearer_server_or_a_lower_residual_never_costs_less(price, rate):
    servers = bought(PurchaseGroup.COMPUTE, price)
    dearer = bought(PurchaseGroup.COMPUTE, price + 1)
    candidate = worked_candidate()

    assert (
        owned(replace(candidate, purchases=(servers,))).npv
        <= owned(replace(candidate, purchases=(dearer,))).npv
    )
    assert changed(residual_5_H100=rate).npv >= changed(residual_5_H100=100).npv


@quick
@given(
    st.integers(min_value=0, max_value=10),
    st.integers(min_value=1, max_value=10),
    st.integers(min_value=0, max_value=9),
    st.integers(min_value=1, max_value=10),
)
def test_no_year_pays_both_a_contract_and_maintenance(warranty, first, length, years):
    candidate = worked_candidate()
    key = f"support_{first}_{first + length}"
    given = with_values(candidate, warranty_years=warranty) | keyed(
        assume(key, 1000, "USD/node, total")
    )

    flows = owned(replace(candidate, assumptions=given), years=years).cash_flows.lines

    for year in range(1, years + 1):
        contract = flows[CostLine.SUPPORT][year]
        extension = flows[CostLine.SUPPORT_EXTENSION][year]
        maintenance = flows[CostLine.MAINTENANCE][year]
        assert sum(amount > 0 for amount in (contract, extension, maintenance)) <= 1
        is_covered = year <= warranty or first <= year <= first + length
        assert (maintenance == 0) is is_covered


@pytest.mark.parametrize("places", [1, 10, 28, 60])
def test_results_do_not_depend_on_the_precision_of_the_caller(places):
    candidate = worked_candidate()

    with localcontext(prec=places):
        result = owned(candidate)
        total = result.cash_flows.total

    assert result == owned(candidate)
    assert total == owned(candidate).cash_flows.total
