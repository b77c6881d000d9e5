"""Cost lines: one pure function each, from its inputs to its yearly cash flow.

Every function returns amounts by year, index 0 being the purchase: costs positive,
income negative, unrounded, in the currency and on the tax basis of what goes in.
Shares and increases are fractions: 0.08 is 8 %.
"""

from collections.abc import Collection, Iterable
from decimal import Decimal

from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly
from scoring.tco.inputs import SupportContract


@exact
def purchase(prices: Iterable[Decimal], years: int) -> Yearly:
    """Pay what is bought at t = 0.

    Formula: Σ unit price of the tier reached × quantity × (1 − discount).

    Unit: currency. Freight, installation and non-recoverable tax are lines of their
    own by the same rule. Source: the quote.

    >>> purchase([Decimal(300), Decimal(20)], 2)
    (Decimal('320'), Decimal('0'), Decimal('0'))
    """
    return sum(prices, ZERO), *_none(years)


@exact
def spares_initial(pool: Decimal, years: int) -> Yearly:
    """Buy the spare parts that are on the shelf from the first day.

    Formula: the pool at t = 0. Unit: currency. Source: the quote.

    >>> spares_initial(Decimal(98000), 1)
    (Decimal('98000'), Decimal('0'))
    """
    return pool, *_none(years)


@exact
def spares_yearly(pool: Decimal, share: Decimal, years: int) -> Yearly:
    """Replace the part of the pool that was used up.

    Formula: pool × share in each year 1…n. Unit: currency per year. Source: the
    buyer's returns list.

    >>> spares_yearly(Decimal(98000), Decimal("0.12"), 1)
    (Decimal('0'), Decimal('11760.00'))
    """
    return ZERO, *(pool * share for _ in range(years))


@exact
def average_power_kw(idle_kw: Decimal, load_kw: Decimal, share: Decimal) -> Decimal:
    """Weigh idle and load power of a node by utilisation.

    Formula: P_idle + (P_load − P_idle)·u. Unit: kW per node. P_load is measured at
    full allocation, else the server's maximum; never GPUs × TDP, because GPUs draw
    only about 55 % of a server. Source: stress test or data sheet.

    >>> average_power_kw(Decimal("3.1"), Decimal("9.9"), Decimal("0.70"))
    Decimal('7.860')
    """
    return idle_kw + (load_kw - idle_kw) * share


@exact
def energy_kwh(
    nodes: int, average_kw: Decimal, hours: Decimal, pue: Decimal
) -> Decimal:
    """Count the electricity of a year at the meter of the building.

    Formula: nodes × average kW × hours × PUE. Unit: kWh per year. Source: PUE by
    ISO/IEC 30134-2.

    >>> energy_kwh(1, Decimal(7), Decimal(8760), Decimal("1.6"))
    Decimal('98112.0')
    """
    return nodes * average_kw * hours * pue


@exact
def energy(kwh: Decimal, tariff: Decimal, increase: Decimal, years: int) -> Yearly:
    """Pay the electricity, dearer each year.

    Formula: kWh × tariff × (1+e)^(t−1). Unit: currency per year. Source: supply
    contract.

    >>> energy(Decimal(1000), Decimal("0.10"), Decimal("0.03"), 2)
    (Decimal('0'), Decimal('100.00'), Decimal('103.0000'))
    """
    return _escalated(kwh * tariff, increase, years)


@exact
def space(units: Decimal, rate: Decimal, increase: Decimal, years: int) -> Yearly:
    """Rent the room that the servers stand in.

    Formula: units × rate × (1+e)^(t−1), units being rack units, racks or m². Unit:
    currency per year. Source: co-location contract.

    >>> space(Decimal(96), Decimal(1023), Decimal(0), 1)
    (Decimal('0'), Decimal('98208'))
    """
    return _escalated(units * rate, increase, years)


@exact
def staff(fte: Decimal, cost: Decimal, increase: Decimal, years: int) -> Yearly:
    """Pay the people who run the servers.

    Formula: FTE × cost per FTE × (1+w)^(t−1). Unit: currency per year. Source: team
    plan.

    >>> staff(Decimal("0.5"), Decimal(140000), Decimal("0.03"), 2)
    (Decimal('0'), Decimal('70000.0'), Decimal('72100.000'))
    """
    return _escalated(fte * cost, increase, years)


@exact
def support(contracts: Iterable[SupportContract], years: int) -> Yearly:
    """Pay support contracts as invoiced, in the years they cover.

    Formula: Σ contract total ÷ its years, in each of its years up to n; what falls
    after the horizon is not counted. Unit: currency per year. Source: the quote.

    >>> three_years = SupportContract(first_year=1, last_year=3, total=Decimal(300))
    >>> support([three_years], 4)
    (Decimal('0'), Decimal('100'), Decimal('100'), Decimal('100'), Decimal('0'))
    """
    contracts = tuple(contracts)
    return ZERO, *(
        sum((contract.invoiced(year) for contract in contracts), ZERO)
        for year in range(1, years + 1)
    )


@exact
def maintenance(
    base: Decimal,
    rate: Decimal,
    increase: Decimal,
    charged_years: Collection[int],
    years: int,
) -> Yearly:
    """Pay maintenance as a share of a price, once the warranty is over.

    Formula: base × rate × (1+e)^(t−1) in the charged years, else 0. Unit: currency
    per year. The base is the price that the rate refers to. ``charged_years`` come
    from ``years_without_cover``, so that no year is paid twice. Source: framework
    contract or quote.

    >>> maintenance(Decimal(1000), Decimal("0.07"), Decimal(0), (2,), 2)
    (Decimal('0'), Decimal('0'), Decimal('70.00'))
    """
    full = _escalated(base * rate, increase, years)
    return tuple(
        amount if year in charged_years else ZERO for year, amount in enumerate(full)
    )


def years_without_cover(
    contracts: Iterable[SupportContract], warranty_years: Decimal, years: int
) -> tuple[int, ...]:
    """List the years in which neither warranty nor contract covers repairs.

    >>> contract = SupportContract(first_year=1, last_year=3, total=Decimal(300))
    >>> years_without_cover([contract], Decimal(0), 5)
    (4, 5)
    >>> years_without_cover([], Decimal(2), 3)
    (3,)
    """
    contracts = tuple(contracts)
    return tuple(
        year
        for year in range(1, years + 1)
        if year > warranty_years
        and not any(contract.covers(year) for contract in contracts)
    )


@exact
def residual(base: Decimal, rate: Decimal, years: int) -> Yearly:
    """Sell the hardware at the end of the horizon: income, so below zero.

    Formula: −rate(n) × base at the end of year n. Unit: currency. The base is the net
    price of servers and of network hardware flagged as resaleable; never
    installation, freight, training, software or support. Source: broker quotes.

    >>> residual(Decimal(310000), Decimal("0.20"), 2)
    (Decimal('0'), Decimal('0'), Decimal('-62000.00'))
    """
    return *_none(years), -(base * rate)


def _escalated(first: Decimal, increase: Decimal, years: int) -> Yearly:
    growth = ONE + increase
    return ZERO, *(first * growth ** (year - 1) for year in range(1, years + 1))


def _none(years: int) -> Yearly:
    return (ZERO,) * years
