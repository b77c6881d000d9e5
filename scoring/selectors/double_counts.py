"""Criteria that may judge what the price holds already; a warning, never a refusal."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from scoring.models import Criterion, Evaluation

PRICED: Final = ("tco.", "quote.price")
"""Metrics that are prices themselves."""

COSTS: Final[tuple[tuple[StrOrPromise, str], ...]] = (
    (
        gettext_lazy("energy"),
        r"\b(energy|electricity|kwh|power cost)|能耗|电费|用电",
    ),
    (
        gettext_lazy("maintenance and support"),
        r"\b(maintenance (cost|fee)|support (cost|fee))|维护费|维保费",
    ),
    (
        gettext_lazy("space and staff"),
        r"\b(staff cost|rack rent|floor space)|人力成本|机位费",
    ),
    (gettext_lazy("residual value"), r"\bresidual value|残值"),
)
"""What the total cost of ownership holds, and the words that name it."""


def double_counts(
    evaluation: Evaluation, criteria: Iterable[Criterion]
) -> Iterator[str]:
    """Say which criteria overlap the price criterion, if there is one."""
    rows = list(criteria)
    if not any(row.kind == Criterion.Kind.PRICE for row in rows):
        return
    others = [row for row in rows if row.kind != Criterion.Kind.PRICE and row.weight]
    for row in others:
        if row.metric.startswith(PRICED):
            yield _("%(key)s judges a price beside the price criterion.") % {
                "key": row.key
            }
        elif evaluation.price_basis != Evaluation.PriceBasis.QUOTED_NET:
            yield from _costs(row)


def _costs(row: Criterion) -> Iterator[str]:
    text = " ".join((row.name_en, row.name_zh, row.unit))
    for cost, pattern in COSTS:
        if re.search(pattern, text, re.IGNORECASE):
            yield _(
                "%(key)s may count %(cost)s twice: the total cost of ownership, which "
                "is the price here, holds it already."
            ) % {"key": row.key, "cost": cost}
