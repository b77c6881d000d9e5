"""Evaluator A, B, C…: the same on every page, and not to be traced to a name."""

from collections.abc import Iterable
from itertools import count, product
from string import ascii_uppercase

from scoring.models import Worksheet


def panel_labels(worksheets: Iterable[Worksheet]) -> dict[int, str]:
    """Evaluator → label, in an order that was drawn when the worksheets were made."""
    ordered = sorted(worksheets, key=lambda row: row.label_order)
    labels = zip(ordered, _letters(), strict=False)
    return {row.evaluator_id: label for row, label in labels}


def _letters() -> Iterable[str]:
    for length in count(1):
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)
