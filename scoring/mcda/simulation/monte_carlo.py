"""Monte Carlo: how often each candidate has each rank when weights and scores vary."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import sqrt
from typing import Final

import numpy as np
from numpy.random import PCG64, Generator

from scoring.mcda.admission import counts
from scoring.mcda.aggregation import SCALE_LENGTH, SCALE_TOP, RubricCell
from scoring.mcda.matrix import EvaluationInput, Kind, ShareRule
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.mcda.result import METHOD_VERSION, CandidateResult, RankingResult
from scoring.mcda.simulation.kernels import Floats, acceptability
from scoring.mcda.simulation.plan import Plan
from scoring.mcda.weighted_sum import POINTS

HALF_STEP: Final = 0.5
LOWEST, HIGHEST = 1.0, 5.0
Z: Final = 1.96
PLACES: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """How often a candidate has each rank, with the margin of 95 %."""

    candidate: str
    ranks: tuple[Decimal, ...]
    margins: tuple[Decimal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """The chances in the order of the ranking, and all that replays them.

    The same seed gives the same figures on the same numpy; on another one they agree
    within 4 standard errors.
    """

    seed: int
    draws: int
    concentration: int
    numpy_version: str
    method_version: str
    chances: tuple[Chances, ...]


type Progress = Callable[[int], None]


def simulate(
    inputs: EvaluationInput,
    result: RankingResult,
    plan: Plan | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Draw weights and scores many times and count the ranks.

    Idea: weights Dirichlet(κ·w), a rubric cell triangular over its scores, everything
    that depends on prices anew in each draw; drawn in the order of leaf, of candidate
    and leaf, and of cost driver, by key. Formula: share of draws with rank r, ties
    sharing, ± 1.96·√(p(1 - p)/N). Source: Lahdelma and Salminen, Operations Research
    49(3), 2001; the product's scoring rules, robustness.
    """
    run = _Run(inputs=inputs, result=result, plan=plan or Plan())
    found = acceptability(run.totals(progress or _silent)) if run.keys else None
    keys = [item.key for item in result.ranked]
    return Simulation(
        seed=run.plan.seed,
        draws=run.plan.draws,
        concentration=run.plan.concentration,
        numpy_version=np.__version__,
        method_version=METHOD_VERSION,
        chances=()
        if found is None
        else tuple(
            _chances(key, found[run.keys.index(key)], run.plan.draws) for key in keys
        ),
    )


def _silent(_percent: int) -> None:
    """Tell nobody."""


def _chances(key: str, shares: Floats, draws: int) -> Chances:
    return Chances(
        candidate=key,
        ranks=tuple(_decimal(float(p)) for p in shares),
        margins=tuple(
            _decimal(Z * sqrt(max(0.0, float(p * (1 - p))) / draws)) for p in shares
        ),
    )


def _decimal(value: float) -> Decimal:
    return Decimal(f"{value:.{PLACES}f}")


