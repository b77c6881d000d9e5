"""The published cases of ownership and renting, worked out by ``scoring.tco``."""

import json
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco import lines
from scoring.tco.cashflow import CostLine
from scoring.tco.charges import buy_back, leasing, spares, tariffs, taxation
from scoring.tco.discounting import monthly_rate, net_present_value
from scoring.tco.inputs import Timing
from scoring.tco.measures.unit_costs import cost_per_run, peak_per_price
from scoring.tco.ownership import Ownership, cost_of_ownership
from scoring.tco.rent_or_buy import break_even, mix
from scoring.worked_cases.cluster import USD, cluster
from scoring.worked_cases.outcomes import DATA, Outcome

type Inputs = Mapping[str, Any]
type Values = dict[str, Any]

HOURS: Final = Decimal(8760)


def ownership_outcomes() -> tuple[Outcome, ...]:
    """Work out every number of ``tco_cases.json``, in the order of the file."""
    text = (DATA / "tco_cases.json").read_text(encoding="utf-8")
    cases = json.loads(text, parse_float=Decimal)
    return tuple(outcome for case in cases for outcome in _outcomes(case))


def _outcomes(case: Mapping[str, Any]) -> Iterator[Outcome]:
    ours = WORKED[case["case_id"]](case["inputs"])
    published = dict(_numbers("", case["expected"]))
    worked = dict(_numbers("", ours))
    for name, value in published.items():
        yield Outcome(
            case=case["case_id"],
            title=case["title"],
            value=name,
            published=value,
            ours=worked[name],
            tolerance=Decimal(str(case["tolerance_rel"])),
            source=case["source"],
        )


def _numbers(name: str, value: object) -> Iterator[tuple[str, Decimal]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _numbers(f"{name}.{key}" if name else key, item)
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value, start=1):
            yield from _numbers(f"{name} {place}", item)
    elif isinstance(value, str):
        yield f"{name}: {value}", ONE
    else:
        yield name, Decimal(str(value))


@exact
def _present_values(given: Inputs) -> Values:
    costs = [Decimal(amount) for amount in given["annual_costs"]]
    capex, rate = Decimal(given["capex_t0"]), given["rate"]
    end = net_present_value((capex, *costs), rate)
    middle = net_present_value((capex, *costs), rate, Timing.MID_YEAR)
    return {
        "npv_end_year": end,
        "npv_mid_year": middle,
        "mid_over_end_ratio_of_opex": (middle - capex) / (end - capex),
        "npf_npv_full_stream": end,
        "npf_npv_opex_only_discounts_from_t0": net_present_value(costs, rate),
        "excel_npv_opex_only_discounts_from_t1": net_present_value(
            (ZERO, *costs), rate
        ),
    }


@exact
def _three_years(given: Inputs) -> Values:
    years = given["years"]
    kwh = lines.energy_kwh(1, Decimal(given["avg_it_kw"]), HOURS, given["pue"])
    power = sum(lines.energy(kwh, given["tariff_usd_per_kwh"], ZERO, years), ZERO)
    support = Decimal(given["hardware_usd"]) * given["support_rate_per_year"] * years
    total = given["hardware_usd"] + support + power
    savings = given["savings_plan_3y_usd_per_h"] * HOURS * years
    return {
        "kwh": kwh * years,
        "power_usd": power,
        "support_usd": support,
        "total_usd": total,
        "rent_on_demand_usd": given["on_demand_usd_per_h"] * HOURS * years,
        "rent_3y_savings_plan_usd": savings,
        "azure_3y_reservation_usd": given["azure_3y_total_usd"],
        "own_over_savings_plan": total / savings,
    }


@exact
def _electricity(given: Inputs) -> Values:
    tariff = tariffs.DemandTariff(
        rate=given["demand_usd_per_kva_month"], power_factor=given["power_factor"]
    )
    billed = tariffs.billed_demand(given["peak_it_kw"], given["pue_peak"], tariff)
    demand = tariffs.demand_charge(billed, tariff, ZERO, 1)[1]
    bands = [
        tariffs.TariffBand(
            name=name,
            kwh=Decimal(given[f"energy_kwh_{name}"]),
            price=given[f"tariff_{name}"],
        )
        for name in ("peak", "offpeak")
    ]
    energy = tariffs.banded_energy(bands, ZERO, 1)[1]
    return {
        "billed_kva": billed.value,
        "demand_usd": demand,
        "energy_usd": energy,
        "total_usd": demand + energy,
    }


@exact
def _depreciation(given: Inputs) -> Values:
    terms = (Decimal(given["cost"]), Decimal(given["residual"]), given["life_years"])
    straight = taxation.straight_line(*terms)
    declining = taxation.double_declining(*terms)

    def shield(schedule: taxation.Schedule) -> Decimal:
        saved = taxation.tax_shield(schedule, given["tax_rate"], given["life_years"])
        return -net_present_value(saved, given["discount_rate"])

    return {
        "sl_annual": straight.yearly[0],
        "sl_book_values": straight.book_values,
        "ddb_annual": declining.yearly,
        "ddb_end_book": declining.book_values[-1],
        "npv_tax_shield_sl": shield(straight),
        "npv_tax_shield_ddb": shield(declining),
    }


