"""At which utilisation owning and renting cost the same."""

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.discounting import discount_factors, present_value
from scoring.tco.inputs import CandidateCosts, Conventions
from scoring.tco.ownership import Ownership, cost_of_ownership
from scoring.tco.rent_or_buy.tiers import HOURS_PER_YEAR


class Outcome(StrEnum):
    """Who wins where."""

    OWN_ABOVE = "own_above"
    OWN_BELOW = "own_below"
    OWN_ALWAYS = "own_always"
    OWN_NEVER = "own_never"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine:
    """Hold the present value of owning over utilisation: a + b·u.

    ``at_zero`` is a, ``slope`` is b: what full use adds in electricity.
    """

    at_zero: Decimal
    slope: Decimal

    @exact
    def at(self, utilisation: Decimal) -> Decimal:
        """Return the present value at a utilisation.

        >>> OwnLine(at_zero=Decimal(10), slope=Decimal(4)).at(Decimal("0.5"))
        Decimal('12.0')
        """
        return self.at_zero + self.slope * utilisation


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEven:
    """Hold the break-even utilisation, where there is one, and who wins.

    ``utilisation`` is none where one side wins throughout.
    """

    outcome: Outcome
    utilisation: Figure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEvenBand:
    """Hold the break-even at the lowest, usual and highest price of renting."""

    cheapest_rent: BreakEven
    usual_rent: BreakEven
    dearest_rent: BreakEven


NEVER: Final = BreakEven(outcome=Outcome.OWN_NEVER)
ALWAYS: Final = BreakEven(outcome=Outcome.OWN_ALWAYS)


@exact
def own_line(
    candidate: CandidateCosts, conventions: Conventions, years: int
) -> OwnLine:
    """Draw owning over utilisation from its cost unused and fully used.

    Only electricity depends on utilisation, and linearly, so two points are the line.

    Raises:
        InputError: the candidate has no cost over this horizon.
    """
    unused, full = (
        _npv_at(candidate, conventions, years, percent)
        for percent in (ZERO, Decimal(100))
    )
    return OwnLine(at_zero=unused, slope=full - unused)


@exact
def rent_at_full_use(
    hourly: Decimal,
    gpus: int,
    rate: Decimal,
    years: int,
    trend: Decimal = ZERO,
) -> Decimal:
    """Discount what renting costs at 100 % use: the c of the break-even.

    Formula: Σ hourly·GPUs·8760·(1+g)^(t−1)/(1+r)^t, end of year. Unit: currency.
    """
    require_at_least(1, gpus=gpus, years=years)
    growth = ONE + trend
    yearly = hourly * gpus * HOURS_PER_YEAR
    flow = (ZERO, *(yearly * growth ** (year - 1) for year in range(1, years + 1)))
    return present_value(flow, discount_factors(rate, years))


@exact
def on_demand_break_even(own: OwnLine, rent_full: Decimal) -> BreakEven:
    """Find the utilisation above which owning is cheaper than paying by the hour.

    Formula: own a + b·u against c·u, so u* = a/(c − b). None if c ≤ b; above 1 means
    never. Source: break-even of two lines.

    >>> own = OwnLine(at_zero=Decimal(30), slope=Decimal(10))
    >>> on_demand_break_even(own, Decimal(60)).utilisation.value
    Decimal('0.6')
    """
    require_at_least(0, at_zero=own.at_zero)
    if rent_full <= own.slope:
        return NEVER
    share = own.at_zero / (rent_full - own.slope)
    if share > ONE:
        return NEVER
    figure = Figure(
        code="break_even_utilisation",
        symbol="u",
        value=share,
        unit="",
        formula="a/(c - b)",
        inputs=(
            given("own_at_zero", "a", own.at_zero, "currency"),
            given("rent_at_full_use", "c", rent_full, "currency"),
            given("own_slope", "b", own.slope, "currency"),
        ),
    )
    return BreakEven(outcome=Outcome.OWN_ABOVE, utilisation=figure)


@exact
def commitment_break_even(own: OwnLine, commitment: Decimal) -> BreakEven:
    """Find the utilisation below which owning is cheaper than a commitment.

    A commitment K is paid for every hour, so owning wins while a + b·u < K, that is
    u < (K − a)/b; never if K ≤ a, always if K ≥ a + b.

    >>> own = OwnLine(at_zero=Decimal(30), slope=Decimal(10))
    >>> commitment_break_even(own, Decimal(36)).utilisation.value
    Decimal('0.6')
    """
    if commitment <= own.at_zero:
        return NEVER
    if commitment >= own.at(ONE):
        return ALWAYS
    figure = Figure(
        code="break_even_utilisation",
        symbol="u",
        value=(commitment - own.at_zero) / own.slope,
        unit="",
        formula="(K - a)/b",
        inputs=(
            given("commitment", "K", commitment, "currency"),
            given("own_at_zero", "a", own.at_zero, "currency"),
            given("own_slope", "b", own.slope, "currency"),
        ),
    )
    return BreakEven(outcome=Outcome.OWN_BELOW, utilisation=figure)


def break_even_band(
    own: OwnLine, rents: tuple[Decimal, Decimal, Decimal]
) -> BreakEvenBand:
    """Find the break-even at the lowest, usual and highest rent at full use.

    Raises:
        InputError: the rents do not rise.
    """
    if list(rents) != sorted(rents):
        message = "the rents of a band rise"
        raise InputError(message, "not_in_order", "rents")
    low, usual, high = (on_demand_break_even(own, rent) for rent in rents)
    return BreakEvenBand(cheapest_rent=low, usual_rent=usual, dearest_rent=high)


@exact
def commitment_share(commit: Decimal, on_demand: Decimal) -> Decimal:
    """Return the utilisation above which committing beats paying by the hour.

    Formula: commit/on demand, both per hour. Unit: fraction.

    >>> commitment_share(Decimal(24), Decimal(60))
    Decimal('0.4')
    """
    if on_demand <= ZERO:
        message = f"{on_demand} is not above 0"
        raise InputError(message, "out_of_range", "on_demand")
    return commit / on_demand


def _npv_at(
    candidate: CandidateCosts, conventions: Conventions, years: int, percent: Decimal
) -> Decimal:
    given_value = candidate.assumptions.get("utilisation")
    if given_value is None:
        message = "no value given"
        raise InputError(message, "missing", "utilisation")
    at = replace(
        candidate,
        assumptions={
            **candidate.assumptions,
            "utilisation": replace(given_value, value=percent),
        },
    )
    outcome = cost_of_ownership(at, conventions, (years,))[years]
    if not isinstance(outcome, Ownership):
        message = f"no cost over {years} years: {', '.join(outcome.missing)}"
        raise InputError(message, "missing", "horizon")
    return outcome.npv
