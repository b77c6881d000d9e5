"""Random additive models for tests: small exact fractions, a leader that is first."""

from fractions import Fraction

from scoring.mcda.robustness.additive import AdditiveModel


def model(weights, shares, dimensions=None):
    """Make a model from plain numbers; the best total leads."""
    own = {leaf: Fraction(weight) for leaf, weight in weights.items()}
    table = {
        key: dict(zip(own, (Fraction(each) for each in row), strict=True))
        for key, row in shares.items()
    }
    return AdditiveModel(
        leader=max(table, key=lambda key: total(own, table[key])),
        weights=own,
        dimensions=dimensions or {},
        shares=table,
    )


def random_model(draw, candidates, leaves):
    """Draw weights that sum to 1 and shares in hundredths; two leaves a dimension."""
    names = [f"{1 + index // 2}.{1 + index % 2}" for index in range(leaves)]
    points = [draw.randint(0, 9) for _ in names]
    points[0] += 1
    dimensions = {}
    for name in names:
        dimensions.setdefault(name[0], []).append(name)
    return model(
        {
            name: Fraction(point, sum(points))
            for name, point in zip(names, points, strict=True)
        },
        {
            f"C{number}": [Fraction(draw.randint(0, 100), 100) for _ in names]
            for number in range(candidates)
        },
        {key: tuple(value) for key, value in dimensions.items()},
    )


def total(weights, shares):
    """Add up weight times share."""
    return sum(weights[leaf] * shares[leaf] for leaf in weights)
