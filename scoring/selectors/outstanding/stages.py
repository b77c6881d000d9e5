"""What is missing at the stage where an evaluation stands."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from procurement.permissions import Stage
from scoring.selectors.boards import Board
from scoring.selectors.outstanding import (
    candidates,
    decision,
    panel,
    quotes,
    rounds,
    set_up,
)
from scoring.selectors.outstanding.items import Item, Severity


def stage_items(board: Board) -> list[Item]:
    """Everything that the stage needs and the person may know, done or not."""
    reader = READERS.get(board.stage)
    return list(reader(board)) if reader else []


def open_items(board: Board) -> list[Item]:
    """What is still to be done: what blocks first, then what is open, then soon."""
    order = list(Severity)
    missing = [item for item in stage_items(board) if not item.is_done]
    return sorted(missing, key=lambda item: order.index(item.severity))


def _evidence(board: Board) -> Iterator[Item]:
    yield from rounds.items(board)
    yield from candidates.untaken_item(board)
    yield from candidates.evidence_items(board)
    yield candidates.assignment_item(board)
    yield from candidates.review_items(board)


def _scoring(board: Board) -> Iterator[Item]:
    yield from panel.request_item(board)
    yield from candidates.review_items(board)
    yield from panel.sheet_items(board)
    yield from panel.approver_item(board)
    yield from _late_evidence(board)
    yield from panel.release_item(board, Severity.SOON)


def _moderation(board: Board) -> Iterator[Item]:
    yield from panel.spread_item(board)
    yield from panel.request_item(board)
    yield from candidates.review_items(board)
    yield from _late_evidence(board)
    yield from panel.release_item(board, Severity.BLOCKS)


def _late_evidence(board: Board) -> Iterator[Item]:
    """Gaps that should have been closed before; they are not of this stage's count."""
    for item in candidates.evidence_items(board):
        if not item.is_done:
            yield replace(item, is_counted=False)


def _decision(board: Board) -> Iterator[Item]:
    yield from candidates.review_items(board)
    yield from decision.items(board)


type Reader = Callable[[Board], Iterator[Item]]

READERS: Final[Mapping[Stage, Reader]] = {
    Stage.SETUP: set_up.items,
    Stage.QUOTES: quotes.items,
    Stage.EVIDENCE: _evidence,
    Stage.SCORING: _scoring,
    Stage.MODERATION: _moderation,
    Stage.DECISION: _decision,
}
