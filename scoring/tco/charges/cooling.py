"""Liquid against air cooling: electricity, fans and the extra purchase."""

from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least, require_fraction
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly
from scoring.tco.measures.payback import Payback, payback


@dataclass(frozen=True, slots=True, kw_only=True)
class Cooling:
    """Hold two ways to cool the same servers.

    ``fan_share`` is the share of a server's power that its fans draw and liquid
    saves; ``extra_purchase`` is what liquid costs more at the start, pipework and
    distribution included.
    """

    air_pue: Decimal
    liquid_pue: Decimal
    fan_share: Decimal = ZERO
    extra_purchase: Decimal = ZERO

    def __post_init__(self) -> None:
        require_at_least(1, air_pue=self.air_pue, liquid_pue=self.liquid_pue)
        require_fraction(fan_share=self.fan_share)
        require_at_least(0, extra_purchase=self.extra_purchase)


@exact
def energy_saved(cooling: Cooling) -> Figure:
    """Work out the share of electricity that liquid saves.

    Formula: 1 − PUE_l·(1 − fan share)/PUE_a: below zero where it costs more. A PUE
    says nothing of fans, because they count as IT load. Unit: fraction. Source:
    ISO/IEC 30134-2.

    >>> plain = Cooling(air_pue=Decimal("1.5"), liquid_pue=Decimal("1.2"))
    >>> energy_saved(plain).value
    Decimal('0.2')
    """
    left = cooling.liquid_pue * (ONE - cooling.fan_share) / cooling.air_pue
    return Figure(
        code="energy_saved",
        symbol="x",
        value=ONE - left,
        unit="",
        formula="1 - E_l*(1 - f)/E_a",
        inputs=(
            given("liquid_pue", "E_l", cooling.liquid_pue, ""),
            given("fan_share", "f", cooling.fan_share, ""),
            given("air_pue", "E_a", cooling.air_pue, ""),
        ),
        source="ISO/IEC 30134-2",
    )


@exact
def liquid_energy(air_energy: Yearly, cooling: Cooling) -> Yearly:
    """Turn the electricity cost under air into that under liquid, year by year.

    >>> cooling = Cooling(air_pue=Decimal("1.5"), liquid_pue=Decimal("1.2"))
    >>> liquid_energy((Decimal(0), Decimal(100)), cooling)
    (Decimal('0.0'), Decimal('80.0'))
    """
    kept = ONE - energy_saved(cooling).value
    return tuple(amount * kept for amount in air_energy)


@exact
def liquid_payback(
    air_energy: Yearly, cooling: Cooling, factors: Yearly | None = None
) -> Payback:
    """Find when liquid has paid its extra purchase back, if it does.

    Linear inside the year; with factors the savings are discounted first. Unit:
    years.
    """
    liquid = liquid_energy(air_energy, cooling)
    saved = [air - own for air, own in zip(air_energy, liquid, strict=True)]
    if factors is not None:
        saved = [each * factor for each, factor in zip(saved, factors, strict=True)]
    return payback(cooling.extra_purchase, tuple(saved[1:]))