class _Run:
    """One simulation: what is fixed, and what each draw adds to the totals."""

    def __init__(
        self, *, inputs: EvaluationInput, result: RankingResult, plan: Plan
    ) -> None:
        self.inputs = inputs
        self.plan = plan
        self.by_key = {item.key: item for item in result.ranked}
        self.keys = sorted(self.by_key)
        self.leaves = sorted(
            key for key, weight in result.effective_weights.items() if weight > 0
        )
        self.alpha = [
            plan.concentration * float(result.effective_weights[leaf])
            for leaf in self.leaves
        ]
        self.ranges = {(each.candidate, each.criterion): each for each in plan.ranges}
        self.random = Generator(PCG64(plan.seed))

    def totals(self, progress: Progress) -> Floats:
        """Return the totals in points by draw and candidate."""
        weights = self.random.dirichlet(self.alpha, size=self.plan.draws)
        sums = np.zeros((self.plan.draws, len(self.keys)))
        for index, key in enumerate(self.keys):
            for column, leaf in enumerate(self.leaves):
                share = self._share(self.by_key[key], leaf)
                if share is not None:
                    sums[:, index] += weights[:, column] * share
            progress(90 * (index + 1) // len(self.keys))
        priced = self._price_leaf()
        if priced is not None:
            sums += weights[:, [self.leaves.index(priced)]] * self._price_shares()
        return POINTS * sums

    def _price_leaf(self) -> str | None:
        priced = [c.key for c in self.inputs.criteria if c.kind is Kind.PRICE]
        return next((key for key in priced if key in self.leaves), None)

    def _share(self, item: CandidateResult, leaf: str) -> Floats | float | None:
        """Return the share of a cell: drawn, or fixed; None for the price."""
        own = item.criterion(leaf)
        if own.criterion.kind is Kind.PRICE:
            return None
        if isinstance(own.working, RubricCell):
            return self._rubric(own.working)
        fixed = float(own.share or 0)
        span = self.ranges.get((item.key, leaf))
        return fixed if span is None else self._triangular(span.low, fixed, span.high)

    def _rubric(self, cell: RubricCell) -> Floats:
        low, mode, high = triangle(cell)
        drawn = self._triangular(low, mode, high)
        if cell.rule is ShareRule.OF_MAXIMUM:
            return np.asarray(drawn / SCALE_TOP)
        return np.asarray((drawn - 1) / SCALE_LENGTH)

    def _triangular(self, low: float, mode: float, high: float) -> Floats:
        if low >= high:
            return np.full(self.plan.draws, mode)
        return self.random.triangular(low, mode, high, size=self.plan.draws)

    def _price_shares(self) -> Floats:
        """Work the price formula out anew in each draw."""
        prices = dict(self._prices())
        moved = {key: np.full(self.plan.draws, price) for key, price in prices.items()}
        for driver in sorted(self.plan.drivers, key=lambda each: each.name):
            drawn = self._triangular(driver.low, driver.mode, driver.high)
            for key in moved:
                moved[key] += driver.effects.get(key, 0.0) * (drawn - driver.mode)
        field = np.stack(list(moved.values()))
        own = np.stack([moved[key] for key in self.keys], axis=1)
        rule = self.inputs.rules.price or PriceRule(formula=PriceFormula.LOW_BID)
        lowest, highest = field.min(axis=0)[:, None], field.max(axis=0)[:, None]
        return price_shares(own, rule, lowest, highest)

    def _prices(self) -> Iterator[tuple[str, float]]:
        """Pair every candidate that counts with its price, ranked or not."""
        for item in self.inputs.candidates:
            if counts(item) and item.price is not None and item.price > 0:
                yield item.key, float(item.price)


def triangle(cell: RubricCell) -> tuple[float, float, float]:
    """Return the lowest, the likeliest and the highest value of a rubric cell.

    Formula: (min, cell, max) of its scores; one score, or no spread: the cell ± 0.5
    within 1 to 5. A consensus is the likeliest, and stretches the ends where it lies
    outside. Source: the product's scoring rules, robustness.
    """
    value = float(cell.value or 0)
    scores = [float(mark.score) for mark in cell.marks if mark.score is not None]
    low, high = min([value, *scores]), max([value, *scores])
    if low < high:
        return low, value, high
    return max(LOWEST, value - HALF_STEP), value, min(HIGHEST, value + HALF_STEP)


def price_shares(
    prices: Floats, rule: PriceRule, lowest: Floats, highest: Floats
) -> Floats:
    """Apply a price formula to prices by draw and candidate.

    Formulas and sources: `scoring.mcda.price_formulas`, in binary floats.

    >>> low = PriceRule(formula=PriceFormula.LOW_BID)
    >>> prices = np.array([[120.0, 100.0]])
    >>> price_shares(prices, low, np.array([[100.0]]), np.array([[120.0]])).round(4)
    array([[0.8333, 1.    ]])
    """
    match rule.formula:
        case PriceFormula.LOW_BID:
            return np.asarray(lowest / prices)
        case PriceFormula.MIN_MAX:
            width = highest - lowest
            found: Floats = np.ones_like(prices)
            np.divide(highest - prices, width, out=found, where=width > 0)
            return found
        case PriceFormula.FIXED_RANGE:
            low, high = float(rule.range_low or 0), float(rule.range_high or 0)
            return np.asarray(np.clip((high - prices) / (high - low), 0, 1))
        case PriceFormula.LOG:
            base = np.log(float(rule.log_base or 0))
            return np.asarray(np.maximum(0, 1 - np.log(prices / lowest) / base))
        case PriceFormula.BENCHMARK:  # pragma: no branch  # there is no other
            return np.asarray(np.minimum(1, float(rule.benchmark or 0) / prices))
