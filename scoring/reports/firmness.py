"""Whether one evaluator's smallest change could name another winner (pure)."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from scoring.reports.schema import Cell, Criterion, RankingRow, Snapshot

_LOWEST, _HIGHEST = 1, 5
_DIVISORS = {"share_of_range": 4, "share_of_maximum": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Firmness:
    """The lead, the most a single step of a score moves a total, and its power."""

    lead: Decimal
    step: Decimal
    is_decided_by_a_step: bool


def firmness(snapshot: Snapshot) -> Firmness | None:
    """Weigh the lead against one score moved by one step, all else kept.

    A step moves a total by effective weight ÷ 4 (÷ 5 for share of maximum) times the
    evaluator's part in the mean. The leader's scores above 1 can fall, a rival's
    below 5 can rise; a consensus hides the scores under it. The evaluated prices and
    the other cells stay. None without two ranked bids or without such a cell.
    """
    ranked = [row for row in snapshot["ranking"]["rows"] if row["total"] is not None]
    if not ranked[1:]:
        return None
    leader, *rivals = ranked
    falls = [step for cell, step in _steps(snapshot, leader) if _score(cell) > _LOWEST]
    gaps = {row["candidate"]: _gap(leader, row) for row in rivals}
    rises = {
        row["candidate"]: [
            step for cell, step in _steps(snapshot, row) if _score(cell) < _HIGHEST
        ]
        for row in rivals
    }
    every = falls + [step for steps in rises.values() for step in steps]
    if not every:
        return None
    lead = min(gaps.values())
    decides = lead <= max(falls, default=Decimal(0)) or any(
        gaps[key] <= max(steps, default=Decimal(-1)) for key, steps in rises.items()
    )
    return Firmness(lead=lead, step=max(every), is_decided_by_a_step=decides)


def _gap(leader: RankingRow, rival: RankingRow) -> Decimal:
    return Decimal(leader["total"] or 0) - Decimal(rival["total"] or 0)


def _score(cell: Cell) -> Decimal:
    return Decimal(cell["score"] or 0)


def _steps(snapshot: Snapshot, row: RankingRow) -> Iterator[tuple[Cell, Decimal]]:
    """Pair each cell that counts with the points that a step of it moves."""
    weights = {
        each["label"]: Decimal(each["weight"]) for each in snapshot["evaluators"]
    }
    divisor = _DIVISORS[snapshot["criteria"]["share_rule"]]
    rubrics = _open_rubrics(snapshot, row["candidate"])
    scored = sorted(
        (
            cell
            for cell in snapshot["cells"]
            if cell["candidate"] == row["candidate"]
            and cell["state"] == "scored"
            and cell["criterion"] in rubrics
        ),
        key=lambda cell: cell["criterion"],
    )
    for key, group in groupby(scored, key=lambda cell: cell["criterion"]):
        cells = list(group)
        whole = sum(weights[cell["evaluator"]] for cell in cells)
        points = Decimal(rubrics[key]["effective_weight"] or 0) / divisor
        for cell in cells:
            yield cell, points * weights[cell["evaluator"]] / whole


def _open_rubrics(snapshot: Snapshot, candidate: str) -> dict[str, Criterion]:
    """Return the rubric criteria whose mean no consensus replaced."""
    settled = {
        each["criterion"]
        for each in snapshot["consensus"]
        if each["candidate"] == candidate and each["outcome"] == "consensus"
    }
    return {
        criterion["key"]: criterion
        for dimension in snapshot["criteria"]["dimensions"]
        for criterion in dimension["criteria"]
        if criterion["kind"] == "rubric" and criterion["key"] not in settled
    }
