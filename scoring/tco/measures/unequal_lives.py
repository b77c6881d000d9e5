"""Hardware that lives for different times: compared by equal yearly cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import exact
from scoring.tco.discounting import equivalent_annual_cost, real_rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """Hold the present value of one life at the real rate, and how long it is."""

    present_value: Decimal
    years: int

    def __post_init__(self) -> None:
        require_at_least(1, years=self.years)


@exact
def yearly_cost(life: Life, rate: Decimal, inflation: Decimal) -> Figure:
    """Spread a life's present value into equal real yearly amounts.

    Formula: PV·r/(1 − (1+r)^−n) with the real rate r, PV/n at r = 0. It assumes
    replacement by the like at the end of each life. Unit: currency of today per year.
    """
    real = real_rate(rate, inflation)
    formula = "PV*r/(1 - (1 + r)**(-n))" if real else "PV/n"
    figures = (
        given("present_value", "PV", life.present_value, "currency"),
        given("real_rate", "r", real, ""),
        given("years", "n", life.years, ""),
    )
    return Figure(
        code="equivalent_annual_cost",
        symbol="EAC",
        value=equivalent_annual_cost(life.present_value, real, life.years),
        unit="currency",
        formula=formula,
        inputs=figures if real else (figures[0], figures[2]),
    )


def by_yearly_cost(
    lives: Mapping[str, Life], rate: Decimal, inflation: Decimal
) -> dict[str, Figure]:
    """Order lives by their equal yearly cost, the cheapest first; never by totals.

    >>> lives = {
    ...     "long": Life(present_value=Decimal(150), years=5),
    ...     "short": Life(present_value=Decimal(120), years=3),
    ... }
    >>> list(by_yearly_cost(lives, Decimal(0), Decimal(0)))
    ['long', 'short']
    """
    costs = {name: yearly_cost(life, rate, inflation) for name, life in lives.items()}
    return dict(sorted(costs.items(), key=lambda item: item[1].value))
