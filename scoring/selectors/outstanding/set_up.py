"""What a set-up still lacks."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _

from procurement.permissions import Role
from scoring.selectors.boards import Board
from scoring.selectors.criteria_faults import criteria_refusals
from scoring.selectors.outstanding.items import Item, Severity, officers_of

KEYS = 2
"""Officers that it takes to open sealed quotes."""


def items(board: Board) -> Iterator[Item]:
    """Each thing a set-up needs, done or not."""
    yield _criteria(board)
    yield _deadline(board)
    yield _workload(board)
    yield _vendors(board)
    yield from _panel(board)


def _criteria(board: Board) -> Item:
    faults = [str(refusal) for refusal in criteria_refusals(board.criteria)]
    return Item(
        severity=Severity.BLOCKS,
        title=_("Criteria ready to be locked"),
        note=faults[0] if faults else "",
        who=officers_of(board),
        is_mine=board.is_officer,
        whole=1,
        done=int(not faults and bool(board.criteria)),
        is_done=not faults and bool(board.criteria),
        url_name="scoring:criterion-list",
        link=_("Open"),
    )


def _deadline(board: Board) -> Item:
    tender = board.evaluation.tender
    is_ahead = tender.quote_deadline > timezone.now() or tender.is_invented
    return Item(
        severity=Severity.BLOCKS,
        title=_("Deadline for quotes lies ahead"),
        who=officers_of(board),
        is_mine=board.is_officer,
        whole=1,
        done=int(is_ahead),
        is_done=is_ahead,
        due=tender.quote_deadline,
        url_name="catalog:tender-edit",
        link=_("Open"),
    )


def _workload(board: Board) -> Item:
    has_workload = bool(board.evaluation.workload)
    return Item(
        severity=Severity.OPEN,
        title=_("Workload described"),
        who=officers_of(board),
        is_mine=board.is_officer,
        whole=1,
        done=int(has_workload),
        is_done=has_workload,
        url_name="scoring:policy-edit",
        link=_("Open"),
    )


def _vendors(board: Board) -> Item:
    return Item(
        severity=Severity.OPEN,
        title=_("Vendors invited"),
        who=officers_of(board),
        is_mine=board.is_officer,
        whole=1,
        done=int(bool(board.invited)),
        is_done=bool(board.invited),
        url_name="catalog:invitation-list",
        link=_("Open"),
    )


def _panel(board: Board) -> Iterator[Item]:
    tender, quorum = board.evaluation.tender, board.evaluation.quorum
    yield _seats(board, _("Evaluators on the panel"), Role.EVALUATOR, quorum)
    yield _seats(board, _("Approver named"), Role.APPROVER, 1)
    if tender.is_sealed:
        title = _("Two officers to open the sealed quotes")
        yield _seats(board, title, Role.OFFICER, KEYS)


def _seats(board: Board, title: str, role: Role, needed: int) -> Item:
    held = len(board.people(role))
    return Item(
        severity=Severity.OPEN,
        title=title,
        who=officers_of(board),
        is_mine=board.is_officer,
        whole=needed,
        done=min(held, needed),
        is_done=held >= needed,
        url_name="catalog:panel-detail",
        link=_("Open"),
    )
