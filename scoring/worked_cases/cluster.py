"""The cluster of the published cases as a candidate of the cost model."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

from procurement.money import Money, TaxBasis
from scoring.figures.precision import exact
from scoring.tco.assumptions import Assumption, Origin
from scoring.tco.inputs import CandidateCosts, Conventions, PurchaseGroup, PurchaseLine

USD: Final = Conventions(currency="USD")

_HUNDRED: Final = 100


@exact
def cluster(given: Mapping[str, Any]) -> CandidateCosts:
    """Take a case's inputs over: four servers with eight H100 each in S08 and S10."""
    years = given["years"]
    values: dict[str, tuple[object, str]] = {
        "utilisation": (given["utilisation"] * _HUNDRED, "%"),
        "idle_kw": (given["p_idle_kw"], "kW"),
        "load_kw": (given["p_max_kw"], "kW"),
        "hours": (8760, "h"),
        "pue": (given["pue"], ""),
        "tariff": (given["tariff"], "USD/kWh"),
        "tariff_increase": (given["tariff_escalation"] * _HUNDRED, "% per year"),
        "spares_pool": (given["spare_capex"], "USD"),
        "spares_use": (0, "% of pool"),
        "warranty_years": (given["warranty_years"], "years"),
        "maintenance_after_warranty": (
            given["maint_rate"] * _HUNDRED,
            "% of compute hardware per year",
        ),
        "maintenance_increase": (given["maint_escalation"] * _HUNDRED, "% per year"),
        "space": (given["space_usd_per_rack_year"], "USD/rack and year"),
        "racks": (given["racks"], "racks"),
        "fte": (given["staff_fte"], "FTE"),
        "fte_cost": (given["fte_cost"], "USD per year"),
        "wage_increase": (given["wage_escalation"] * _HUNDRED, "% per year"),
        "discount": (given["rate"] * _HUNDRED, "%"),
        f"residual_{years}_H100": (
            given["residual_rate"] * _HUNDRED,
            "% of compute hardware",
        ),
    }
    return CandidateCosts(
        name="4x 8-GPU H100",
        nodes=given["servers"],
        gpus_per_node=given["gpus_per_server"],
        gpu_family="H100",
        purchases=(
            _bought(PurchaseGroup.COMPUTE, given["server_price"], given["servers"]),
            _bought(PurchaseGroup.NETWORK, given["network_storage_capex"]),
            _bought(PurchaseGroup.SERVICES, given["install_capex"]),
        ),
        assumptions={
            key: Assumption(
                key=key,
                value=Decimal(str(value)),
                unit=unit,
                origin=Origin.ASSUMED,
                source="tco_cases.json",
                on=date(2026, 10, 1),
            )
            for key, (value, unit) in values.items()
        },
    )


def _bought(group: PurchaseGroup, price: int, quantity: int = 1) -> PurchaseLine:
    return PurchaseLine(
        group=group,
        label=str(group),
        quantity=Decimal(quantity),
        unit_price=Money(Decimal(price), "USD", TaxBasis.NET),
    )
