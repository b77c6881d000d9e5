"""The simulated cost of 200 candidates, 60 months, 10,000 draws against a loop."""

import json
import platform
import sys
from collections.abc import Mapping
from decimal import Decimal
from statistics import median
from time import process_time

import numpy as np

from scoring.tco.ownership import Ownership, cost_of_ownership
from scoring.tco.uncertainty.monthly import MonthlyCosts, monthly_costs
from scoring.tco.uncertainty.ranges import Driver, Range
from scoring.tco.uncertainty.simulation import Uncertain, drawn, simulate
from scoring.worked_cases.cluster import USD, cluster
from scoring.worked_cases.outcomes import DATA

CANDIDATES, MONTHS, DRAWS, ROUNDS, SEED = 200, 60, 10_000, 9, 20_261_101
LOOPED = 10
GOAL = 100
CLOSE = 1e-9

RANGES: Mapping[Driver, Range] = {
    driver: Range(low=Decimal(low), usual=Decimal(usual), high=Decimal(high))
    for driver, (low, usual, high) in {
        Driver.PRICE: ("0.9", "1", "1.2"),
        Driver.TARIFF: ("0.08", "0.1", "0.2"),
        Driver.UTILISATION: ("0.4", "0.65", "0.9"),
        Driver.PUE: ("1.1", "1.35", "1.6"),
        Driver.FAILURES: ("0.5", "1", "3"),
        Driver.RESIDUAL: ("0", "0.15", "0.3"),
        Driver.EXCHANGE_RATE: ("0.95", "1", "1.05"),
    }.items()
}


def candidates() -> list[Uncertain]:
    """The cluster of the worked cases, each candidate at a price of its own."""
    text = (DATA / "tco_cases.json").read_text(encoding="utf-8")
    cases = json.loads(text, parse_float=Decimal)
    given = next(case["inputs"] for case in cases if case["case_id"] == "S08")
    return [uncertain(number, given) for number in range(CANDIDATES)]


def uncertain(number: int, given: Mapping[str, object]) -> Uncertain:
    """One candidate by its months."""
    price = 250_000 + 1_000 * number
    candidate = cluster({**given, "server_price": price})
    result = cost_of_ownership(candidate, USD, (5,))[5]
    if not isinstance(result, Ownership):
        raise TypeError(result)
    costs = monthly_costs(candidate, USD, result)
    return Uncertain(key=f"candidate {number}", costs=costs, ranges=RANGES)


def months_of(costs: MonthlyCosts) -> list[tuple[float, ...]]:
    """The months as plain numbers, turned once and not on the loop's clock."""
    columns = (costs.hours, costs.priced, costs.failing, costs.fixed, costs.factors)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def looped(
    costs: MonthlyCosts, months: list[tuple[float, ...]], at: Mapping[Driver, float]
) -> float:
    """What one would write without a care: a draw of a candidate, month by month."""
    scale = at[Driver.PRICE] * at[Driver.EXCHANGE_RATE]
    span = costs.load_kw - costs.idle_kw
    power = costs.idle_kw + span * at[Driver.UTILISATION]
    value = costs.purchase * scale
    for hours, priced, failing, fixed, factor in months:
        energy = hours * power * at[Driver.PUE] * at[Driver.TARIFF]
        repaired = priced * scale + failing * scale * at[Driver.FAILURES]
        lines = energy + repaired + fixed
        value += lines * factor
    return value - costs.sold * scale * at[Driver.RESIDUAL] * costs.last


def inputs(count: int) -> list[dict[Driver, float]]:
    """Draws for the loop, drawn beforehand so that drawing is not on its clock."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    columns = {
        driver: drawn(generator.random(count), within).tolist()
        for driver, within in RANGES.items()
    }
    return [{driver: columns[driver][at] for driver in columns} for at in range(count)]


def largest_difference(
    offers: list[Uncertain], draws: list[dict[Driver, float]]
) -> float:
    """How far the loop and our formula lie apart, as a share, over some draws."""
    differences = []
    for costs in (offer.costs for offer in offers[::20]):
        months = months_of(costs)
        for at in draws:
            ours = float(costs.present_value(at))
            differences.append(abs(ours / looped(costs, months, at) - 1))
    return max(differences)


def main() -> int:
    """Measure both, print them, and fail when they disagree or the goal is missed."""
    offers, draws = candidates(), inputs(LOOPED)
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        result = simulate(offers, SEED, DRAWS)
        times.append(process_time() - start)
    listed = [(offer.costs, months_of(offer.costs)) for offer in offers]
    start = process_time()
    for at in draws:
        for costs, months in listed:
            looped(costs, months, at)
    loop = (process_time() - start) * DRAWS / LOOPED
    start = process_time()
    spreads = [result.spread(offer.key) for offer in offers]
    reading = process_time() - start
    ratio, apart = loop / median(times), largest_difference(offers, draws)
    print(
        f"Cost of {CANDIDATES} candidates by {MONTHS} months by {DRAWS:,} draws, "
        f"{ROUNDS} rounds, Python {platform.python_version()}, numpy {np.__version__}"
    )
    print(
        f"  ours         {1000 * median(times):8.1f} ms of CPU  (fastest "
        f"{1000 * min(times):.1f}, slowest {1000 * max(times):.1f})"
    )
    print(f"  a plain loop {1000 * loop:8.0f} ms of CPU  (from {LOOPED} draws)")
    print(f"  ratio        {ratio:8.0f}     (goal {GOAL})")
    print(f"  P10, P50 and P90 of all take {1000 * reading:.1f} ms more")
    print(f"  the first costs {spreads[0].p10:,.0f} to {spreads[0].p90:,.0f} USD")
    print(f"  largest difference {apart:.1e} of the value")
    return 0 if ratio >= GOAL and apart < CLOSE else 1


if __name__ == "__main__":
    sys.exit(main())
