"""Tax on profit, all or nothing: deductible costs, depreciation's shield, the sale."""

from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.errors import InputError
from scoring.figures.limits import require_at_least, require_fraction
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.cashflow import Yearly


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Hold a depreciation schedule: what is written off in the years 1…n.

    >>> straight_line(Decimal(100), Decimal(20), 4).book_values
    (Decimal('100'), Decimal('80'), Decimal('60'), Decimal('40'), Decimal('20'))
    """

    cost: Decimal
    yearly: tuple[Decimal, ...]

    @property
    @exact
    def book_values(self) -> tuple[Decimal, ...]:
        """The value in the books at t = 0 and at the end of each year."""
        values = [self.cost]
        for amount in self.yearly:
            values.append(values[-1] - amount)
        return tuple(values)

    def written_off(self, year: int) -> Decimal:
        """Return what is written off in a year, 0 after the schedule's end."""
        return self.yearly[year - 1] if year <= len(self.yearly) else ZERO

    def book_value(self, year: int) -> Decimal:
        """Return the value in the books at the end of a year."""
        return self.book_values[min(year, len(self.yearly))]


@exact
def straight_line(cost: Decimal, residual: Decimal, life_years: int) -> Schedule:
    """Write off equal amounts: (C − S)/n each year.

    Depreciation itself is no cash cost; only its effect on tax is. Source: ASC 360.

    >>> straight_line(Decimal(310000), Decimal(62000), 5).yearly[0]
    Decimal('49600')
    """
    _require_order(cost, residual, life_years)
    return Schedule(cost=cost, yearly=((cost - residual) / life_years,) * life_years)


@exact
def double_declining(cost: Decimal, residual: Decimal, life_years: int) -> Schedule:
    """Write off 2/n of the book value, never below the residual.

    Formula: min(2/n·BV, BV − S). Source: ASC 360.

    >>> double_declining(Decimal(310000), Decimal(62000), 5).yearly[3:]
    (Decimal('4960'), Decimal('0'))
    """
    _require_order(cost, residual, life_years)
    book, yearly = cost, []
    for _ in range(life_years):
        amount = min(book * 2 / life_years, book - residual)
        yearly.append(amount)
        book -= amount
    return Schedule(cost=cost, yearly=tuple(yearly))


@exact
def tax_shield(schedule: Schedule, tax_rate: Decimal, years: int) -> Yearly:
    """Count the tax that depreciation saves: −depreciation·τ, income.

    By the tax schedule, not the one of the accounts. Unit: currency per year.

    >>> tax_shield(straight_line(Decimal(100), Decimal(0), 2), Decimal("0.25"), 3)
    (Decimal('0'), Decimal('-12.50'), Decimal('-12.50'), Decimal('0.00'))
    """
    require_fraction(tax_rate=tax_rate)
    saved = (-schedule.written_off(year) * tax_rate for year in range(1, years + 1))
    return ZERO, *(amount or abs(amount) for amount in saved)


@exact
def after_tax_residual(
    residual: Decimal, schedule: Schedule, tax_rate: Decimal, year: int
) -> Decimal:
    """Return what a sale leaves after tax on its gain over the tax book value.

    Formula: R − τ·(R − book). A loss lowers the tax. Unit: currency.

    >>> schedule = straight_line(Decimal(100), Decimal(0), 4)
    >>> after_tax_residual(Decimal(30), schedule, Decimal("0.5"), 3)
    Decimal('27.5')
    """
    require_fraction(tax_rate=tax_rate)
    return residual - tax_rate * (residual - schedule.book_value(year))


@dataclass(frozen=True, slots=True, kw_only=True)
class Taxed:
    """Hold the flows that tax touches, before it.

    ``running`` are deductible yearly costs, index 0 none; ``residual`` is income at
    the end of the last year, as a positive number.
    """

    purchase: Decimal
    running: Yearly
    residual: Decimal = ZERO

    def __post_init__(self) -> None:
        if self.running[0]:
            message = "running costs begin in year 1"
            raise InputError(message, "out_of_range", "running")


@exact
def after_tax(flows: Taxed, schedule: Schedule, tax_rate: Decimal) -> Yearly:
    """Put all of tax into the yearly flows; discount them at an after-tax rate.

    Formula: C0; opex·(1 − τ) − depreciation·τ; less R − τ·(R − book) in year n. All
    of it or none: a shield without taxed running costs would flatter owning. Unit:
    currency per year.

    >>> flows = Taxed(purchase=Decimal(100), running=(Decimal(0), Decimal(10)))
    >>> after_tax(flows, straight_line(Decimal(100), Decimal(0), 1), Decimal("0.5"))
    (Decimal('100'), Decimal('-45.0'))
    """
    years = len(flows.running) - 1
    shield = tax_shield(schedule, tax_rate, years)
    pairs = zip(flows.running, shield, strict=True)
    taxed = [cost * (ONE - tax_rate) + saved for cost, saved in pairs]
    taxed[0] = flows.purchase
    taxed[-1] -= after_tax_residual(flows.residual, schedule, tax_rate, years)
    return tuple(taxed)


def _require_order(cost: Decimal, residual: Decimal, life_years: int) -> None:
    require_at_least(0, residual=residual)
    require_at_least(residual, cost=cost)
    require_at_least(1, life_years=life_years)
