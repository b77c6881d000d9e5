"""The ranking as it stands now as a CSV file, in the columns of the frozen one."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from scoring.mcda.result import CandidateResult, CriterionResult
from scoring.models import Candidate, Criterion
from scoring.reports.csv_exports import RANKING_COLUMNS, Value, csv_file
from scoring.selectors.rankings.reasons import candidate_names, sentence
from scoring.selectors.rankings.results import Ranking


def ranking_export(ranking: Ranking, hidden: frozenset[int]) -> bytes:
    """A row for each candidate and criterion, four places, less the hidden vendors."""
    lines = (
        line for row in _known(ranking, hidden) for line in _lines(ranking, row, hidden)
    )
    return csv_file(RANKING_COLUMNS, lines, has_byte_order_mark=True)


def _known(ranking: Ranking, hidden: frozenset[int]) -> list[Candidate]:
    """The candidates in the order of the ranking, those that do not count last."""
    keys = [item.key for item in _counted(ranking)]
    order = {key: place for place, key in enumerate(keys)}
    known = [row for row in ranking.matrix.candidates if row.vendor_id not in hidden]
    return sorted(known, key=lambda row: order.get(str(row.pk), len(order)))


def _counted(ranking: Ranking) -> tuple[CandidateResult, ...]:
    return (*ranking.result.ranked, *ranking.result.not_rankable)


def _lines(
    ranking: Ranking, candidate: Candidate, hidden: frozenset[int]
) -> Iterator[list[Value]]:
    counted = {item.key: item for item in _counted(ranking)}
    item = counted.get(str(candidate.pk))
    head: list[Value] = [
        ranking.evaluation.tender.reference,
        "provisional" if ranking.result.is_provisional else "complete",
        candidate.label,
        candidate.vendor.name if candidate.vendor else "",
        candidate.admission,
        item.rank if item else None,
        _exported(ranking, item.total) if item else None,
    ]
    if item is None:
        yield [*head, *[None] * 8, candidate.admission_reason]
        return
    names = candidate_names(ranking.matrix, hidden)
    for row in ranking.matrix.criteria:
        if row.kind != Criterion.Kind.KNOCK_OUT:
            own = item.criterion(row.key)
            reasons = " ".join(sentence(reason, names) for reason in own.reasons)
            yield [*head, *_values(ranking, own, row), reasons]


def _values(
    ranking: Ranking, own: CriterionResult, criterion: Criterion
) -> list[Value]:
    return [
        criterion.dimension.key if criterion.dimension else "",
        criterion.key,
        criterion.name,
        criterion.weight,
        _exported(ranking, own.effective_weight * 100),
        _exported(ranking, own.shown_score),
        _exported(ranking, own.share),
        _exported(ranking, own.points),
    ]


def _exported(ranking: Ranking, value: Fraction | None) -> Decimal | None:
    return None if value is None else ranking.result.rules.rounding.exported(value)
