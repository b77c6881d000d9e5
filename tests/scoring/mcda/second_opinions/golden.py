"""Numbers taken once from pymcdm; the file says which version and when."""

import json
from pathlib import Path

from scoring.mcda.second_opinions.decision_matrix import DecisionMatrix

GOLDEN = json.loads(Path(__file__).with_name("pymcdm.json").read_text("utf-8"))
CASES = GOLDEN["cases"]
CLOSE = 1e-9


def matrix(rows, weights, costs=None):
    """Make a matrix of candidates A, B, C …; all benefits unless said otherwise."""
    return DecisionMatrix(
        candidates=tuple(chr(ord("A") + index) for index in range(len(rows))),
        rows=tuple(tuple(map(float, row)) for row in rows),
        weights=tuple(weights),
        costs=tuple([False] * len(weights) if costs is None else map(bool, costs)),
    )


def golden_matrix(case):
    """Make the matrix of a golden case."""
    return matrix(case["rows"], case["weights"], case["costs"])


def assert_close(found, wanted):
    """Compare number by number to 1E-9."""
    assert len(found) == len(wanted)
    for own, golden in zip(found, wanted, strict=True):
        assert abs(own - golden) < CLOSE
