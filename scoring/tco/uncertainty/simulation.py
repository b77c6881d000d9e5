"""Monte Carlo of the cost of ownership: seeded, vectorised, in float64.

The only module of the cost model that leaves exact decimals, because a simulation's
last digits mean nothing. Its usual values give the exact model's result to 1e-9.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.figures.errors import InputError
from scoring.figures.limits import require_at_least
from scoring.tco.uncertainty.monthly import MonthlyCosts
from scoring.tco.uncertainty.ranges import Driver, Range, Shape

type Floats = NDArray[np.float64]

DRAWS: Final = 10_000

SHARED: Final = frozenset({Driver.TARIFF, Driver.PUE, Driver.EXCHANGE_RATE})
"""What is the same for all candidates in one draw: the world, not the offer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """Hold a candidate by its monthly costs, and the ranges of its drivers.

    A driver without a range stays at its usual value. The ranges of shared drivers
    are those of the evaluation; all candidates see the same draw of them.
    """

    key: str
    costs: MonthlyCosts
    ranges: Mapping[Driver, Range]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Hold what the draws of one candidate say, in currency."""

    p10: float
    p50: float
    p90: float
    mean: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """Hold the present value of every candidate in every draw.

    ``values`` has a row a candidate, in the order of ``keys``, and a column a draw.
    """

    keys: tuple[str, ...]
    values: Floats
    seed: int

    def spread(self, key: str) -> Spread:
        """Return the 10th, 50th and 90th percentile of a candidate, and its mean."""
        row = self.values[self.keys.index(key)]
        low, middle, high = np.percentile(row, (10, 50, 90))
        return Spread(
            p10=float(low), p50=float(middle), p90=float(high), mean=float(row.mean())
        )

    def probability_cheaper(self, first: str, second: str) -> float:
        """Return the share of draws in which the first costs less than the second.

        A tie counts half to each, so that the two shares add to 1.
        """
        ours = self.values[self.keys.index(first)]
        theirs = self.values[self.keys.index(second)]
        return float((ours < theirs).mean() + (ours == theirs).mean() / 2)

    def probability_cheapest(self) -> dict[str, float]:
        """Return each candidate's share of the draws in which it costs least.

        A tie goes to the first of the candidates that share it.
        """
        winners = np.bincount(self.values.argmin(axis=0), minlength=len(self.keys))
        shares = (winners / self.values.shape[1]).tolist()
        return dict(zip(self.keys, shares, strict=True))


def simulate(
    candidates: Sequence[Uncertain], seed: int, draws: int = DRAWS
) -> Simulation:
    """Draw the uncertain inputs and work out every candidate's present value.

    Random numbers come from PCG64 by seed, driver and, for what is the candidate's
    own, its key: so a candidate's draws depend neither on the others nor on their
    order, and shared drivers move all at once. Inputs are drawn by inverting their
    distribution.

    Raises:
        InputError: there is no candidate, two have one key, or no draw.
    """
    require_at_least(1, draws=draws)
    require_at_least(0, seed=seed)
    keys = tuple(candidate.key for candidate in candidates)
    if not keys or len(set(keys)) < len(keys):
        message = "each candidate has a key of its own"
        raise InputError(message, "keys", "candidates")
    drawing = _Draws(seed, draws)
    values = np.empty((len(keys), draws))
    for row, candidate in enumerate(candidates):
        values[row] = _present_values(candidate, drawing)
    return Simulation(keys=keys, values=values, seed=seed)


def drawn(uniform: Floats, within: Range) -> Floats:
    """Turn uniform numbers from 0 to 1 into draws from a range.

    Formula: triangular by the inverse of its distribution, low + √(u·(b−a)·(c−a))
    up to the usual value and high − √((1−u)·(b−a)·(b−c)) above. Source: Kotz and van
    Dorp, Beyond Beta.

    >>> from decimal import Decimal
    >>> halves = np.array([0.0, 0.5, 1.0])
    >>> ends = Range(low=Decimal(1), usual=Decimal(2), high=Decimal(3))
    >>> drawn(halves, ends).tolist()
    [1.0, 2.0, 3.0]
    """
    low, usual, high = float(within.low), float(within.usual), float(within.high)
    width = high - low
    if not width:
        return np.full_like(uniform, usual)
    if within.shape is Shape.UNIFORM:
        return low + width * uniform
    is_rising = uniform < (usual - low) / width
    part = np.where(is_rising, uniform * (usual - low), (1 - uniform) * (high - usual))
    reach = np.sqrt(part * width)
    return np.where(is_rising, low + reach, high - reach)


class _Draws:
    """The draws of one simulation: each shared input is drawn once for its range."""

    def __init__(self, seed: int, draws: int) -> None:
        self.seed = seed
        self.draws = draws
        self.shared: dict[tuple[Driver, Range], Floats] = {}

    def of(self, driver: Driver, within: Range, key: str) -> Floats:
        """Return the draws of a driver for a candidate."""
        if driver not in SHARED:
            return drawn(self._uniform(f"{driver}/{key}"), within)
        if (driver, within) not in self.shared:
            self.shared[driver, within] = drawn(self._uniform(str(driver)), within)
        return self.shared[driver, within]

    def _uniform(self, stream: str) -> Floats:
        state = [self.seed, zlib.crc32(stream.encode())]
        return np.random.Generator(np.random.PCG64(state)).random(self.draws)


def _present_values(candidate: Uncertain, draws: _Draws) -> Floats:
    inputs: dict[Driver, Floats | float] = {}
    for driver in Driver:
        within = candidate.ranges.get(driver)
        if within is None:
            inputs[driver] = float(candidate.costs.usual(driver))
        elif within.is_certain:
            inputs[driver] = float(within.usual)
        else:
            inputs[driver] = draws.of(driver, within, candidate.key)
    return candidate.costs.present_value(inputs)
