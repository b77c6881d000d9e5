"""Keys of dimensions and criteria: never given twice in an evaluation."""

import re
from collections.abc import Iterable

from scoring.models import Criterion, Dimension, Evaluation

KNOCK_OUT = "K"


def next_dimension_key(evaluation: Evaluation) -> str:
    """One more than the largest number that a dimension of any version had."""
    rows = Dimension.objects.filter(version__evaluation=evaluation)
    return str(_largest(rows.values_list("key", flat=True), r"(\d+)") + 1)


def next_criterion_key(evaluation: Evaluation, dimension: Dimension | None) -> str:
    """The next key below a dimension, or of a knock-out; a removed one is not reused.

    Cells, evidence and audit entries refer to a key in whatever version they were made.
    """
    rows = Criterion.objects.filter(version__evaluation=evaluation)
    before = KNOCK_OUT if dimension is None else f"{dimension.key}."
    used = rows.values_list("key", flat=True)
    return f"{before}{_largest(used, re.escape(before) + r'(\d+)') + 1}"


def _largest(keys: Iterable[str], pattern: str) -> int:
    found = (re.fullmatch(pattern, key) for key in keys)
    return max((int(match[1]) for match in found if match), default=0)
