"""The panel under labels, its cells, and what moderation decided."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.mcda.aggregation import RubricCell
from scoring.models import Consensus, Worksheet
from scoring.reports import schema
from scoring.reports.gathering.offers import candidate_key
from scoring.reports.gathering.texts import instant, literal, number, spoken, typed
from scoring.selectors.panel_labels import panel_numbers
from scoring.selectors.rankings.results import Ranking


def labels_of(ranking: Ranking) -> dict[int, str]:
    """E1, E2, … by evaluator, in the random order that hides who is who."""
    return panel_numbers(ranking.matrix.worksheets)


def evaluator_parts(ranking: Ranking) -> list[schema.Evaluator]:
    """The members of the panel and what their scores weigh."""
    labels = labels_of(ranking)
    sheets: dict[str, Worksheet] = {
        labels[sheet.evaluator_id]: sheet for sheet in ranking.matrix.worksheets
    }
    return [
        {"label": label, "weight": number(sheets[label].weight)}
        for label in sorted(sheets, key=lambda text: int(text[1:]))
    ]


def cell_parts(ranking: Ranking) -> list[schema.Cell]:
    """Every cell that the arithmetic used, recusals included."""
    labels = labels_of(ranking)
    keys = {str(row.pk): candidate_key(row) for row in ranking.matrix.candidates}
    comments = {
        (str(cell.candidate_id), cell.criterion_key, cell.worksheet_id): cell.comment
        for cell in ranking.matrix.cells
    }
    sheets = {str(row.evaluator_id): row.pk for row in ranking.matrix.worksheets}
    return [
        {
            "criterion": cell.criterion,
            "candidate": keys[cell.candidate],
            "evaluator": labels[int(cell.evaluator)],
            "state": literal(cell.state),
            "score": None if cell.score is None else number(cell.score),
            "comment": comments.get(
                (cell.candidate, cell.criterion, sheets[cell.evaluator]), ""
            ),
        }
        for cell in ranking.inputs.cells
    ]


def consensus_parts(ranking: Ranking) -> list[schema.Consensus]:
    """Each moderated cell, and each one above the limit that is still open."""
    decided = {
        (row.candidate_id, row.criterion_key): row for row in ranking.matrix.consensus
    }
    found = []
    for candidate in ranking.matrix.candidates:
        cells = _rubric_cells(ranking, str(candidate.pk))
        for key, cell in cells.items():
            row = decided.get((candidate.pk, key))
            if row is not None or cell.exceeds_spread:
                found.append(_consensus(candidate_key(candidate), key, cell, row))
    return found


def _rubric_cells(ranking: Ranking, key: str) -> Mapping[str, RubricCell]:
    results = {r.key: r for r in (*ranking.result.ranked, *ranking.result.not_rankable)}
    if key not in results:
        return {}
    return {
        item.criterion.key: item.working
        for item in results[key].criteria
        if isinstance(item.working, RubricCell)
    }


def _consensus(
    candidate: str, criterion: str, cell: RubricCell, row: Consensus | None
) -> schema.Consensus:
    outcome = "open"
    if row is not None:
        outcome = "mean_kept" if row.value is None else "consensus"
    return {
        "criterion": criterion,
        "candidate": candidate,
        "outcome": literal(outcome),
        "value": number(row.value) if row and row.value is not None else None,
        "spread": number(cell.spread or Fraction(0)),
        "reason": typed(row.reason) if row else spoken(lambda: _("not moderated yet")),
        "decided_at": instant(row.decided_at) if row else None,
    }
