"""Electricity beyond one price: rates by time of day, and a charge for the peak."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least, require_fraction
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly
from scoring.tco.charges.escalation import escalated

MONTHS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class TariffBand:
    """Hold the electricity of a year that is billed at one price.

    ``kwh`` are per year, at the meter of the building; ``price`` is per kWh.
    """

    name: str
    kwh: Decimal
    price: Decimal

    def __post_init__(self) -> None:
        require_at_least(0, kwh=self.kwh, price=self.price)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemandTariff:
    """Hold the charge for the monthly peak: per kW, or per kVA with a power factor.

    ``power_factor`` none means that kilowatts are billed.
    """

    rate: Decimal
    power_factor: Decimal | None = None

    def __post_init__(self) -> None:
        require_at_least(0, rate=self.rate)
        if self.power_factor is not None:
            require_fraction(power_factor=self.power_factor)
            require_above(0, power_factor=self.power_factor)


@exact
def split_by_share(kwh: Decimal, peak_share: Decimal) -> tuple[Decimal, Decimal]:
    """Split a year's electricity into peak and off-peak by the share of peak hours.

    >>> split_by_share(Decimal(100), Decimal("0.4"))
    (Decimal('40.0'), Decimal('60.0'))
    """
    require_fraction(peak_share=peak_share)
    return kwh * peak_share, kwh * (ONE - peak_share)


@exact
def banded_energy(bands: Iterable[TariffBand], increase: Decimal, years: int) -> Yearly:
    """Pay electricity at the price of each band, dearer each year.

    Formula: Σ kWh_i·tariff_i·(1+e)^(t−1). Unit: currency per year. Source: supply
    contract.

    Raises:
        InputError: there is no band, or two have one name.

    >>> day = TariffBand(name="peak", kwh=Decimal(10), price=Decimal("0.2"))
    >>> night = TariffBand(name="off_peak", kwh=Decimal(20), price=Decimal("0.1"))
    >>> banded_energy([day, night], Decimal(0), 1)
    (Decimal('0'), Decimal('4.0'))
    """
    bands = tuple(bands)
    if not bands or len({band.name for band in bands}) < len(bands):
        message = "each band of a tariff has a name of its own"
        raise InputError(message, "bands", "bands")
    first = sum((band.kwh * band.price for band in bands), ZERO)
    return escalated(first, increase, years)


@exact
def billed_demand(peak_it_kw: Decimal, pue: Decimal, tariff: DemandTariff) -> Figure:
    """Work out the peak that is billed each month.

    Formula: kW·PUE, divided by the power factor only if kVA are billed. Unit: kW or
    kVA. The peak follows from the server's maximum power, not from utilisation.

    >>> tariff = DemandTariff(rate=Decimal(10), power_factor=Decimal("0.8"))
    >>> billed_demand(Decimal(40), Decimal("1.2"), tariff).value
    Decimal('60')
    """
    require_at_least(0, peak_it_kw=peak_it_kw)
    require_at_least(1, pue=pue)
    inputs = (
        given("peak_it_power", "P", peak_it_kw, "kW"),
        given("pue", "E", pue, ""),
    )
    if tariff.power_factor is None:
        return Figure(
            code="billed_demand",
            symbol="B",
            value=peak_it_kw * pue,
            unit="kW",
            formula="P*E",
            inputs=inputs,
        )
    return Figure(
        code="billed_demand",
        symbol="B",
        value=peak_it_kw * pue / tariff.power_factor,
        unit="kVA",
        formula="P*E/f",
        inputs=(*inputs, given("power_factor", "f", tariff.power_factor, "")),
    )


@exact
def demand_charge(
    demand: Figure, tariff: DemandTariff, increase: Decimal, years: int
) -> Yearly:
    """Pay for the peak in each month.

    Formula: billed demand·rate·12·(1+e)^(t−1). Unit: currency per year. Source:
    maximum-demand clause of the supply contract.
    """
    return escalated(demand.value * tariff.rate * MONTHS, increase, years)
