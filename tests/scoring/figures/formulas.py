"""Works a figure's formula out anew from the numbers that stand beside it."""

import re
from decimal import Decimal, localcontext
from math import ceil

from procurement.money import EXACT
from scoring.figures.figure import Figure

WORDS: dict[str, object] = {"ceil": ceil, "max": max, "min": min}


def from_formula(figure: Figure) -> Decimal:
    """Put the inputs of a figure into its formula."""
    values = {each.symbol: each.value for each in figure.inputs}
    with localcontext(EXACT):
        return Decimal(eval(figure.formula, {"__builtins__": {}}, WORDS | values))  # noqa: S307  # our own formulas


def assert_unfolds(figure: Figure) -> None:
    """Assert that each number in a tree follows from its formula and inputs."""
    for each in figure.unfolded():
        named = set(re.findall(r"[A-Za-z_]\w*", each.formula)) - set(WORDS)
        symbols = [item.symbol for item in each.inputs]
        assert len(set(symbols)) == len(symbols), (each.code, symbols)
        assert named == set(symbols), (each.code, named, symbols)
        if not each.is_given:
            expected = from_formula(each)
            assert abs(each.value - expected) <= abs(expected) * Decimal("1e-30"), each
