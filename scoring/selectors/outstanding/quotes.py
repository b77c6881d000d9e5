"""What is awaited while quotes come in; nothing tells whether a sealed one has come."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from scoring.selectors.boards import Board
from scoring.selectors.outstanding.items import Item, Severity, officers_of


def items(board: Board) -> Iterator[Item]:
    """The quotes, then the opening and the close."""
    tender = board.evaluation.tender
    if timezone.now() < tender.quote_deadline:
        yield _awaited(board)
    elif not tender.is_open:
        # The step to the evidence is free before it; the offers are taken in after it.
        yield Item(
            severity=Severity.OPEN,
            title=_("Opening of the sealed quotes"),
            note=_("two officers turn their keys within half an hour"),
            who=officers_of(board),
            is_mine=board.is_officer,
            url_name="catalog:opening-detail",
            link=_("Open"),
        )
    else:
        yield _awaited(board)
        yield Item(
            severity=Severity.BLOCKS,
            title=_("Close of the quotes"),
            note=_("the deadline has passed; closing locks criteria and rules"),
            who=officers_of(board),
            is_mine=board.is_officer,
        )


def _awaited(board: Board) -> Item:
    tender = board.evaluation.tender
    if board.quoted is None:
        sealed = _("sealed until the opening: nobody knows more")
        return Item(
            severity=Severity.OPEN,
            title=_("Quotes of the vendors"),
            note="" if tender.is_open else sealed,
            who=_("vendors"),
            due=tender.quote_deadline,
        )
    invited, received = len(board.invited), len(board.quoted)
    whole = max(invited, received)
    missing = whole - received
    who = _("vendors")
    if missing:
        words = ngettext("%(count)s vendor", "%(count)s vendors", missing)
        who = words % {"count": missing}
    return Item(
        severity=Severity.OPEN,
        title=_("Quotes of the vendors"),
        note=_("quotes not received") if missing else "",
        who=who,
        done=received,
        whole=whole,
        is_done=whole > 0 and missing == 0,
        due=tender.quote_deadline,
        url_name="scoring:quote-list",
        link=_("Open"),
    )
