"""The exact weighted sum of 1,000 candidates by 10 criteria against a float loop."""

import platform
import random
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from statistics import median
from time import perf_counter

from scoring.mcda.weighted_sum import weighted_sum

CANDIDATES, CRITERIA, ROUNDS, SEED = 1_000, 10, 15, 20_260_901
CLOSE = 1e-9

type Shares = list[Mapping[str, Fraction]]


def inputs() -> tuple[Shares, dict[str, Fraction]]:
    """Shares in thousandths, and weights that sum to 1, the same in every run."""
    draw = random.Random(SEED)
    keys = [f"c{number}" for number in range(CRITERIA)]
    points = [draw.randint(1, 30) for _ in keys]
    weights = {
        key: Fraction(each, sum(points)) for key, each in zip(keys, points, strict=True)
    }
    shares: Shares = [
        {key: Fraction(draw.randint(0, 1000), 1000) for key in keys}
        for _ in range(CANDIDATES)
    ]
    return shares, weights


def exact(shares: Shares, weights: Mapping[str, Fraction]) -> list[float]:
    """Our totals, turned into floats to compare."""
    return [float(weighted_sum(row, weights) or 0) for row in shares]


def plain(shares: list[list[float]], weights: list[float]) -> list[float]:
    """What one would write without a care."""
    return [
        100 * sum(w * s for w, s in zip(weights, row, strict=True)) for row in shares
    ]


def timed(work: Callable[[], list[float]]) -> tuple[list[float], list[float]]:
    """The totals, and the milliseconds of each round."""
    times, totals = [], work()
    for _ in range(ROUNDS):
        start = perf_counter()
        totals = work()
        times.append(1000 * (perf_counter() - start))
    return totals, times


def line(name: str, times: list[float]) -> str:
    """Median and spread of one way."""
    return (
        f"  {name:<12} {median(times):8.2f} ms"
        f"  (fastest {min(times):.2f}, slowest {max(times):.2f})"
    )


def main() -> int:
    """Measure both, print them, and fail when they disagree."""
    shares, weights = inputs()
    floats = [[float(share) for share in row.values()] for row in shares]
    ours, our_times = timed(lambda: exact(shares, weights))
    theirs, their_times = timed(
        lambda: plain(floats, [float(each) for each in weights.values()])
    )
    largest = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
    print(
        f"Weighted sum of {CANDIDATES} candidates by {CRITERIA} criteria, "
        f"{ROUNDS} rounds, Python {platform.python_version()}"
    )
    print(line("exact (ours)", our_times))
    print(line("float loop", their_times))
    print(f"  exactness costs {median(our_times) / median(their_times):.0f} times")
    print(f"  largest difference {largest:.1e} points of 100")
    return 0 if largest < CLOSE else 1


if __name__ == "__main__":
    sys.exit(main())
