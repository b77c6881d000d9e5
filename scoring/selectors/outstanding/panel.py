"""What the panel and those who lead it owe: worksheets, answers, spreads, release."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, ngettext

from procurement.permissions import ROLE_NAMES, Role
from procurement.punctuation import strung
from scoring.selectors.boards import Board
from scoring.selectors.outstanding.items import Item, Severity, officers_of
from scoring.selectors.worksheets.progress import SheetProgress


def sheet_items(board: Board) -> Iterator[Item]:
    """The worksheets that the person may know of: all for the officer, else the own."""
    for sheet in board.sheets:
        yield _sheet(board, sheet)
    if not board.is_officer and not _scores(board):
        yield Item(
            severity=Severity.OPEN,
            title=_("Scores of the panel"),
            note=_("progress is shown to the officers only"),
            who=str(ROLE_NAMES[Role.EVALUATOR]),
            due=board.evaluation.tender.scores_deadline,
        )


def _scores(board: Board) -> bool:
    return Role.EVALUATOR in board.roles


def _sheet(board: Board, sheet: SheetProgress) -> Item:
    is_mine = sheet.evaluator == board.user
    return Item(
        severity=Severity.OPEN,
        title=_("Your worksheet")
        if is_mine
        else _("Worksheet of %(name)s") % {"name": sheet.evaluator.name},
        note=_sheet_note(sheet),
        who=sheet.evaluator.name,
        is_mine=is_mine,
        done=sheet.answered,
        whole=sheet.required,
        is_done=sheet.is_submitted,
        due=board.evaluation.tender.scores_deadline,
        url_name="scoring:worksheet-detail" if is_mine else "scoring:progress-detail",
        link=_("Open"),
    )


def _sheet_note(sheet: SheetProgress) -> str:
    said = []
    if sheet.open:
        words = ngettext(
            "%(count)s cell not scored", "%(count)s cells not scored", sheet.open
        )
        said.append(words % {"count": sheet.open})
    if sheet.comments_missing:
        words = ngettext(
            "%(count)s comment missing",
            "%(count)s comments missing",
            sheet.comments_missing,
        )
        said.append(words % {"count": sheet.comments_missing})
    if not said and not sheet.is_submitted:
        return _("complete, not submitted yet")
    return strung(said)


def request_item(board: Board) -> Iterator[Item]:
    """Proposals of N/A and declines that the officer answers."""
    if not board.is_officer or not board.requests:
        return
    words = ngettext(
        "%(count)s request of the evaluators",
        "%(count)s requests of the evaluators",
        board.requests,
    )
    yield Item(
        severity=Severity.BLOCKS,
        title=words % {"count": board.requests},
        note=_("proposed N/A and declined cells wait for an answer"),
        who=officers_of(board),
        is_mine=True,
        is_counted=False,
        url_name="scoring:progress-detail",
        link=_("Answer"),
    )


def approver_item(board: Board) -> Iterator[Item]:
    """The approver, who can't be named any more once moderation opens."""
    if not board.people(Role.APPROVER):
        yield Item(
            severity=Severity.BLOCKS,
            title=_("Approver named"),
            note=_("the panel no longer changes once moderation opens"),
            who=officers_of(board),
            is_mine=board.is_officer,
            is_counted=False,
            url_name="catalog:panel-detail",
            link=_("Open"),
        )


def release_item(board: Board, severity: Severity) -> Iterator[Item]:
    """The release of prices, where they are hidden."""
    tender = board.evaluation.tender
    if not tender.hides_prices or tender.prices_released_at is not None:
        return
    submitted = sum(sheet.is_submitted for sheet in board.sheets)
    yield Item(
        severity=severity,
        title=_("Release of prices to the evaluators"),
        note=_("after all worksheets are locked"),
        who=officers_of(board),
        is_mine=board.is_officer and severity is not Severity.SOON,
        done=submitted if board.is_officer else 0,
        whole=len(board.sheets) if board.is_officer else 0,
        is_counted=False,
        url_name="catalog:opening-detail" if board.is_officer else "",
        link=_("Open"),
    )


def spread_item(board: Board) -> Iterator[Item]:
    """Cells whose scores lie too far apart."""
    if board.spreads is None:
        return
    settled, whole = board.spreads
    words = ngettext(
        "%(count)s cell with scores far apart",
        "%(count)s cells with scores far apart",
        whole,
    )
    yield Item(
        severity=Severity.BLOCKS,
        title=words % {"count": whole},
        note=_("consensus or waiver, each with a reason"),
        who=officers_of(board),
        is_mine=board.is_officer and settled < whole,
        done=settled,
        whole=whole,
        is_done=settled == whole,
        url_name="scoring:moderation-list",
        link=_("Open"),
    )
