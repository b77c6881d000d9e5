"""What a further round waits for: its quotes, its opening, the move of candidates."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _

from procurement.punctuation import listed
from scoring.selectors.boards import Board
from scoring.selectors.offers import outdated
from scoring.selectors.outstanding.items import Item, Severity, officers_of


def items(board: Board) -> Iterator[Item]:
    """The one step that the newest round waits for; nothing in the first round."""
    newest = board.evaluation.tender.newest_round
    if newest is None:
        return
    words = {"number": newest.number}
    if timezone.now() < newest.deadline:
        yield Item(
            severity=Severity.BLOCKS,
            title=_("Quotes of round %(number)s") % words,
            who=_("vendors"),
            due=newest.deadline,
            is_counted=False,
        )
    elif not newest.is_open:
        yield Item(
            severity=Severity.BLOCKS,
            title=_("Opening of round %(number)s") % words,
            note=_("two officers turn their keys within half an hour"),
            who=officers_of(board),
            is_mine=board.is_officer,
            is_counted=False,
            url_name="scoring:round-list",
            link=_("Open"),
        )
    elif board.is_officer and (
        moved := outdated(board.counting, board.evaluation.tender)
    ):
        yield Item(
            severity=Severity.BLOCKS,
            title=_("Candidates moved to the offers of round %(number)s") % words,
            note=listed(row.label for row in moved),
            who=officers_of(board),
            is_mine=True,
            is_counted=False,
            url_name="scoring:candidate-move",
            link=_("Open"),
        )
