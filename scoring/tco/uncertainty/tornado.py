"""The tornado: what each driver alone does to a figure, the largest swing first."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.precision import exact
from scoring.tco.uncertainty.ranges import Driver, Range

type Values = Mapping[Driver, Decimal]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Hold one bar: the figure at the driver's low and at its high value."""

    driver: Driver
    at_low: Decimal
    at_high: Decimal

    @property
    @exact
    def swing(self) -> Decimal:
        """How far the driver moves the figure."""
        return abs(self.at_high - self.at_low)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tornado:
    """Hold the figure at the usual values and the bars, the widest first."""

    usual: Decimal
    bars: tuple[Bar, ...]


@exact
def tornado(
    figure: Callable[[Values], Decimal], ranges: Mapping[Driver, Range]
) -> Tornado:
    """Move each driver from low to high while the others stay at their usual value.

    Equal swings keep the order of the drivers. Source: Howard and Matheson, Decision
    Analysis.

    >>> ranges = {
    ...     Driver.PUE: Range(low=Decimal(1), usual=Decimal(1), high=Decimal(2)),
    ...     Driver.TARIFF: Range(low=Decimal(1), usual=Decimal(2), high=Decimal(4)),
    ... }
    >>> chart = tornado(lambda at: at[Driver.PUE] + 10 * at[Driver.TARIFF], ranges)
    >>> [(bar.driver.value, bar.swing) for bar in chart.bars]
    [('tariff', Decimal('30')), ('pue', Decimal('1'))]
    """
    usual = {driver: each.usual for driver, each in ranges.items()}
    bars = [
        Bar(
            driver=driver,
            at_low=figure({**usual, driver: each.low}),
            at_high=figure({**usual, driver: each.high}),
        )
        for driver, each in ranges.items()
    ]
    bars.sort(key=lambda bar: -bar.swing)
    return Tornado(usual=figure(usual), bars=tuple(bars))
