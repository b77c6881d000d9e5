import random
from fractions import Fraction
from itertools import combinations

from scoring.mcda.robustness.linear_programme import Optimum, minimum


def fractions(*values):
    return [Fraction(value) for value in values]


def test_nothing_to_mend_costs_nothing():
    assert minimum(fractions(1, 1), [fractions(1, 1)], fractions(5)) == Optimum(
        objective=Fraction(0), values=(Fraction(0), Fraction(0))
    )


def test_rows_that_exclude_each_other_have_no_optimum():
    assert (
        minimum(fractions(1), [fractions(-1), fractions(1)], fractions(-2, 1)) is None
    )


def test_the_optimum_is_the_best_corner():
    draw = random.Random(5)  # noqa: S311 # not a secret
    solved = 0
    for _ in range(150):
        costs = fractions(*(draw.randint(0, 6) for _ in range(3)))
        rows = [fractions(*(draw.randint(-5, 5) for _ in range(3))) for _ in range(4)]
        bounds = [Fraction(draw.randint(-6, 6), draw.randint(1, 3)) for _ in range(4)]

        found = minimum(costs, rows, bounds)

        best = min(
            (cost(costs, corner) for corner in corners(rows, bounds)), default=None
        )
        assert (found.objective if found else None) == best
        if found:
            solved += 1
            assert cost(costs, found.values) == found.objective
            assert is_feasible(found.values, rows, bounds)
    assert solved > 50


def cost(costs, point):
    return sum(a * b for a, b in zip(costs, point, strict=True))


def is_feasible(point, rows, bounds):
    return min(point) >= 0 and all(
        cost(row, point) <= bound for row, bound in zip(rows, bounds, strict=True)
    )


def corners(rows, bounds):
    """Return the feasible points where three of all the planes meet."""
    planes = list(zip(rows, bounds, strict=True))
    planes += [
        (fractions(*(int(i == j) for j in range(3))), Fraction(0)) for i in range(3)
    ]
    for chosen in combinations(planes, 3):
        point = solved(chosen)
        if point and is_feasible(point, rows, bounds):
            yield point


def solved(planes):
    (a, b, c), right = (
        [row for row, _bound in planes],
        [bound for _row, bound in planes],
    )
    whole = determinant(a, b, c)
    if whole == 0:
        return None
    columns = list(zip(a, b, c, strict=True))
    return [
        determinant(*columns[:i], tuple(right), *columns[i + 1 :]) / whole
        for i in range(3)
    ]


def determinant(a, b, c):
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
