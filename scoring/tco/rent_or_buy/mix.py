"""The best mix of committed nodes and hours bought as they come."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.errors import InputError
from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import ONE, ZERO, exact


class Burst(StrEnum):
    """How hours above the base are bought."""

    ON_DEMAND = "on_demand"
    SPOT = "spot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """Hold a demand profile: the share of hours at each number of nodes.

    Raises:
        InputError: the shares do not add to 1.

    >>> profile = Demand(
    ...     shares={3: Decimal("0.4"), 4: Decimal("0.6")}, hours=Decimal(100)
    ... )
    >>> profile.share_at_least(4), profile.mean_above(3), profile.peak
    (Decimal('0.6'), Decimal('0.6'), 4)
    """

    shares: Mapping[int, Decimal]
    hours: Decimal

    def __post_init__(self) -> None:
        require_above(0, hours=self.hours)
        for nodes, share in self.shares.items():
            require_at_least(0, nodes=nodes, share=share)
        if sum(self.shares.values(), ZERO) != ONE:
            message = "the shares of a profile add to 1"
            raise InputError(message, "not_whole", "shares")

    @property
    def peak(self) -> int:
        """The largest number of nodes that is ever needed."""
        return max(nodes for nodes, share in self.shares.items() if share)

    @exact
    def share_at_least(self, nodes: int) -> Decimal:
        """Return the share of hours that need so many nodes or more."""
        return sum((s for needed, s in self.shares.items() if needed >= nodes), ZERO)

    @exact
    def mean_above(self, base: int) -> Decimal:
        """Return the mean number of nodes needed beyond a base."""
        return sum(
            ((needed - base) * s for needed, s in self.shares.items() if needed > base),
            ZERO,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Hold the prices of a node-hour; ``spot`` is effective, lost work included.

    A missing tier is none and is not chosen.
    """

    commit: Decimal | None
    on_demand: Decimal | None
    spot: Decimal | None = None

    def __post_init__(self) -> None:
        known = {
            "commit": self.commit,
            "on_demand": self.on_demand,
            "spot": self.spot,
        }
        require_above(0, **{name: rate for name, rate in known.items() if rate})

    @property
    def burst(self) -> tuple[Burst, Decimal] | None:
        """The cheaper way to buy single hours; none if neither has a price."""
        ways = {Burst.ON_DEMAND: self.on_demand, Burst.SPOT: self.spot}
        offers = [(rate, way) for way, rate in ways.items() if rate is not None]
        if not offers:
            return None
        rate, way = min(offers)
        return way, rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Hold how many nodes are committed, how the rest is bought, and what it costs.

    ``burst`` is none where the base carries the peak.
    """

    base: int
    burst: Burst | None
    cost: Decimal


@exact
def mix_cost(
    demand: Demand, base: int, commit: Decimal, burst_rate: Decimal
) -> Decimal:
    """Work out what a base and bursts above it cost.

    Formula: hours·(base·commit + mean nodes above base·burst rate). Unit: currency.
    """
    require_at_least(0, base=base)
    return demand.hours * (base * commit + demand.mean_above(base) * burst_rate)


@exact
def best_mix(demand: Demand, rates: Rates) -> Mix | None:
    """Find the number of committed nodes that costs least; none without prices.

    Formula: commit node k only if the share of hours that need k or more exceeds
    commit/min(on demand, effective spot). Without single hours the base carries the
    peak; without a commitment all is bought by the hour.

    >>> demand = Demand(
    ...     shares={1: Decimal("0.5"), 2: Decimal("0.5")}, hours=Decimal(10)
    ... )
    >>> rates = Rates(commit=Decimal(6), on_demand=Decimal(10))
    >>> mix = best_mix(demand, rates)
    >>> mix.base, mix.cost
    (1, Decimal('110.0'))
    """
    if rates.commit is None or rates.burst is None:
        return _only_way(demand, rates)
    way, rate = rates.burst
    base = sum(
        demand.share_at_least(node) * rate > rates.commit
        for node in range(1, demand.peak + 1)
    )
    return Mix(
        base=base,
        burst=way if base < demand.peak else None,
        cost=mix_cost(demand, base, rates.commit, rate),
    )


def _only_way(demand: Demand, rates: Rates) -> Mix | None:
    if rates.burst is not None:
        way, rate = rates.burst
        return Mix(base=0, burst=way, cost=mix_cost(demand, 0, ZERO, rate))
    if rates.commit is None:
        return None
    cost = mix_cost(demand, demand.peak, rates.commit, ZERO)
    return Mix(base=demand.peak, burst=None, cost=cost)
