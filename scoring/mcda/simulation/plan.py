"""How to draw: seed, number, concentration, ranges. Free of numpy for the pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

DRAWS: Final = 10_000
SEED: Final = 7
CONCENTRATION: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CostDriver:
    """A cost assumption with a range, drawn once per draw for all candidates.

    `effects` is what one unit more of it adds to each candidate's evaluated price.
    """

    name: str
    low: float
    mode: float
    high: float
    effects: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class DataRange:
    """The least and the most that a candidate's share of a curve may be."""

    candidate: str
    criterion: str
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How to draw: the seed, how often, how closely weights keep to the locked ones."""

    seed: int = SEED
    draws: int = DRAWS
    concentration: int = CONCENTRATION
    drivers: tuple[CostDriver, ...] = ()
    ranges: tuple[DataRange, ...] = ()
