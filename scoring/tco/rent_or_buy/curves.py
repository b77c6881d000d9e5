"""Owning and each tier over utilisation: the data of the rent-or-buy figure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.limits import require_at_least, require_fraction
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.rent_or_buy.break_even import OwnLine
from scoring.tco.rent_or_buy.tiers import CloudPrice, effective_rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Hold points of cost over utilisation, both from 0 to 1."""

    name: str
    points: tuple[tuple[Decimal, Decimal], ...]


@exact
def mixed_rent(
    base: Decimal, hourly_full: Decimal, base_share: Decimal, utilisation: Decimal
) -> Decimal:
    """Work out renting with a committed base and the rest by the hour.

    Formula: K_base + c·max(0, u − u_base), piecewise. Unit: currency.

    >>> mixed_rent(Decimal(30), Decimal(100), Decimal("0.5"), Decimal("0.7"))
    Decimal('50.0')
    """
    require_at_least(0, base=base, hourly_full=hourly_full)
    require_fraction(base_share=base_share, utilisation=utilisation)
    return base + hourly_full * max(ZERO, utilisation - base_share)


@exact
def curves(
    own: OwnLine,
    prices: Iterable[CloudPrice],
    hours_value: Decimal,
    steps: int = 20,
) -> dict[str, Curve]:
    """Draw owning and every tier that has a price over utilisation.

    ``hours_value`` is the discounted sum of all hours of all units, so that a rate
    times it is the present value at full use. A commitment is level, the rest rises
    from 0. A tier without a price is left out.
    """
    require_at_least(1, steps=steps)
    shares = [Decimal(step) / steps for step in range(steps + 1)]
    drawn = {"own": Curve(name="own", points=_points(shares, own.at_zero, own.slope))}
    for price in prices:
        rate = effective_rate(price)
        if rate is not None:
            full = rate.value * hours_value
            level, slope = (full, ZERO) if price.is_committed else (ZERO, full)
            name = str(price.tier)
            drawn[name] = Curve(name=name, points=_points(shares, level, slope))
    return drawn


@exact
def cheapest_at(
    drawn: Mapping[str, Curve], utilisation: Decimal
) -> tuple[str, Decimal]:
    """Name the cheapest way at a utilisation, linear between points.

    >>> own = OwnLine(at_zero=Decimal(5), slope=Decimal(0))
    >>> cheapest_at(curves(own, [], Decimal(1)), Decimal("0.3"))
    ('own', Decimal('5.0'))
    """
    require_fraction(utilisation=utilisation)
    costs = ((_read(curve, utilisation), name) for name, curve in drawn.items())
    cost, name = min(costs)
    return name, cost


def _points(
    shares: list[Decimal], level: Decimal, slope: Decimal
) -> tuple[tuple[Decimal, Decimal], ...]:
    return tuple((share, level + slope * share) for share in shares)


def _read(curve: Curve, at: Decimal) -> Decimal:
    steps = len(curve.points) - 1
    left = min(int(at * steps), steps - 1)
    (start, low), (end, high) = curve.points[left], curve.points[left + 1]
    part = (at - start) / (end - start)
    return low * (ONE - part) + high * part
