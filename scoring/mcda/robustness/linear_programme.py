"""A small exact linear programme: the dual simplex method in whole numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimum:
    """The least value of the objective and one point where it is reached."""

    objective: Fraction
    values: tuple[Fraction, ...]


def minimum(
    costs: Sequence[Fraction],
    rows: Sequence[Sequence[Fraction]],
    bounds: Sequence[Fraction],
) -> Optimum | None:
    """Minimise costs·x subject to rows·x ≤ bounds and x ≥ 0, for costs ≥ 0.

    Idea: x = 0 is optimal but perhaps not feasible, so the dual simplex method starts
    there and mends one row after the other; by Bland's rule it ends. The tableau holds
    whole numbers over one common denominator (Edmonds's pivoting), so nothing is ever
    rounded. None where no x satisfies the rows. Source: Lemke, Naval Research
    Logistics Quarterly 1(1), 1954; Edmonds, Journal of Research of the NBS 71B, 1967.

    >>> half, one = Fraction(1, 2), Fraction(1)
    >>> minimum([one, half], [[-one, -one]], [-one])
    Optimum(objective=Fraction(1, 2), values=(Fraction(0, 1), Fraction(1, 1)))
    >>> minimum([one], [[one], [-one]], [Fraction(0), -one]) is None
    True
    """
    tableau = _Tableau.of(costs, rows, bounds)
    while (leaving := tableau.broken_row()) is not None:
        entering = tableau.entering_column(leaving)
        if entering is None:
            return None
        tableau.pivot(leaving, entering)
    return tableau.optimum(len(costs))


@dataclass(slots=True)
class _Tableau:
    """Rows of basic variables over non-basic ones, the objective last.

    Row i says: basic[i] = (last entry - Σ entry·non-basic) / denominator, up to the
    row's own scale, which is positive and so never changes a sign or a ratio.
    """

    entries: list[list[int]]
    basic: list[int]
    columns: list[int]
    scales: list[int]
    denominator: int = 1

    @classmethod
    def of(
        cls,
        costs: Sequence[Fraction],
        rows: Sequence[Sequence[Fraction]],
        bounds: Sequence[Fraction],
    ) -> "_Tableau":
        entries, scales = [], []
        wanted = [
            *([*row, bound] for row, bound in zip(rows, bounds, strict=True)),
            [*costs, Fraction(0)],
        ]
        for row in wanted:
            scale = lcm(*(each.denominator for each in row))
            entries.append([int(each * scale) for each in row])
            scales.append(scale)
        width = len(costs)
        return cls(
            entries=entries,
            basic=list(range(width, width + len(rows))),
            columns=list(range(width)),
            scales=scales,
        )

    def broken_row(self) -> int | None:
        """Return the row of the first variable that is below 0."""
        broken = [row for row in range(len(self.basic)) if self.entries[row][-1] < 0]
        return min(broken, key=self.basic.__getitem__, default=None)

    def entering_column(self, leaving: int) -> int | None:
        """Return the column that keeps all costs at or above 0; Bland's for ties."""
        row, costs = self.entries[leaving], self.entries[-1]
        usable = [column for column in range(len(self.columns)) if row[column] < 0]
        return min(
            usable,
            key=lambda column: (
                Fraction(costs[column], -row[column]),
                self.columns[column],
            ),
            default=None,
        )

    def pivot(self, leaving: int, entering: int) -> None:
        """Exchange a basic and a non-basic variable; every division is exact."""
        own = [-each for each in self.entries[leaving]]
        factor = own[entering]
        for index, row in enumerate(self.entries):
            if index != leaving:
                held = row[entering]
                self.entries[index] = [
                    (each * factor - held * mine) // self.denominator
                    for each, mine in zip(row, own, strict=True)
                ]
                self.entries[index][entering] = held
        own[entering] = -self.denominator
        self.entries[leaving] = own
        self.denominator = factor
        name = self.basic[leaving]
        self.basic[leaving], self.columns[entering] = self.columns[entering], name

    def optimum(self, width: int) -> Optimum:
        """Read the point and its value off the last column."""
        values = [Fraction(0)] * width
        for row, name in enumerate(self.basic):
            if name < width:
                values[name] = Fraction(self.entries[row][-1], self.denominator)
        costs = Fraction(-self.entries[-1][-1], self.denominator * self.scales[-1])
        return Optimum(objective=costs, values=tuple(values))
