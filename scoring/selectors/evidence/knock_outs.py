"""What the catalogue suggests for a knock-out; the officer decides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils import translation
from django.utils.translation import gettext_noop

from procurement.templatetags.numbers import plain
from scoring.models import Candidate, Criterion, Evaluation
from scoring.selectors.evidence.metrics import catalogue_datum

GPU_MEMORY: Final = "sku.gpu_memory_gb"
NODES_PER_RACK: Final = "facility.nodes_per_rack"
LOAD: Final = "load_kw"
"""The assumption of the cost model that holds the power of one server at full load."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Pass or fail by the catalogue's figures, with the sum that shows it."""

    is_passed: bool
    words: str
    values: Mapping[str, str]

    @property
    def reason(self) -> str:
        """The sum in the reader's language."""
        return self.reason_in(translation.get_language() or "en")

    def reason_in(self, language: str) -> str:
        """The sum in a language."""
        with translation.override(language):
            return translation.gettext(self.words) % self.values


def suggestion(
    evaluation: Evaluation,
    criterion: Criterion,
    candidate: Candidate,
    loads: Mapping[int | None, Decimal],
) -> Suggestion | None:
    """Check a knock-out; None where it has no limit or a figure is not known.

    ``loads`` holds the assumed power of one server by candidate, see
    :func:`load_assumptions`.
    """
    check = CHECKS.get(criterion.metric)
    if check is None or criterion.score_5_at is None:
        return None
    return check(evaluation, criterion.score_5_at, candidate, loads)


def load_assumptions(evaluation: Evaluation) -> dict[int | None, Decimal]:
    """The power of one server at full load in kW, by candidate; None is for all."""
    rows = evaluation.cost_assumptions.filter(key=LOAD)
    return dict(rows.values_list("candidate_id", "value"))


def _gpu_memory(
    evaluation: Evaluation,
    limit: Decimal,
    candidate: Candidate,
    loads: Mapping[int | None, Decimal],
) -> Suggestion | None:
    del evaluation, loads
    found = catalogue_datum(GPU_MEMORY, candidate)
    if found is None:
        return None
    return Suggestion(
        is_passed=found.value >= limit,
        words=gettext_noop(
            "%(value)s GB each by the catalogue, at least %(limit)s GB are asked for"
        ),
        values={"value": plain(found.value), "limit": plain(limit)},
    )


def _nodes_per_rack(
    evaluation: Evaluation,
    limit: Decimal,
    candidate: Candidate,
    loads: Mapping[int | None, Decimal],
) -> Suggestion | None:
    """The power that so many servers need against what the rack gives."""
    rack = evaluation.rack_power_kilowatts
    load = loads.get(candidate.pk) or loads.get(None) or _largest_power(candidate)
    if rack is None or load is None:
        return None
    need = limit * load
    return Suggestion(
        is_passed=need <= rack,
        words=gettext_noop(
            "%(nodes)s nodes need %(need)s kW, the rack gives %(rack)s kW"
        ),
        values={"nodes": plain(limit), "need": plain(need), "rack": plain(rack)},
    )


def _largest_power(candidate: Candidate) -> Decimal | None:
    sku = candidate.offer.sku if candidate.offer else None
    power: Decimal | None = sku.max_power_kilowatts if sku else None
    return power


type Check = Callable[
    [Evaluation, Decimal, Candidate, Mapping[int | None, Decimal]], Suggestion | None
]

CHECKS: Final[Mapping[str, Check]] = {
    GPU_MEMORY: _gpu_memory,
    NODES_PER_RACK: _nodes_per_rack,
}
