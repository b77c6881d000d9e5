"""The output of the scoring rules, best first, each number with its reason."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.mcda.aggregation import RubricCell
from scoring.mcda.matrix import CellState
from scoring.mcda.reasons import Reason
from scoring.mcda.result import CandidateResult, CriterionResult
from scoring.reports import schema
from scoring.reports.gathering.offers import candidate_key
from scoring.reports.gathering.texts import (
    literal,
    number,
    number_or_none,
    spoken,
)
from scoring.selectors.rankings.reasons import candidate_names, sentence
from scoring.selectors.rankings.results import Ranking


def ranking_part(
    ranking: Ranking, hidden: frozenset[int] = frozenset()
) -> schema.Ranking:
    """The ranked candidates, then those that can't be ranked, with every reason.

    ``hidden`` are the vendors that a reader is recused from: they have no row and no
    name, and no lead is told where one of the first two is theirs. A report hides none.
    """
    result = ranking.result
    done = result.completeness
    names = candidate_names(ranking.matrix, hidden)
    first_two = [item.key in names for item in result.ranked[:2]]
    return {
        "is_provisional": result.is_provisional,
        "provisional_reasons": [_reason(names, item) for item in result.provisional],
        "completeness": {
            "required": done.required,
            "scored": done.scored,
            "declined": done.declined,
            "recused": done.recused,
            "open": done.open,
        },
        "lead": number_or_none(result.lead) if all(first_two) else None,
        "rows": [
            _row(ranking, names, item)
            for item in (*result.ranked, *result.not_rankable)
            if item.key in names
        ],
    }


def _row(
    ranking: Ranking, names: Mapping[str, str], item: CandidateResult
) -> schema.RankingRow:
    place = item.place
    return {
        "candidate": _key(ranking, item.key),
        "rank": item.rank,
        "total": number_or_none(item.total),
        "evaluated_price": number_or_none(item.price),
        "is_tied": bool(place and place.tied_with),
        "decided_by": literal(place.decided_by[0])
        if place and place.decided_by
        else None,
        "dimensions": [
            {
                "dimension": f"d{group.key}",
                "points": number(group.points or Fraction(0)),
            }
            for group in item.dimensions
        ],
        "scores": [_score(names, criterion) for criterion in item.criteria],
        "reason": _reasons(names, item.reasons),
    }


def _score(names: Mapping[str, str], item: CriterionResult) -> schema.Score:
    cell = item.working if isinstance(item.working, RubricCell) else None
    declined = [m for m in cell.marks if m.state is CellState.DECLINED] if cell else []
    return {
        "criterion": item.criterion.key,
        "score": number_or_none(item.shown_score),
        "share": number_or_none(item.share),
        "points": number_or_none(item.points),
        "declined": len(declined),
        "is_moderated": bool(cell and cell.consensus is not None),
        "reason": _reasons(names, item.reasons)
        if item.is_applicable
        else spoken(lambda: _("not applicable")),
    }


def _key(ranking: Ranking, key: str) -> str:
    rows = {str(row.pk): row for row in ranking.matrix.candidates}
    return candidate_key(rows[key])


def _reasons(
    names: Mapping[str, str], reasons: tuple[Reason, ...]
) -> schema.Text | None:
    if not reasons:
        return None
    texts = [_reason(names, item) for item in reasons]
    return {
        "en": " ".join(text["en"] for text in texts),
        "zh": "".join(text["zh"] for text in texts),
    }


def _reason(names: Mapping[str, str], item: Reason) -> schema.Text:
    return spoken(lambda: sentence(item, names))
