"""What vendors of low bids were asked, what they answered, and what was decided."""

from catalog.models import PriceJustification
from catalog.selectors.justifications import asks_by_offer
from scoring.reports import schema
from scoring.reports.gathering.offers import candidate_key
from scoring.reports.gathering.texts import instant, literal, typed
from scoring.selectors.rankings.results import Ranking


def justification_parts(ranking: Ranking) -> list[schema.Justification]:
    """Every question about the offers of the candidates, in their order."""
    rows = [row for row in ranking.matrix.candidates if row.offer_id is not None]
    asked = asks_by_offer(row.offer_id for row in rows if row.offer_id)
    return [
        _justification(candidate_key(row), each)
        for row in rows
        for each in asked[row.offer_id or 0]
    ]


def _justification(key: str, row: PriceJustification) -> schema.Justification:
    answered = row.received_at
    verdicts = {None: "open", True: "accepted", False: "not_accepted"}
    return {
        "candidate": key,
        "question": typed(row.question),
        "asked_at": instant(row.asked_at),
        "asked_by": [row.asked_by.name],
        "due_at": instant(row.due_at),
        "answer": typed(row.answer) if answered else None,
        "received_at": instant(answered) if answered else None,
        "answered_by": _source(row),
        "verdict": literal(verdicts[row.is_accepted]),
        "reason": typed(row.reason, row.reason_zh) if row.reason else None,
        "decided_at": instant(row.decided_at) if row.decided_at else None,
        "decided_by": [row.decided_by.name] if row.decided_by else [],
    }


def _source(row: PriceJustification) -> list[str]:
    """The officer who recorded the answer, or the vendor that sent it by its link."""
    if row.recorded_by is not None:
        return [row.recorded_by.name]
    return [row.link.invitation.vendor.name] if row.link else []
