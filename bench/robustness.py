"""Ranking 10,000 offers, and 500 offers under 10,000 draws of weights, against pymcdm.

Our side is the numpy kernels that the worker uses for Monte Carlo, not the exact path
of the official result (`rankings.py` measures that one).
"""

import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from pymcdm.methods import TOPSIS, WSM
from pymcdm.normalizations import sum_normalization, vector_normalization

from scoring.mcda.simulation.kernels import ranks, topsis_closeness, weighted_sums

SEED = 20_260_901
LARGE, OFFERS, CRITERIA, DRAWS = 10_000, 500, 10, 10_000
ROUNDS, PEER_DRAWS = 7, 500

type Table = NDArray[np.float64]
type Ranks = NDArray[np.int64]


def table(rows: int) -> Table:
    """Scores between 1 and 5, the last column a price."""
    draw = np.random.Generator(np.random.PCG64(SEED))
    scores = draw.uniform(1, 5, (rows, CRITERIA))
    scores[:, -1] = draw.uniform(20_000, 60_000, rows)
    return scores


def draws() -> Table:
    """Weights close to 1 of 10 each; the same seed gives the same draws."""
    draw = np.random.Generator(np.random.PCG64(SEED))
    return draw.dirichlet(np.full(CRITERIA, 10.0), DRAWS)


COSTS = np.arange(CRITERIA) == CRITERIA - 1
TYPES = np.where(COSTS, -1, 1)


def shares(scores: Table) -> Table:
    """Sum normalisation, as pymcdm's weighted sum does it."""
    values = np.where(COSTS, 1 / scores, scores)
    return np.asarray(values / values.sum(axis=0))


def ours_sum(scores: Table, weights: Table) -> Ranks:
    """Full ranks of every draw by the weighted sum; levelled at 1E-9 of 100 points."""
    return ranks(100 * weighted_sums(shares(scores), weights) * len(scores))


def ours_topsis(scores: Table, weights: Table) -> Ranks:
    """Full ranks of every draw by TOPSIS."""
    return ranks(1000 * topsis_closeness(scores, COSTS, weights))


def peers(method: WSM | TOPSIS, scores: Table, weights: Table) -> Ranks:
    """What one writes with pymcdm: a loop over the draws."""
    found = [method.rank(method(scores, row, TYPES)) for row in weights]
    return np.array(found).astype(np.int64)


def seconds(work: Callable[[], Ranks], rounds: int) -> tuple[list[float], Ranks]:
    """The time of each round, and the last answer."""
    times, found = [], work()
    for _ in range(rounds):
        start = perf_counter()
        found = work()
        times.append(perf_counter() - start)
    return times, found


def spread(times: list[float], scale: float = 1) -> str:
    """Median, fastest and slowest in milliseconds."""
    low, middle, high = (
        1000 * scale * each for each in (min(times), median(times), max(times))
    )
    return f"{middle:10.2f} ms  (fastest {low:.2f}, slowest {high:.2f})"


def compared(
    name: str,
    ours: Callable[[Table, Table], Ranks],
    peer: WSM | TOPSIS,
    scores: Table,
    wanted: int,
) -> bool:
    """Print both times and their ratio; tell whether ranks agree and it is reached."""
    weights = draws() if len(scores) == OFFERS else draws()[:1]
    part = weights[:PEER_DRAWS]
    scale = len(weights) / len(part)
    our_times, found = seconds(lambda: ours(scores, weights), ROUNDS)
    peer_times, answer = seconds(
        lambda: peers(peer, scores, part), ROUNDS if len(part) == 1 else 1
    )
    is_same = np.array_equal(found[: len(part)], answer)
    is_again = np.array_equal(found, ours(scores, draws()[: len(weights)]))
    ratio = scale * median(peer_times) / median(our_times)
    said = "measured" if scale == 1 else f"{len(part)} draws, times {scale:.0f}"
    print(f"{name}: {len(scores)} x {CRITERIA}, {len(weights)} draws, full ranks")
    print(f"  ours   {spread(our_times)}, {ROUNDS} rounds")
    print(f"  pymcdm {spread(peer_times, scale)}, {said}")
    print(
        f"  {ratio:.0f} times faster (wanted {wanted}); ranks "
        f"{'agree' if is_same else 'DIFFER'}; same seed, "
        f"{'same result' if is_again else 'ANOTHER RESULT'}"
    )
    return is_same and is_again and ratio >= wanted


def main() -> int:
    """Measure all three; fail where ranks differ or a ratio is not reached."""
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, "
        f"pymcdm {version('pymcdm')}, seed {SEED}"
    )
    add, ideal = WSM(sum_normalization), TOPSIS(vector_normalization)
    reached = [
        compared("Weighted sum, one draw", ours_sum, add, table(LARGE), 20),
        compared("Weighted sum, many draws", ours_sum, add, table(OFFERS), 100),
        compared("TOPSIS, many draws", ours_topsis, ideal, table(OFFERS), 80),
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
