"""The output of the scoring rules, best first, each number with its reason."""

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
from scoring.selectors.rankings import Ranking
from scoring.selectors.reasons import reason_sentence


def ranking_part(ranking: Ranking) -> schema.Ranking:
    """The ranked candidates, then those that can't be ranked, with every reason."""
    result = ranking.result
    done = result.completeness
    return {
        "is_provisional": result.is_provisional,
        "provisional_reasons": [_reason(ranking, item) for item in result.provisional],
        "completeness": {
            "required": done.required,
            "scored": done.scored,
            "declined": done.declined,
            "recused": done.recused,
            "open": done.open,
        },
        "lead": number_or_none(result.lead),
        "rows": [
            _row(ranking, item) for item in (*result.ranked, *result.not_rankable)
        ],
    }


def _row(ranking: Ranking, item: CandidateResult) -> schema.RankingRow:
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
        "scores": [_score(ranking, criterion) for criterion in item.criteria],
        "reason": _reasons(ranking, item.reasons),
    }


def _score(ranking: Ranking, item: CriterionResult) -> schema.Score:
    cell = item.working if isinstance(item.working, RubricCell) else None
    declined = [m for m in cell.marks if m.state is CellState.DECLINED] if cell else []
    return {
        "criterion": item.criterion.key,
        "score": number_or_none(item.shown_score),
        "share": number_or_none(item.share),
        "points": number_or_none(item.points),
        "declined": len(declined),
        "is_moderated": bool(cell and cell.consensus is not None),
        "reason": _reasons(ranking, item.reasons)
        if item.is_applicable
        else spoken(lambda: _("not applicable")),
    }


def _key(ranking: Ranking, key: str) -> str:
    rows = {str(row.pk): row for row in ranking.matrix.candidates}
    return candidate_key(rows[key])


def _reasons(ranking: Ranking, reasons: tuple[Reason, ...]) -> schema.Text | None:
    if not reasons:
        return None
    texts = [_reason(ranking, item) for item in reasons]
    return {
        "en": " ".join(text["en"] for text in texts),
        "zh": "".join(text["zh"] for text in texts),
    }


def _reason(ranking: Ranking, item: Reason) -> schema.Text:
    return spoken(lambda: reason_sentence(item, ranking.matrix))
