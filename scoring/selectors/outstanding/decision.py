"""What the decision waits for: a final version, its approval, the publication."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from procurement.permissions import Role
from scoring.models import Decision
from scoring.selectors.boards import Board
from scoring.selectors.outstanding.items import (
    Item,
    Severity,
    approvers_of,
    officers_of,
)

FINAL = frozenset(
    {Decision.State.FINAL, Decision.State.APPROVED, Decision.State.PUBLISHED}
)
APPROVED = frozenset({Decision.State.APPROVED, Decision.State.PUBLISHED})


def items(board: Board) -> Iterator[Item]:
    """Freeze, approve, publish: each by whom it falls to."""
    newest = board.decisions[0].state if board.decisions else ""
    is_frozen, is_approved = newest in FINAL, newest in APPROVED
    yield _item(
        board,
        title=_("Final version frozen"),
        who=officers_of(board),
        is_mine=board.is_officer and not is_frozen,
        is_done=is_frozen,
    )
    yield _item(
        board,
        title=_("Approval of the final version"),
        who=approvers_of(board),
        is_mine=Role.APPROVER in board.roles and is_frozen and not is_approved,
        is_done=is_approved,
    )
    yield _item(
        board,
        title=_("Publication"),
        who=officers_of(board),
        is_mine=board.is_officer and is_approved,
        is_done=newest == Decision.State.PUBLISHED,
    )


def _item(board: Board, *, title: str, who: str, is_mine: bool, is_done: bool) -> Item:
    del board
    return Item(
        severity=Severity.BLOCKS,
        title=title,
        who=who,
        is_mine=is_mine,
        done=int(is_done),
        whole=1,
        is_done=is_done,
        url_name="scoring:report-list",
        link=_("Open"),
    )
