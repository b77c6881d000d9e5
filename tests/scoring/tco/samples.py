"""Candidates of known cost: the demonstration story and the worked cases."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from procurement.money import Money, TaxBasis
from scoring.tco.assumptions import Assumption, Origin
from scoring.tco.inputs import CandidateCosts, Conventions, PurchaseGroup, PurchaseLine

ROOT = Path(__file__).parents[3]
USD = Conventions(currency="USD")

STORY = json.loads((ROOT / "scoring/data/story.json").read_text(), parse_float=Decimal)
CASES = {
    case["case_id"]: case
    for case in json.loads(
        (ROOT / "catalog/data/tco_cases.json").read_text(), parse_float=Decimal
    )
}
ORIGINS = {
    "quoted": Origin.QUOTED,
    "evaluation assumption": Origin.ASSUMED,
    "catalogue default": Origin.DEFAULT,
}
GROUPS = {
    "chassis": PurchaseGroup.COMPUTE,
    "cpu": PurchaseGroup.COMPUTE,
    "ram": PurchaseGroup.COMPUTE,
    "nvme": PurchaseGroup.COMPUTE,
    "nic": PurchaseGroup.NETWORK,
    "cable": PurchaseGroup.NETWORK,
    "inst": PurchaseGroup.SERVICES,
    "train": PurchaseGroup.SERVICES,
    "ship": PurchaseGroup.FREIGHT,
}


def close_to(value, tolerance="1e-20"):
    """Match a decimal, or decimals, to an absolute tolerance."""
    if isinstance(value, list | tuple):
        return tuple(close_to(item, tolerance) for item in value)
    return pytest.approx(Decimal(value), abs=Decimal(tolerance), rel=0)


def published(value):
    """Match the figures of a worked case to its relative tolerance of 1e-6."""
    if isinstance(value, list):
        return tuple(published(item) for item in value)
    return pytest.approx(Decimal(value), rel=Decimal("1e-6"), abs=0)


def usd(amount: object) -> Money:
    return Money(Decimal(str(amount)), "USD", TaxBasis.NET)


def assume(key: str, value: object, unit: str, **more) -> Assumption:
    return Assumption(
        **{
            "key": key,
            "value": Decimal(str(value)),
            "unit": unit,
            "origin": Origin.ASSUMED,
            "source": "test",
            "on": date(2026, 11, 1),
            **more,
        }
    )


def keyed(*assumptions: Assumption) -> dict[str, Assumption]:
    return {assumption.key: assumption for assumption in assumptions}


def bought(group: PurchaseGroup, price: object, **more) -> PurchaseLine:
    return PurchaseLine(
        **{
            "group": group,
            "label": str(group),
            "quantity": Decimal(1),
            "unit_price": usd(price),
            **more,
        }
    )


def story_candidate(letter: str) -> CandidateCosts:
    """Return a bidder of the story from the story's own inputs."""
    bidder = STORY["tco_assumptions"]["per_candidate"][letter]
    given = [*STORY["tco_assumptions"]["common"], *bidder["values"]]
    return CandidateCosts(
        name=STORY["bidders"][letter]["short"],
        nodes=STORY["nodes"],
        gpus_per_node=STORY["gpus_per_node"],
        gpu_family=bidder["gpu_family"],
        purchases=tuple(
            PurchaseLine(
                group=GROUPS[line["key"]],
                label=line["label"],
                quantity=Decimal(line["quantity"]),
                unit_price=usd(line["unit_price_usd_net"][letter]),
            )
            for line in STORY["lines"]
            if line["key"] in GROUPS
        ),
        assumptions=keyed(
            *(
                Assumption(
                    key=item["key"],
                    value=Decimal(item["value"].replace(",", "")),
                    unit=item["unit"],
                    origin=ORIGINS[item["origin"]],
                    source=item["source"],
                    on=date.fromisoformat(item["date"]),
                )
                for item in given
            )
        ),
    )


def worked_candidate(**changes) -> CandidateCosts:
    """Return the cluster of worked case S08: four servers with eight H100 each."""
    given = CASES["S08"]["inputs"]
    percent = {
        key: given[key] * 100
        for key in (
            "rate",
            "utilisation",
            "tariff_escalation",
            "maint_rate",
            "maint_escalation",
            "wage_escalation",
            "residual_rate",
        )
    }
    base = {
        "name": "4x 8-GPU H100",
        "nodes": given["servers"],
        "gpus_per_node": given["gpus_per_server"],
        "gpu_family": "H100",
        "purchases": (
            bought(
                PurchaseGroup.COMPUTE,
                given["server_price"],
                quantity=Decimal(given["servers"]),
            ),
            bought(PurchaseGroup.NETWORK, given["network_storage_capex"]),
            bought(PurchaseGroup.SERVICES, given["install_capex"]),
        ),
        "assumptions": keyed(
            assume("utilisation", percent["utilisation"], "%"),
            assume("idle_kw", given["p_idle_kw"], "kW"),
            assume("load_kw", given["p_max_kw"], "kW"),
            assume("hours", 8760, "h"),
            assume("pue", given["pue"], ""),
            assume("tariff", given["tariff"], "USD/kWh"),
            assume("tariff_increase", percent["tariff_escalation"], "% per year"),
            assume("spares_pool", given["spare_capex"], "USD"),
            assume("spares_use", 0, "% of pool"),
            assume("warranty_years", given["warranty_years"], "years"),
            assume(
                "maintenance_after_warranty",
                percent["maint_rate"],
                "% of compute hardware per year",
            ),
            assume("maintenance_increase", percent["maint_escalation"], "% per year"),
            assume("space", given["space_usd_per_rack_year"], "USD/rack and year"),
            assume("racks", given["racks"], "racks"),
            assume("fte", given["staff_fte"], "FTE"),
            assume("fte_cost", given["fte_cost"], "USD per year"),
            assume("wage_increase", percent["wage_escalation"], "% per year"),
            assume("discount", percent["rate"], "%"),
            *(
                assume(
                    f"residual_{years}_H100",
                    percent["residual_rate"],
                    "% of compute hardware",
                )
                for years in range(1, 11)
            ),
        ),
    }
    return CandidateCosts(**(base | changes))


def with_values(candidate: CandidateCosts, **values: object) -> dict[str, Assumption]:
    """Return a candidate's assumptions with some values replaced; None removes."""
    given = dict(candidate.assumptions)
    for key, value in values.items():
        if value is None:
            del given[key]
        else:
            given[key] = assume(key, value, given[key].unit)
    return given
