"""Evaluator A, B, C…: the same at every look, and not to be traced to a name."""

import hashlib
from collections.abc import Collection, Iterable
from itertools import count, product
from string import ascii_uppercase

from scoring.models import Candidate, Worksheet


def panel_labels(
    worksheets: Iterable[Worksheet],
    candidate: Candidate,
    recused: Collection[int] = frozenset(),
) -> dict[int, str]:
    """Evaluator → label among those who judge a candidate.

    The order comes from numbers that were drawn when the worksheets were made, and is
    another one for each candidate: who is known to be recused from one, or to have
    declined a cell of one, has no label there that leads to their scores elsewhere.
    """
    judging = [row for row in worksheets if row.evaluator_id not in recused]
    ordered = sorted(judging, key=lambda row: _drawn(row, candidate))
    labels = zip(ordered, _letters(), strict=False)
    return {row.evaluator_id: label for row, label in labels}


def panel_numbers(worksheets: Iterable[Worksheet]) -> dict[int, str]:
    """E1, E2, … by evaluator, in the random order that hides who is who."""
    ordered = sorted(worksheets, key=lambda row: row.label_order)
    return {row.evaluator_id: f"E{n}" for n, row in enumerate(ordered, start=1)}


def _drawn(worksheet: Worksheet, candidate: Candidate) -> bytes:
    both = worksheet.label_order.bytes + candidate.uuid.bytes
    return hashlib.sha256(both).digest()


def _letters() -> Iterable[str]:
    for length in count(1):
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)