def _spares(given: Inputs) -> Values:
    failures = spares.Failures(
        gpus=given["gpus"],
        yearly_rate=given["afr"],
        lead_days=Decimal(given["lead_time_days"]),
        service_level=given["service_level"],
    )
    choice = spares.spares_choice(failures, given["policy_pct"])
    counts = {"pct": choice.policy, "poisson": choice.cycle}
    counts["fill_rate"] = choice.fill_rate
    price = Decimal(given["gpu_price"])
    return {
        "lead_time_demand": choice.demand.value,
        **{f"spares_{name}": count.value for name, count in counts.items()},
        **{
            f"capex_{name}": spares.spares_price(count, price).value
            for name, count in counts.items()
        },
    }


@exact
def _ownership(given: Inputs) -> Values:
    result = _cost(given)
    rows = result.cash_flows.lines
    residual = -rows[CostLine.RESIDUAL][-1]
    capex = result.cash_flows.per_year[0]
    opex = list(result.cash_flows.per_year[1:])
    opex[-1] += residual
    return {
        "capex": capex,
        "energy": rows[CostLine.ENERGY][1:],
        "maintenance": rows[CostLine.MAINTENANCE][1:],
        "opex": opex,
        "residual": residual,
        "tco_nominal": result.cash_flows.total,
        "tco_pv": result.npv,
        "eac": result.equivalent_annual_cost,
        "usd_per_used_gpu_hour_nominal": result.nominal_per_used_gpu_hour,
        "levelised_usd_per_used_gpu_hour": result.levelised_per_used_gpu_hour,
    }


@exact
def _break_even(given: Inputs) -> Values:
    own = break_even.own_line(cluster(given), USD, given["years"])
    gpus = given["servers"] * given["gpus_per_server"]
    return {
        "own_pv_at_0": own.at_zero,
        "own_pv_slope": own.slope,
        "breakeven": {
            name: _share(
                break_even.on_demand_break_even(
                    own,
                    break_even.rent_at_full_use(
                        price, gpus, given["rate"], given["years"]
                    ),
                )
            )
            for name, price in given["cloud_usd_per_gpu_hour"].items()
        },
    }


@exact
def _mixed(given: Inputs) -> Values:
    commit, on_demand = given["commit_3y"], given["on_demand"]
    spot = given["spot"] / (ONE - given["spot_overhead"])
    base, burst = given["base_nodes"], given["burst_node_equiv"]
    demand = mix.Demand(
        shares={base: ONE - burst, base + 1: burst}, hours=Decimal(given["hours"])
    )
    rates = mix.Rates(commit=commit, on_demand=on_demand, spot=spot)
    best = mix.best_mix(demand, rates)
    share = break_even.commitment_share(commit, on_demand)
    return {
        "commit_breakeven_utilisation": share,
        "discount": ONE - share,
        "mix_cost": mix.mix_cost(demand, base, commit, on_demand),
        "all_on_demand_cost": mix.mix_cost(demand, 0, commit, on_demand),
        "all_commit_4_nodes": mix.mix_cost(demand, demand.peak, commit, on_demand),
        "effective_spot_rate": spot,
        "effective_spot_vs_od": spot / on_demand,
        "best_mix": f"{best.base} committed + {best.burst} burst" if best else "",
        "best_mix_cost": best.cost if best else ZERO,
    }


@exact
def _lease(given: Inputs) -> Values:
    lease = leasing.Lease(
        monthly=Decimal(given["lease_per_month"]), months=given["months"]
    )
    price, rate = Decimal(given["price"]), given["annual_rate_effective"]
    resale = price * given["buyback_rate"]
    leased = leasing.lease_present_value(lease, rate).value
    bought = leasing.buying_present_value(price, resale, lease.months, rate).value
    return {
        "monthly_rate": monthly_rate(rate),
        "nominal_over_12": rate / 12,
        "pv_lease": leased,
        "pv_buy_minus_buyback": bought,
        "cheaper": "buy" if bought < leased else "lease",
        "implicit_lease_rate_monthly": leasing.implicit_rate(lease, price, resale),
    }


def _runs(given: Inputs) -> Values:
    hours = Decimal(given["gpu_hours"])
    return {
        name: cost_per_run(hours, price, given["goodput"]).value
        for name, price in given["prices"].items()
    }


@exact
def _buy_backs(given: Inputs) -> Values:
    price, rate, years = Decimal(given["price"]), given["rate"], given["years"]
    values = [
        buy_back.resale_present_value(price, share, years, rate).value
        for share in given["rates"]
    ]
    clause = buy_back.BuyBack(
        price=price,
        clause_rate=given["rates"][-1],
        market_rate=given["rates"][0],
        years=years,
    )
    return {
        "pv": values,
        "net_cost_pv": [price - value for value in values],
        "premium_if_market_is_certain_50_vs_20": buy_back.clause_worth(
            clause, rate
        ).value,
    }


def _densities(given: Inputs) -> Values:
    return {
        name: peak_per_price(card["tflops"], Decimal(card["usd"])).value
        for name, card in given["cards"].items()
    }


def _share(found: break_even.BreakEven) -> Decimal:
    return found.utilisation.value if found.utilisation else ZERO


def _cost(given: Inputs) -> Ownership:
    outcome = cost_of_ownership(cluster(given), USD, (given["years"],))[given["years"]]
    if not isinstance(outcome, Ownership):  # pragma: no cover  # all inputs are given
        raise TypeError(outcome.missing)
    return outcome


WORKED: Final[Mapping[str, Callable[[Inputs], Values]]] = {
    "S01": _present_values,
    "S03": _three_years,
    "S04": _electricity,
    "S05": _depreciation,
    "S07": _spares,
    "S08": _ownership,
    "S10": _break_even,
    "S12": _mixed,
    "S14": _lease,
    "S16": _runs,
    "S18": _buy_backs,
    "S19": _densities,
}
