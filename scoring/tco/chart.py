"""The data of the cost figures, as plain values that page and print both draw."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.tco.cashflow import Component, Yearly
from scoring.tco.ownership import NotComputable, Outcome, Ownership
from scoring.tco.precision import ZERO, exact

COLOURS: Final[Mapping[Component, str]] = {
    component: f"c{place}" for place, component in enumerate(Component, start=1)
}
"""The palette token of each component: one meaning a colour, on every figure."""

PATTERNS: Final[Mapping[Component, str]] = dict(
    zip(Component, ("", "/", ".", "\\", "x", "-", "|"), strict=True)
)
"""The fill pattern of each component, the second cue beside colour."""

DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
"""The line styles of candidates, in order and again from the start."""

_PALETTE = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class BarSeries:
    """Hold one component of the stacked bars: an amount for each candidate."""

    component: Component
    colour: str
    pattern: str
    amounts: tuple[Decimal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostByComponent:
    """Hold the stacked bars of present value, the residual below zero.

    ``totals`` are the NPVs printed over the bars, ``hardware_shares`` the fraction of
    the NPV that is hardware, ``None`` where the NPV is not above zero. ``left_out``
    names the candidates without a result: they have no bar, never one of zero.
    """

    years: int
    currency: str
    candidates: tuple[str, ...]
    series: tuple[BarSeries, ...]
    totals: tuple[Decimal, ...]
    hardware_shares: tuple[Decimal | None, ...]
    left_out: tuple[NotComputable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSeries:
    """Hold one candidate's line: an amount at the end of each year."""

    candidate: str
    colour: str
    dash: str
    amounts: Yearly


@dataclass(frozen=True, slots=True, kw_only=True)
class CumulativeCost:
    """Hold the lines of undiscounted cost paid up to the end of each year."""

    currency: str
    years: tuple[int, ...]
    series: tuple[LineSeries, ...]
    left_out: tuple[NotComputable, ...]


@exact
def cost_by_component(outcomes: Sequence[Outcome]) -> CostByComponent:
    """Arrange the present values of one horizon as stacked bars.

    Every component is a series, also one of zeros, so that colours and legend stay
    the same from page to page. The amounts are unrounded, in the currency itself.
    """
    results, left_out = _parted(outcomes)
    values = [result.component_values for result in results]
    return CostByComponent(
        years=_same({outcome.years for outcome in outcomes}),
        currency=_same({result.currency for result in results}, empty=""),
        candidates=tuple(result.candidate for result in results),
        series=tuple(
            BarSeries(
                component=component,
                colour=COLOURS[component],
                pattern=PATTERNS[component],
                amounts=tuple(value[component] for value in values),
            )
            for component in Component
        ),
        totals=tuple(result.npv for result in results),
        hardware_shares=tuple(hardware_share(result) for result in results),
        left_out=left_out,
    )


def cumulative_cost(outcomes: Sequence[Outcome]) -> CumulativeCost:
    """Arrange the costs paid so far as one line a candidate over one horizon."""
    results, left_out = _parted(outcomes)
    return CumulativeCost(
        currency=_same({result.currency for result in results}, empty=""),
        years=tuple(range(_same({outcome.years for outcome in outcomes}) + 1)),
        series=tuple(
            LineSeries(
                candidate=result.candidate,
                colour=f"c{place % _PALETTE + 1}",
                dash=DASHES[place % len(DASHES)],
                amounts=result.cash_flows.cumulative,
            )
            for place, result in enumerate(results)
        ),
        left_out=left_out,
    )


@exact
def hardware_share(result: Ownership) -> Decimal | None:
    """Return the hardware's share of the NPV, a fraction; none if the NPV is not > 0.

    The residual lowers the NPV but not the hardware, so the share may exceed 1.
    """
    if result.npv <= ZERO:
        return None
    return result.component_values[Component.HARDWARE] / result.npv


def _parted(
    outcomes: Iterable[Outcome],
) -> tuple[list[Ownership], tuple[NotComputable, ...]]:
    results: list[Ownership] = []
    left_out: list[NotComputable] = []
    for outcome in outcomes:
        if isinstance(outcome, Ownership):
            results.append(outcome)
        else:
            left_out.append(outcome)
    return results, tuple(left_out)


def _same[T](values: set[T], *, empty: T | None = None) -> T:
    if not values and empty is not None:
        return empty
    if len(values) != 1:
        message = f"one figure holds one horizon and one currency, not {values}"
        raise ValueError(message)
    return values.pop()
